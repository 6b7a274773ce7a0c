/** How long each move took: sente's bars upwards, gote's downwards; the shown move stands out. */

import { t } from '../i18n/of-boards';
import type { GameSnapshot } from '../wire/generated';
import type { GameStore } from './game-store';

const HEIGHT = 26;

export function TimeGraph({ store, game }: { store: GameStore; game: GameSnapshot }) {
  if (game.moves.length < 2) return null;
  const longest = Math.max(1_000, ...game.moves.map((move) => move.thought_ms));
  const ply = store.ply.value;
  const line = store.line.value;
  const width = game.moves.length;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard the move list does the same
    <svg
      class="time-graph"
      viewBox={`0 ${-HEIGHT} ${width} ${HEIGHT * 2}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t().game.timeGraph(Math.round(longest / 1000))}
      onClick={(event) => {
        const box = event.currentTarget.getBoundingClientRect();
        store.look(Math.ceil(((event.clientX - box.left) / box.width) * width));
      }}
    >
      <line x1="0" x2={width} y1="0" y2="0" />
      {game.moves.map((move, i) => {
        const up = line[i]?.turn !== 'gote';
        // The square root lets short thoughts be seen next to long ones.
        const height = Math.max(1, Math.sqrt(move.thought_ms / longest) * HEIGHT);
        return (
          <rect
            key={i}
            class={`${up ? 'sente' : 'gote'} ${ply === i + 1 ? 'on' : ''}`}
            x={i + 0.1}
            width="0.8"
            y={up ? -height : 0}
            height={height}
          />
        );
      })}
    </svg>
  );
}
