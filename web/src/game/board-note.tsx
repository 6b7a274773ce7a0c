/**
 * A word on the board, above the square it is about: why a move is not allowed, or that it is not
 * sent.
 */

import { useEffect } from 'preact/hooks';
import { t } from '../i18n/of-boards';
import { seenBy } from '../shogi/position';
import type { Square } from '../shogi/square';
import { announce } from '../ui/announcer';
import type { Illegal } from '../wire/generated';
import type { GameStore } from './game-store';

export function BoardNote({ store }: { store: GameStore }) {
  const words = t().game;
  const refused = store.whyNot.value;
  const late = store.unsent.value ? store.sending.value : null;
  const isInCheck = (store.shown.value?.checks.length ?? 0) > 0;
  const text = refused ? whyNotText(refused.code, isInCheck) : late ? words.unsent : '';
  useEffect(() => announce(text), [text, refused]);
  const at = refused?.at ?? late?.to;
  if (!at) return null;
  // Anew each time, so that what is tried again is shown again.
  return (
    <p
      key={refused ? `${refused.at}${refused.code}` : 'unsent'}
      class={`board-note ${refused ? 'refused' : 'unsent'}`}
      style={placeOf(store, at)}
      aria-hidden="true"
    >
      {text}
    </p>
  );
}

function whyNotText(code: Illegal, isInCheck: boolean): string {
  const { game, result } = t();
  if (code === 'leaves_king_in_check' && isInCheck) return game.whyNot.in_check;
  const known: Partial<Record<Illegal, string>> = game.whyNot;
  return known[code] ?? result.illegal[code];
}

function placeOf(store: GameStore, at: Square): Record<string, string> {
  const variant = store.shown.value?.position.variant;
  if (!variant) return {};
  const seen = seenBy(store.orientation.value, variant, at);
  return {
    '--x': `${((variant.files - seen.file + 0.5) / variant.files) * 100}%`,
    '--y': `${(seen.rank / variant.ranks) * 100}%`,
  };
}
