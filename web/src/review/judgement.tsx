/** What the engine in the browser thinks: the best lines here, and a graph of the whole line. */

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { moveText } from '../game/words';
import { t } from '../i18n';
import { myGames } from '../session';
import { type Position, play } from '../shogi/position';
import { parseUsi } from '../shogi/usi';
import type { ReviewNode } from '../wire/generated';
import { canJudge, type Engine, startEngine } from './engine';
import { type BestLine, heightOf, type Worth, worthText } from './engine-words';
import { engineLeave } from './review-api';
import { type ReviewStore, sfenOf } from './review-store';

/** How long the position that is looked at is thought over. */
const HERE_MS = 8_000;
/** How long each position of the graph is. */
const GRAPH_MS = 400;
/** Moves of a line that are shown. */
const MOVES_SHOWN = 8;

type State = 'off' | 'loading' | 'on' | 'forbidden' | 'failed';

export function Judgement({ store }: { store: ReviewStore }) {
  const words = t().review.engine;
  const state = useSignal<State>('off');
  const lines = useSignal<{ node: number; lines: BestLine[] } | null>(null);
  const worths = useSignal<ReadonlyMap<number, Worth>>(new Map());
  const busy = useSignal(false);
  const engine = useRef<Engine | null>(null);
  const node = store.node.value;
  const variant = store.tree.value?.variant ?? '';

  const stop = (why: State) => {
    engine.current?.close();
    engine.current = null;
    lines.value = null;
    busy.value = false;
    state.value = why;
  };
  const start = async () => {
    state.value = 'loading';
    const leave = await engineLeave();
    if (!leave.ok || !leave.value.allowed) return stop(leave.ok ? 'forbidden' : 'failed');
    try {
      engine.current = await startEngine();
      state.value = 'on';
    } catch {
      stop('failed');
    }
  };
  useEffect(() => () => engine.current?.close(), []);
  // Who sits down at a rated game meanwhile has no engine any more.
  useEffect(() => {
    if (state.peek() === 'off' || state.peek() === 'failed') return;
    void engineLeave().then((leave) => {
      if (leave.ok && !leave.value.allowed) stop('forbidden');
      else if (leave.ok && state.peek() === 'forbidden') state.value = 'off';
    });
  }, [myGames.value]);

  const judge = (at: ReviewNode, ms: number) => {
    const position = store.positions.peek().get(at.id);
    if (!position || at.end !== undefined || !engine.current) return Promise.resolve();
    const found: BestLine[] = [];
    return engine.current.ask({
      variant: position.variant.name,
      sfen: sfenOf(position),
      turn: position.turn,
      ms,
      onLine(line) {
        found[line.rank] = line;
        lines.value = { node: at.id, lines: found.filter(Boolean) };
        if (line.rank === 0) worths.value = new Map([...worths.peek(), [at.id, line.worth]]);
      },
    });
  };
  useEffect(() => {
    if (state.value === 'on' && node && !busy.peek()) void judge(node, HERE_MS);
  }, [state.value, node?.id]);
  const judgeLine = async () => {
    busy.value = true;
    for (const at of store.path.peek()) {
      if (!engine.current || !busy.peek()) return;
      await judge(at, GRAPH_MS);
    }
    busy.value = false;
    const here = store.node.peek();
    if (here) void judge(here, HERE_MS);
  };

  if (!canJudge(variant)) return null;
  const position = node && store.positions.value.get(node.id);
  const worth = node && worths.value.get(node.id);
  const shown = lines.value && lines.value.node === node?.id ? lines.value.lines : [];
  return (
    <section class="card talk judgement" aria-label={words.title}>
      <div class="row">
        {state.value === 'on' ? (
          <>
            <strong class="worth">{worth ? worthText(worth) : '…'}</strong>
            <button type="button" disabled={busy.value} onClick={() => void judgeLine()}>
              {busy.value ? words.judging : words.graph}
            </button>
            <button type="button" class="quiet" onClick={() => stop('off')}>
              {words.stop}
            </button>
          </>
        ) : (
          <button type="button" disabled={state.value === 'loading'} onClick={() => void start()}>
            {state.value === 'loading' ? words.loading : words.start}
          </button>
        )}
      </div>
      {state.value === 'forbidden' && (
        <p class="warning" role="alert">
          {words.forbidden}
        </p>
      )}
      {state.value === 'failed' && (
        <p class="warning" role="alert">
          {words.failed}
        </p>
      )}
      {worths.value.size > 1 && <Graph store={store} worths={worths.value} />}
      {state.value === 'on' && position && (
        <ol class="best-lines" aria-label={words.best}>
          {shown.map((line) => (
            <li key={line.rank}>
              <button
                type="button"
                class="quiet"
                onClick={() => {
                  const usi = line.moves[0];
                  if (usi && node) store.edit({ t: 'play', after: node.id, usi });
                }}
              >
                <strong>{worthText(line.worth)}</strong>
                <span>{lineText(position, line.moves)}</span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function lineText(start: Position, moves: string[]): string {
  let position = start;
  let previous: string | undefined;
  const texts: string[] = [];
  for (const usi of moves.slice(0, MOVES_SHOWN)) {
    texts.push(moveText(position, usi, previous));
    const move = parseUsi(usi);
    if (!move) break;
    position = play(position, move);
    previous = usi;
  }
  return texts.join(' ');
}

const WIDTH = 300;
const HEIGHT = 90;

/** Above the middle sente stands better. Pressing on it looks at the move there; the list of moves says the same. */
function Graph({ store, worths }: { store: ReviewStore; worths: ReadonlyMap<number, Worth> }) {
  const words = t().review.engine;
  const path = store.path.value.filter((node) => node.end === undefined);
  const last = Math.max(1, path.length - 1);
  const x = (ply: number) => (ply / last) * WIDTH;
  const y = (worth: Worth) => HEIGHT / 2 - heightOf(worth) * (HEIGHT / 2 - 2);
  const points = path.flatMap((node, ply) => {
    const worth = worths.get(node.id);
    return worth ? [`${x(ply).toFixed(1)},${y(worth).toFixed(1)}`] : [];
  });
  const here = path.findIndex((node) => node.id === store.node.value?.id);
  const press = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const node = path[Math.round(((event.clientX - box.left) / box.width) * last)];
    if (node) store.look(node.id);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys and the list of moves do the same
    <svg
      class="worth-graph"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={words.graphOf(points.length)}
      onClick={press}
    >
      <line class="middle" x1="0" x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
      {here >= 0 && <line class="here" x1={x(here)} x2={x(here)} y1="0" y2={HEIGHT} />}
      <polyline points={points.join(' ')} />
    </svg>
  );
}
