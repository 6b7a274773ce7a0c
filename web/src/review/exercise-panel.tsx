/**
 * A chapter that is solved, beside the board: what is asked, what is said of the move, and what can
 * be done.
 */

import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n/whole';
import type { ReviewTree } from '../wire/generated';
import { CommentText } from './comment-text';
import type { Exercise } from './exercise';
import type { ReviewStore } from './review-store';

interface Props {
  store: ReviewStore;
  tree: ReviewTree;
  exercise: Exercise;
  /** Where one goes on from here: the next chapter. */
  next: string | null;
}

/** Where the keyboard is when it has just made a move. */
const MOVERS = '.board-grid, .typed-move';

export function ExercisePanel({ store, tree, exercise, next }: Props) {
  const words = t().study.exercise;
  const stage = exercise.stage.value;
  const node = store.node.value;
  const hinted = exercise.hints.value;
  const actions = useRef<HTMLDivElement>(null);
  // The keyboard goes on with what can be done now.
  useEffect(() => {
    const { activeElement } = document;
    // A button that was pressed may be gone.
    const isLost = activeElement === document.body;
    const isAsked = stage === 'wrong' || stage === 'over';
    if (isAsked ? isLost || activeElement?.closest(MOVERS) : hinted && isLost)
      actions.current?.querySelector<HTMLElement>('button, a')?.focus();
  }, [stage, hinted]);
  const isClean = stage === 'over' && exercise.n_shown.value === 0;
  const tone = isClean ? 'right' : stage === 'wrong' ? 'wrong' : '';
  const comment = stage === 'wrong' ? null : node?.comment;
  const hint = stage === 'asking' || stage === 'wrong' ? hintFor(store, stage) : undefined;
  return (
    <section class="card talk exercise" aria-labelledby="exercise">
      <h2 id="exercise">{exercise.solver === null ? words.guess : words.practice}</h2>
      {comment && (
        <p class="comment" aria-live="polite">
          <CommentText store={store} tree={tree} text={comment} />
        </p>
      )}
      <div class="told" role="status">
        <p class={`said ${tone}`}>
          <Said exercise={exercise} />
        </p>
        {hint && (hinted || stage === 'wrong') && <p class="hint">{words.hintIs(hint)}</p>}
      </div>
      <div class="row" ref={actions}>
        {stage === 'wrong' && (
          <button type="button" class="primary" onClick={exercise.retry}>
            {words.again}
          </button>
        )}
        {stage === 'asking' && hint && !hinted && (
          <button type="button" onClick={exercise.showHint}>
            {words.hint}
          </button>
        )}
        {(stage === 'asking' || stage === 'wrong') && (
          <button type="button" onClick={exercise.showMove}>
            {exercise.solver === null ? words.showNext : words.showMove}
          </button>
        )}
        {stage === 'over' && next !== null && !exercise.hasMore.value && (
          <a class="button primary" href={next}>
            {t().study.chapterNext}
          </a>
        )}
        {stage === 'over' && (
          <button
            type="button"
            class={next === null || exercise.hasMore.value ? 'primary' : ''}
            onClick={exercise.start}
          >
            {exercise.hasMore.value ? words.otherAnswers : words.fromStart}
          </button>
        )}
        <button type="button" class="quiet" onClick={exercise.leave}>
          {words.leave}
        </button>
      </div>
    </section>
  );
}

/** The author's hint at the position that is asked about. */
function hintFor(store: ReviewStore, stage: 'asking' | 'wrong'): string | undefined {
  const node = store.node.value;
  if (stage === 'asking') return node?.hint;
  return store.tree.value?.nodes.find((it) => it.id === node?.parent)?.hint;
}

function Said({ exercise }: { exercise: Exercise }) {
  const words = t().study.exercise;
  switch (exercise.stage.value) {
    case 'off':
      return null;
    case 'asking':
      return <>{exercise.solver === null ? words.whatNext : words.yourMove(exercise.solver)}</>;
    case 'answering':
      return <>{words.right}</>;
    case 'wrong':
      return <>{exercise.why.value ?? words.notInTree}</>;
    case 'over':
      return <>{words.over(exercise.n_found.value, exercise.n_shown.value)}</>;
  }
}
