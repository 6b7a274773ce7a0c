/** What the engine in the browser thinks: the best lines here, a graph of the whole line, and its mistakes. */

import { lineText } from '../game/words';
import { t } from '../i18n';
import { settings } from '../settings/settings';
import { Toggle } from '../ui/choice';
import type { Side } from '../wire/generated';
import type { Analysis } from './analysis';
import { chanceOf, type Worth, worthText } from './engine-words';
import { type Mistake, SIGNS } from './mistakes';
import type { ReviewStore } from './review-store';
import { nodeOf } from './tree';

/** Moves of a line that are shown. */
const MOVES_SHOWN = 8;

interface Props {
  store: ReviewStore;
  analysis: Analysis;
}

export function Judgement({ store, analysis }: Props) {
  const words = t().review.engine;
  const state = analysis.state.value;
  const node = store.node.value;
  if (!analysis.canJudge.value) return null;
  const position = node && store.positions.value.get(node.id);
  const here = node && analysis.judged.value.get(node.id);
  const lines = analysis.lines.value;
  const progress = analysis.progress.value;
  const { mistakes } = analysis.verdict.value;
  const mistake = mistakes.find((it) => it.node === node?.id);
  return (
    <section class="card talk judgement" aria-label={words.title}>
      <div class="row">
        {state === 'on' ? (
          <>
            <strong class="worth">{here ? worthText(here.worth, words.mateIn) : '…'}</strong>
            <button type="button" onClick={() => void analysis.judgeLine()}>
              {progress ? words.judging(progress.done, progress.of) : words.graph}
            </button>
            <button type="button" class="quiet" onClick={analysis.stop}>
              {words.stop}
            </button>
          </>
        ) : (
          <button type="button" disabled={state === 'loading'} onClick={() => void analysis.start()}>
            {state === 'loading' ? words.loading : words.start}
          </button>
        )}
      </div>
      {state === 'on' && (
        <p class="note">
          {analysis.engine.value}
          {lines[0] ? ` · ${words.depth(lines[0].depth)}` : ''}
        </p>
      )}
      {(state === 'forbidden' || state === 'failed') && (
        <p class="warning" role="alert">
          {words[state]}
        </p>
      )}
      {analysis.worths.value.size > 1 && <Graph store={store} analysis={analysis} />}
      {analysis.worths.value.size > 2 && <Mistakes analysis={analysis} />}
      {mistake && <WhatWasBetter store={store} analysis={analysis} mistake={mistake} />}
      {state === 'on' && (
        <Toggle
          label={words.arrow}
          value={settings.bestMove.value}
          onChange={(shows) => {
            settings.bestMove.value = shows;
          }}
        />
      )}
      {state === 'on' && position && (
        <ol class="best-lines" aria-label={words.best}>
          {lines.map((line) => (
            <li key={line.rank}>
              <button
                type="button"
                class="quiet"
                onClick={() => {
                  const usi = line.moves[0];
                  if (usi && node) store.edit({ t: 'play', after: node.id, usi });
                }}
              >
                <strong>{worthText(line.worth, words.mateIn)}</strong>
                <span>{lineText(position, line.moves.slice(0, MOVES_SHOWN))}</span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** How well both played, and a walk through what was not. */
function Mistakes({ analysis }: { analysis: Analysis }) {
  const words = t().review.engine;
  const { mistakes, accuracy } = analysis.verdict.value;
  const of = (side: Side) => mistakes.filter((it) => it.side === side);
  const row = (side: Side) => {
    const percent = accuracy[side];
    const count = (kind: Mistake['kind']) => of(side).filter((it) => it.kind === kind).length;
    return (
      <tr>
        <th scope="row">{t().sides[side]}</th>
        <td>{percent === null ? '–' : `${Math.round(percent)} %`}</td>
        <td>{count('inaccuracy')}</td>
        <td>{count('mistake')}</td>
        <td>{count('blunder')}</td>
      </tr>
    );
  };
  const head = (kind: Mistake['kind']) => (
    <th scope="col" title={words.kinds[kind]}>
      <span class={`sign ${kind}`} aria-hidden="true">
        {SIGNS[kind]}
      </span>
      <span class="hidden-visually">{words.kinds[kind]}</span>
    </th>
  );
  return (
    <>
      <table class="verdict">
        <thead>
          <tr>
            <td />
            <th scope="col">{words.accuracy}</th>
            {head('inaccuracy')}
            {head('mistake')}
            {head('blunder')}
          </tr>
        </thead>
        <tbody>
          {row('sente')}
          {row('gote')}
        </tbody>
      </table>
      <div class="row">
        <button type="button" disabled={mistakes.length === 0} onClick={() => analysis.walk(-1)}>
          {words.mistakeBefore}
        </button>
        <button type="button" disabled={mistakes.length === 0} onClick={() => analysis.walk(1)}>
          {words.mistakeNext}
        </button>
      </div>
    </>
  );
}

/** The mistake that is looked at, and what would have been played instead. */
function WhatWasBetter({ store, analysis, mistake }: Props & { mistake: Mistake }) {
  const words = t().review.engine;
  const tree = store.tree.value;
  const parent = tree && nodeOf(tree, mistake.node)?.parent;
  const before = parent === null || parent === undefined ? undefined : store.positions.value.get(parent);
  const better = parent === null || parent === undefined ? undefined : analysis.judged.value.get(parent);
  const usi = better?.moves[0];
  return (
    <p class="better" role="status">
      <strong class={`sign ${mistake.kind}`}>
        {SIGNS[mistake.kind]} {words.kinds[mistake.kind]}
      </strong>{' '}
      {words.gaveAway(Math.round(mistake.lost * 100))}
      {before && better && usi && typeof parent === 'number' && (
        <button type="button" class="quiet" onClick={() => store.edit({ t: 'play', after: parent, usi })}>
          {words.better} {lineText(before, better.moves.slice(0, MOVES_SHOWN))}
        </button>
      )}
    </p>
  );
}

const WIDTH = 300;
const HEIGHT = 90;

/** Above the middle sente stands better. Pressing on it looks at the move there; the list of moves says the same. */
function Graph({ store, analysis }: Props) {
  const words = t().review.engine;
  const worths = analysis.worths.value;
  const path = store.path.value.filter((node) => node.end === undefined);
  const last = Math.max(1, path.length - 1);
  const x = (ply: number) => ((ply / last) * WIDTH).toFixed(1);
  const y = (worth: Worth) => (HEIGHT - 2 - chanceOf(worth) * (HEIGHT - 4)).toFixed(1);
  const known = path.flatMap((node, ply) => {
    const worth = worths.get(node.id);
    return worth ? [{ ply, worth }] : [];
  });
  const points = known.map(({ ply, worth }) => `${x(ply)},${y(worth)}`);
  const [first, end] = [known[0], known.at(-1)];
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
      {first && end && (
        <polygon points={`${x(first.ply)},${HEIGHT} ${points.join(' ')} ${x(end.ply)},${HEIGHT}`} />
      )}
      <line class="middle" x1="0" x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
      {analysis.verdict.value.mistakes.map(({ node, kind }) => {
        const ply = path.findIndex((it) => it.id === node);
        return <line key={node} class={`sign ${kind}`} x1={x(ply)} x2={x(ply)} y1="0" y2={HEIGHT} />;
      })}
      {here >= 0 && <line class="here" x1={x(here)} x2={x(here)} y1="0" y2={HEIGHT} />}
      <polyline points={points.join(' ')} />
    </svg>
  );
}

/** How the position that is looked at stands, beside the board: the fuller, the better for who sits at the bottom. */
export function WorthBar({ store, analysis }: Props) {
  const node = store.node.value;
  const judged = node && analysis.judged.value.get(node.id);
  if (!judged) return null;
  const chance = chanceOf(judged.worth);
  const own = store.orientation.value === 'sente' ? chance : 1 - chance;
  const percent = Math.round(chance * 100);
  const label = t().review.engine.chance(percent);
  return (
    <div class={`worth-bar ${store.orientation.value}`} role="img" aria-label={label} title={label}>
      <span style={{ height: `${(own * 100).toFixed(1)}%` }} />
    </div>
  );
}
