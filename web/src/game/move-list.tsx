/** The moves in the notation in use; each is a button that shows its position. */

import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { moveText } from '../board/words';
import { language, t } from '../i18n/of-boards';
import { settings } from '../settings/settings';
import { SideMark } from '../ui/icon';
import type { GameSnapshot } from '../wire/generated';
import type { GameStore } from './game-store';

export function MoveList({ store, game }: { store: GameStore; game: GameSnapshot }) {
  const words = t().game;
  const line = store.line.value;
  const ply = store.ply.value;
  const texts = useMemo(
    () =>
      game.moves.map((move, i) => {
        const before = line[i];
        return before ? moveText(before, move.usi, game.moves[i - 1]?.usi) : move.usi;
      }),
    [game.moves, line, language.value, settings.notation.value],
  );
  const list = useFollowing([ply, texts.length]);
  return (
    <ol class="moves" ref={list} aria-label={words.moveList}>
      <li>
        <button type="button" class="move" aria-current={ply === 0} onClick={() => store.look(0)}>
          <span class="move-number">0</span>
          <span class="move-text">{words.start}</span>
        </button>
      </li>
      {texts.map((text, i) => (
        <li key={`${i}${text}`}>
          <button type="button" class="move" aria-current={ply === i + 1} onClick={() => store.look(i + 1)}>
            <span class="move-number">{i + 1}</span>
            <SideMark side={line[i]?.turn ?? 'sente'} />
            <span class="move-text">{text}</span>
            <span class="move-time">{thought(game.moves[i]?.thought_ms ?? 0)}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

/**
 * A list of moves that is scrolled to the shown one whenever one of `on` or its own size changes.
 */
export function useFollowing(on: readonly unknown[]): RefObject<HTMLOListElement | null> {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const scroller = list.current;
    if (!scroller) return;
    const keep = () => keepInView(scroller);
    keep();
    const watch = new ResizeObserver(keep);
    watch.observe(scroller);
    return () => watch.disconnect();
  }, on);
  return list;
}

/** Scrolls the list, and nothing but the list, until the shown move is seen. */
function keepInView(scroller: HTMLElement): void {
  const current = scroller.querySelector<HTMLElement>('[aria-current="true"]');
  if (!current) return;
  const { offsetTop, offsetHeight } = current;
  if (offsetTop < scroller.scrollTop || offsetTop + offsetHeight > scroller.scrollTop + scroller.clientHeight)
    scroller.scrollTop = offsetTop - (scroller.clientHeight - offsetHeight) / 2;
}

function thought(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
