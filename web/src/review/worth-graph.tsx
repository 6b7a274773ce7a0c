/** How a line of moves went, as the engine sees it: a curve that is walked along like a slider. */

import { labelled } from '../i18n/listed';
import { t } from '../i18n/whole';
import type { ReviewNode } from '../wire/generated';
import type { Analysis } from './analysis';
import { chanceOf, type Worth, worthText } from './engine-words';
import type { ReviewStore } from './review-store';

const WIDTH = 300;
const HEIGHT = 90;
const MIDDLE = HEIGHT / 2;

/** How far a page key goes. */
const PAGE = 10;

/** What lies above the middle is sente's, and what lies below is gote's. */
export function WorthGraph({ store, analysis }: { store: ReviewStore; analysis: Analysis }) {
  const words = t().review.engine;
  const judged = analysis.judged.value;
  const path = store.path.value.filter((node) => node.end === undefined);
  const last = path.length - 1;
  const known = path.flatMap((node, ply) => {
    const worth = judged.get(node.id)?.worth;
    return worth ? [{ ply, worth, node }] : [];
  });
  if (last < 1 || known.length < 2) return null;

  const x = (ply: number) => ((ply / last) * WIDTH).toFixed(1);
  const y = (worth: Worth) => (HEIGHT - 3 - chanceOf(worth) * (HEIGHT - 6)).toFixed(1);
  const curve = known.map(({ ply, worth }) => `${x(ply)},${y(worth)}`).join(' ');
  const area = `${x(known[0]?.ply ?? 0)},${MIDDLE} ${curve} ${x(known.at(-1)?.ply ?? 0)},${MIDDLE}`;
  const mistakes = new Map(analysis.verdict.value?.mistakes.map(({ node, kind }) => [node, kind]));
  const found = path.findIndex((node) => node.id === store.node.value?.id);
  const here = found < 0 ? last : found;
  const worthHere = judged.get(path[here]?.id ?? -1)?.worth;
  const go = (ply: number) => {
    const node: ReviewNode | undefined = path[Math.min(Math.max(ply, 0), last)];
    if (node) store.look(node.id);
  };
  const onPointer = (event: PointerEvent) => {
    const graph = event.currentTarget as HTMLElement;
    if (event.type === 'pointerdown') graph.setPointerCapture(event.pointerId);
    if (event.buttons === 0) return;
    const box = graph.getBoundingClientRect();
    const ply = Math.round(((event.clientX - box.left) / box.width) * last);
    if (path[ply] && path[ply].id !== store.node.peek()?.id) go(ply);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to: Record<string, number> = {
      ArrowLeft: here - 1,
      ArrowDown: here - 1,
      ArrowRight: here + 1,
      ArrowUp: here + 1,
      PageDown: here - PAGE,
      PageUp: here + PAGE,
      Home: 0,
      End: last,
    };
    const ply = to[event.key];
    if (ply === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    // The page has other uses for some of them.
    event.stopPropagation();
    go(ply);
  };
  return (
    <div
      class="worth-graph"
      role="slider"
      tabIndex={0}
      aria-label={words.graph}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={here}
      aria-valuetext={worthHere ? labelled(`${here}`, worthText(worthHere, words.mateIn)) : `${here}`}
      onPointerDown={onPointer}
      onPointerMove={onPointer}
      onKeyDown={onKeyDown}
    >
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <clipPath id="of-sente">
          <rect width={WIDTH} height={MIDDLE} />
        </clipPath>
        <clipPath id="of-gote">
          <rect y={MIDDLE} width={WIDTH} height={MIDDLE} />
        </clipPath>
        <polygon class="sente" points={area} clip-path="url(#of-sente)" />
        <polygon class="gote" points={area} clip-path="url(#of-gote)" />
        <line class="middle" x1="0" x2={WIDTH} y1={MIDDLE} y2={MIDDLE} />
        <line class="here" x1={x(here)} x2={x(here)} y1="0" y2={HEIGHT} />
        <polyline points={curve} />
        {known.map(({ ply, worth, node }) => {
          const kind = mistakes.get(node.id);
          // A line without length has round ends that are round however the graph is stretched.
          return (
            kind && (
              <line
                key={node.id}
                class={`sign ${kind}`}
                x1={x(ply)}
                x2={x(ply)}
                y1={y(worth)}
                y2={y(worth)}
              />
            )
          );
        })}
      </svg>
      <span class="whose" aria-hidden="true">
        {t().sides.sente}
      </span>
      <span class="whose" aria-hidden="true">
        {t().sides.gote}
      </span>
    </div>
  );
}
