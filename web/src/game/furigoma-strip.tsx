/** §3.1 The five tossed pawns, shown until the game is under way. */

import { h } from 'preact';
import { t } from '../i18n';
import type { GameSnapshot } from '../wire/generated';

export function FurigomaStrip({ game }: { game: GameSnapshot }) {
  const { furigoma } = game;
  if (!furigoma || game.ply >= 2 || game.phase !== 'playing') return null;
  const { sente, gote } = game.players;
  const holder = [sente, gote].find((it) => it?.user === furigoma.tossed_for);
  return (
    <div class="furigoma card">
      <div class="furigoma-pawns" aria-hidden="true">
        {furigoma.pawns.map((up, i) => (
          <span key={i} class="lone-piece furigoma-pawn">
            {h('piece', { class: `${game.you ?? 'sente'} ${up ? 'p' : 'pro-p'}` })}
          </span>
        ))}
      </div>
      <p class="note">
        {t().game.furigoma(holder?.name ?? '', furigoma.fu, 5 - furigoma.fu, sente?.name ?? '')}
      </p>
    </div>
  );
}
