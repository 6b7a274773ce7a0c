/**
 * On the board until our first move: that a game is not rated because one of us has no account, and
 * whose clock is played where two had searched for different ones (§6.6).
 */

import { useSignal } from '@preact/signals';
import { clocksInWords } from '../clock/format';
import { t } from '../i18n/of-boards';
import { Icon } from '../ui/icon';
import type { GameSnapshot } from '../wire/generated';
import { opponentOf } from './game-state';

export function PairingNote({ game }: { game: GameSnapshot }) {
  const closed = useSignal(false);
  const lines = linesFor(game);
  const hasMoved = game.ply > (game.turn === game.you ? 1 : 0);
  if (closed.value || game.phase !== 'playing' || hasMoved || lines.length === 0) return null;
  return (
    <div class="pairing-note" role="status">
      <div>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <button
        type="button"
        class="quiet square"
        aria-label={t().setup.close}
        onClick={() => {
          closed.value = true;
        }}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

/** What a player is told; nothing to those who watch. */
export function linesFor({ you, players, quick, rated, clock, creator }: GameSnapshot): string[] {
  const words = t();
  const { pairing } = words.game;
  const own = you && players[you];
  const opponent = opponentOf({ you, players });
  if (!quick || !own || !opponent) return [];
  const lines: string[] = [];
  if (!rated && own.guest !== opponent.guest) lines.push(own.guest ? pairing.asGuest : pairing.guestOpponent);
  if (quick.instead_of) {
    const says = creator.user === own.user ? pairing.kept : pairing.gaveWay;
    lines.push(says(clocksInWords(words, clock), clocksInWords(words, quick.instead_of)));
  }
  return lines;
}
