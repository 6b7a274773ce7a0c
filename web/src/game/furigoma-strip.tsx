/** §3.1 The five tossed pawns, shown until the game is under way. */

import { h } from 'preact';
import { faceClasses, faceProperties } from '../board/faces';
import { lookFor } from '../board/look';
import { t } from '../i18n/of-boards';
import { shownName } from '../people/shown-name';
import { variantOf } from '../shogi/variant';
import type { GameSnapshot } from '../wire/generated';

export function FurigomaStrip({ game }: { game: GameSnapshot }) {
  const { furigoma } = game;
  if (!furigoma || game.ply >= 2 || game.phase !== 'playing') return null;
  const { sente, gote } = game.players;
  const holder = [sente, gote].find((it) => it?.user === furigoma.tossed_for);
  // Whatever is played, the pawns are shogi's: other games have none, or none with a tokin behind.
  const shogi = variantOf('standard');
  const look = lookFor(shogi);
  return (
    <div class="furigoma card">
      <div
        class={`furigoma-pawns ${faceClasses(look)}`}
        style={faceProperties(shogi, look)}
        aria-hidden="true"
      >
        {furigoma.pawns.map((up, i) => (
          <span key={i} class="lone-piece furigoma-pawn">
            {h('piece', { class: `${game.you ?? 'sente'} ${up ? 'p' : 'pro-p'}` })}
          </span>
        ))}
      </div>
      <p class="note">
        {t().game.furigoma(
          shownName(holder?.name ?? ''),
          furigoma.fu,
          5 - furigoma.fu,
          shownName(sente?.name ?? ''),
        )}
      </p>
    </div>
  );
}
