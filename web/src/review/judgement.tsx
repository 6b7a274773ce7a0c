/**
 * What the engine in the browser thinks: the best lines here, a graph of the whole line, and its
 * mistakes.
 */

import { lineText } from '../board/words';
import { noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import { settings } from '../settings/settings';
import { Toggle } from '../ui/choice';
import { Icon, SideMark } from '../ui/icon';
import type { Side } from '../wire/generated';
import type { Analysis } from './analysis';
import { KINDS, type Kind, type Mistake, SIGNS, type Verdict } from './mistakes';
import type { ReviewStore } from './review-store';
import type { SecondChance } from './second-chance';
import { nodeOf } from './tree';
import { WorthText } from './worth';
import { WorthGraph } from './worth-graph';

/** Moves of a line that are shown. */
const MOVES_SHOWN = 8;
/** From how many moves on a line has turning points. */
const MOVES_TO_LEARN_FROM = 2;

interface Props {
  store: ReviewStore;
  analysis: Analysis;
}

interface JudgementProps extends Props {
  chance: SecondChance;
  /** Who may learn from mistakes: one side, or either, or nobody. */
  learner: Side | 'either' | null;
}

export function Judgement({ store, analysis, chance, learner }: JudgementProps) {
  const words = t().review.engine;
  const state = analysis.state.value;
  const node = store.node.value;
  if (!analysis.canJudge.value) return null;
  const verdict = analysis.verdict.value;
  const mistake = verdict?.mistakes.find((it) => it.node === node?.id);
  return (
    <section class="card talk judgement" aria-label={words.title}>
      {state === 'on' ? (
        <Head store={store} analysis={analysis} />
      ) : (
        <div class="row">
          <button type="button" disabled={state === 'loading'} onClick={() => void analysis.start()}>
            {state === 'loading' ? words.loading : words.start}
          </button>
        </div>
      )}
      {(state === 'forbidden' || state === 'failed') && (
        <p class="warning" role="alert">
          {words[state]}
        </p>
      )}
      {state === 'on' && <BestLines store={store} analysis={analysis} />}
      {state === 'on' && <WholeLine analysis={analysis} />}
      <WorthGraph store={store} analysis={analysis} />
      {verdict && <Walk analysis={analysis} mistakes={verdict.mistakes} />}
      {mistake && <WhatWasBetter store={store} analysis={analysis} mistake={mistake} />}
      {verdict && <Summary verdict={verdict} />}
      {learner && store.path.value.length > MOVES_TO_LEARN_FROM && (
        <button
          type="button"
          onClick={() => {
            if (learner === 'either') chance.choose(store.orientation.peek());
            else void chance.start(learner);
          }}
        >
          <Icon name="target" />
          {t().review.learn.title}
        </button>
      )}
      {state === 'on' && (
        <Toggle
          label={words.arrow}
          value={settings.bestMove.value}
          onChange={(shows) => {
            settings.bestMove.value = shows;
          }}
        />
      )}
    </section>
  );
}

/** What the position is worth, who says so, and how far it has looked. */
function Head({ store, analysis }: Props) {
  const words = t().review.engine;
  const here = analysis.judged.value.get(store.node.value?.id ?? -1);
  return (
    <div class="row head">
      <strong class="worth">{here && here.moves.length > 0 ? <WorthText worth={here.worth} /> : '–'}</strong>
      <span class="note">
        {noted([analysis.engine.value, here && here.depth > 0 && words.depth(here.depth)])}
      </span>
      <button type="button" class="quiet" onClick={analysis.stop}>
        {words.stop}
      </button>
    </div>
  );
}

function BestLines({ store, analysis }: Props) {
  const words = t().review.engine;
  const node = store.node.value;
  const position = node && store.positions.value.get(node.id);
  if (!node || !position) return null;
  return (
    <ol class="best-lines" aria-label={words.best}>
      {analysis.lines.value.map((line) => (
        <li key={line.rank}>
          <button
            type="button"
            class="quiet"
            onClick={() => {
              const usi = line.moves[0];
              if (usi) store.edit({ t: 'play', after: node.id, usi });
            }}
          >
            <strong>
              <WorthText worth={line.worth} />
            </strong>
            <span>{lineText(position, line.moves.slice(0, MOVES_SHOWN))}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

/** Has the whole line judged, and says how far that is. */
function WholeLine({ analysis }: { analysis: Analysis }) {
  const words = t().review.engine;
  const progress = analysis.progress.value;
  if (!progress && !analysis.isUnjudged.value) return null;
  return (
    <div class="row whole-line">
      {progress && (
        <progress
          max={progress.of}
          value={progress.done}
          aria-label={words.judging}
          title={`${Math.round((progress.done / progress.of) * 100)} %`}
        />
      )}
      <button type="button" onClick={() => void analysis.judgeLine()}>
        {progress ? words.pause : words.graph}
      </button>
    </div>
  );
}

function Walk({ analysis, mistakes }: { analysis: Analysis; mistakes: Mistake[] }) {
  const words = t().review.engine;
  if (mistakes.length === 0) return <p class="note">{words.noMistakes}</p>;
  return (
    <div class="row walk">
      <button type="button" onClick={() => analysis.walk(-1)}>
        {words.mistakeBefore}
      </button>
      <button type="button" onClick={() => analysis.walk(1)}>
        {words.mistakeNext}
      </button>
    </div>
  );
}

/** A sign as it stands beside moves, and its name for those who do not see colours. */
export function Sign({ kind }: { kind: Kind }) {
  const name = t().review.engine.kinds[kind];
  return (
    <span class={`sign ${kind}`} title={name}>
      <span aria-hidden="true">{SIGNS[kind]}</span>
      <span class="hidden-visually">{name}</span>
    </span>
  );
}

/** The mistake that is looked at, and what would have been played instead. */
function WhatWasBetter({ store, analysis, mistake }: Props & { mistake: Mistake }) {
  const words = t().review.engine;
  const tree = store.tree.value;
  const parent = tree && nodeOf(tree, mistake.node)?.parent;
  if (parent === null || parent === undefined) return null;
  const before = store.positions.value.get(parent);
  const moves = analysis.judged.value.get(parent)?.moves ?? [];
  const [usi] = moves;
  return (
    <div class="better" role="status">
      <p>
        <strong class={`sign ${mistake.kind}`}>
          {SIGNS[mistake.kind]} {words.kinds[mistake.kind]}
        </strong>{' '}
        {words.gaveAway(Math.round(mistake.lost * 100))}
      </p>
      {before && usi && (
        <button type="button" class="quiet" onClick={() => store.edit({ t: 'play', after: parent, usi })}>
          <strong>{words.better}</strong>
          <span>{lineText(before, moves.slice(0, MOVES_SHOWN))}</span>
        </button>
      )}
    </div>
  );
}

/** How well both played. */
function Summary({ verdict }: { verdict: Verdict }) {
  const words = t().review.engine;
  const row = (side: Side) => {
    const percent = verdict.accuracy[side];
    const count = (kind: Kind) =>
      verdict.mistakes.filter((it) => it.side === side && it.kind === kind).length;
    return (
      <tr>
        <th scope="row">
          <SideMark side={side} /> {t().sides[side]}
        </th>
        <td>{percent === null ? '–' : `${Math.round(percent)} %`}</td>
        {KINDS.map((kind) => (
          <td key={kind}>{count(kind)}</td>
        ))}
      </tr>
    );
  };
  return (
    <table class="verdict">
      <thead>
        <tr>
          <td />
          <th scope="col">{words.accuracy}</th>
          {KINDS.map((kind) => (
            <th key={kind} scope="col">
              <Sign kind={kind} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {row('sente')}
        {row('gote')}
      </tbody>
    </table>
  );
}
