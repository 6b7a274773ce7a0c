/**
 * Learning from one's mistakes, beside the board: what is asked, what came of it, and how it went
 * in the end.
 */

import { useEffect, useRef } from 'preact/hooks';
import { moveText } from '../board/words';
import { noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import { Segments } from '../ui/choice';
import type { Side } from '../wire/generated';
import type { Analysis } from './analysis';
import { worthText } from './engine-words';
import { SIGNS } from './mistakes';
import type { ReviewStore } from './review-store';
import type { Point, SecondChance, Stage } from './second-chance';
import { isRight } from './turning-points';
import { TypedMove } from './typed-move';

interface Props {
  store: ReviewStore;
  analysis: Analysis;
  chance: SecondChance;
  /** Whether nobody is asked whose mistakes they are: they are one's own. */
  isFixed: boolean;
}

/** Where the keyboard is when it has just made a move. */
const MOVERS = '.board-grid, .typed-move';

const NEEDING_ENGINE: ReadonlySet<Stage> = new Set(['preparing', 'asking', 'checking', 'answered', 'shown']);

/** How it stands, as far as there is an engine. */
function stageOf({ analysis, chance }: Props): Stage | 'stopped' {
  const stage = chance.stage.value;
  const state = analysis.state.value;
  if (!NEEDING_ENGINE.has(stage)) return stage;
  // The engine was stopped by a rated game that is over now.
  if (state === 'off') return 'choosing';
  return state === 'forbidden' || state === 'failed' ? 'stopped' : stage;
}

/**
 * What is asked, which stands above the board where there is one column, and what can be done,
 * below it.
 */
export function SecondChancePanel(props: Props) {
  const words = t().review.learn;
  const actions = useRef<HTMLDivElement>(null);
  const stage = stageOf(props);
  const point = props.chance.point.value;
  // The keyboard goes on with what can be done now.
  useEffect(() => {
    const { activeElement } = document;
    const isHere = activeElement === document.body || activeElement?.closest(MOVERS);
    const isDone = stage === 'answered' || stage === 'shown' || stage === 'over';
    if (isDone && isHere) actions.current?.querySelector('button')?.focus();
  }, [stage]);
  return (
    <>
      <section class="card talk second-chance" aria-labelledby="second-chance">
        <header>
          <h2 id="second-chance">{words.title}</h2>
          {point && stage !== 'over' && (
            <p class="note">{words.place(props.chance.at.value + 1, props.chance.points.value.length)}</p>
          )}
        </header>
        <Said {...props} />
      </section>
      <div class="card talk second-chance-actions" ref={actions}>
        <div class="row">
          <Actions {...props} />
          <button type="button" class="quiet" onClick={props.chance.leave}>
            {words.back}
          </button>
        </div>
        {stage === 'asking' && <TypedMove store={props.store} />}
      </div>
    </>
  );
}

function Said(props: Props) {
  const { analysis, chance } = props;
  const { engine, learn } = t().review;
  const stage = stageOf(props);
  switch (stage) {
    case 'off':
      return null;
    case 'stopped':
      return (
        <p class="warning" role="alert">
          {analysis.state.value === 'forbidden' ? engine.forbidden : engine.failed}
        </p>
      );
    case 'choosing':
      return props.isFixed ? null : <Choosing chance={chance} />;
    case 'preparing':
      return <Preparing {...props} />;
    case 'none':
      return <p role="status">{resignedText(chance) ?? learn.none}</p>;
    case 'over':
      return <Over {...props} />;
    default:
      return <Asked {...props} />;
  }
}

function Choosing({ chance }: { chance: SecondChance }) {
  const { review, sides } = t();
  return (
    <Segments<Side>
      label={review.learn.whose}
      options={[
        ['sente', sides.sente],
        ['gote', sides.gote],
      ]}
      value={chance.side.value}
      onChange={chance.choose}
    />
  );
}

function Preparing({ analysis }: Props) {
  const { engine, learn } = t().review;
  const progress = analysis.progress.value;
  return (
    <>
      <p role="status">{analysis.state.value === 'loading' ? engine.loading : learn.preparing}</p>
      <progress
        aria-label={engine.judging}
        {...(progress ? { max: progress.of, value: progress.done } : {})}
      />
    </>
  );
}

/** Whether the turning point that is up is done with. */
function isSolved(chance: SecondChance): boolean {
  const answer = chance.answer.value;
  return chance.stage.value === 'shown' || (answer !== null && isRight(answer));
}

/** A turning point that is to be played better. */
function Asked(props: Props) {
  const { store, chance } = props;
  const words = t().review.learn;
  const point = chance.point.value;
  if (!point) return null;
  const tone = isSolved(chance) ? 'right' : chance.answer.value ? 'wrong' : '';
  return (
    <>
      <p>
        {words.task(point.ply, textOf(store, point, point.played))}{' '}
        <span class={`sign ${point.kind}`}>{SIGNS[point.kind]}</span>
      </p>
      <p class={`said ${tone}`} role="status">
        {said(props, point)}
      </p>
    </>
  );
}

/** What can be done now, the likeliest first. */
function Actions(props: Props) {
  const { chance } = props;
  const words = t().review.learn;
  const stage = stageOf(props);
  const isLast = chance.at.value + 1 === chance.points.value.length;
  const start = () => void chance.start(chance.side.peek());
  const position = chance.resigned.value && (
    <button type="button" class="primary" onClick={chance.showResigned}>
      {words.toPosition}
    </button>
  );
  switch (stage) {
    case 'none':
      return position;
    case 'choosing':
      return (
        <button type="button" class="primary" onClick={start}>
          {words.start}
        </button>
      );
    case 'over':
      return (
        <>
          {position}
          <button type="button" onClick={start}>
            {words.again}
          </button>
        </>
      );
    case 'asking':
    case 'checking':
    case 'answered':
    case 'shown':
      break;
    default:
      return null;
  }
  const done = isSolved(chance);
  const isTried = stage === 'answered' || stage === 'shown';
  return (
    <>
      {done && (
        <button type="button" class="primary" onClick={chance.next}>
          {isLast ? words.finish : words.next}
        </button>
      )}
      {isTried && (
        <button type="button" class={done ? '' : 'primary'} onClick={chance.retry}>
          {words.again}
        </button>
      )}
      {!done && (
        <>
          <button type="button" disabled={stage === 'checking'} onClick={chance.showAnswer}>
            {words.answer}
          </button>
          <button type="button" class="quiet" onClick={chance.next}>
            {isLast ? words.finish : words.skip}
          </button>
        </>
      )}
    </>
  );
}

/** What is said of a turning point as it stands. */
function said({ store, analysis, chance }: Props, point: Point): string {
  const words = t().review.learn;
  const best = analysis.judged.value.get(point.before)?.moves[0];
  const bestText = best === undefined ? '–' : textOf(store, point, best);
  if (chance.stage.value === 'checking') return words.checking;
  if (chance.stage.value === 'shown') return words.shown(bestText);
  const answer = chance.answer.value;
  if (answer === null) return words.find;
  return answer === 'good' ? words.answers.good(bestText) : words.answers[answer];
}

/** That the last decision was the mistake, if it was. */
function resignedText(chance: SecondChance): string | null {
  const { learn, engine } = t().review;
  const worth = chance.resigned.value;
  if (!worth) return null;
  if ('mate' in worth) return learn.resignedMating(Math.abs(worth.mate));
  return learn.resigned(worthText(worth, engine.mateIn));
}

/** How it went with all of them. */
function Over({ store, chance }: Props) {
  const words = t().review.learn;
  const points = chance.points.value;
  const resigned = resignedText(chance);
  return (
    <>
      <p role="status">{words.found(points.filter((it) => it.is === 'found').length, points.length)}</p>
      {resigned && <p>{resigned}</p>}
      <ol class="turning-points">
        {points.map((it) => (
          <li key={it.node}>
            <span class={`sign ${it.kind}`}>{SIGNS[it.kind]}</span>{' '}
            {noted([words.move(it.ply, textOf(store, it, it.played)), outcome(it)])}
          </li>
        ))}
      </ol>
    </>
  );
}

function outcome(point: Point): string {
  const words = t().review.learn.outcomes;
  return point.is === 'found' ? words.found(point.n_tries) : words[point.is];
}

/** A move in the position before the mistake, as the notation in use writes it. */
function textOf(store: ReviewStore, point: Point, usi: string): string {
  const position = store.positions.value.get(point.before);
  const previous = store.tree.value?.nodes.find((it) => it.id === point.before)?.usi;
  return position ? moveText(position, usi, previous) : usi;
}
