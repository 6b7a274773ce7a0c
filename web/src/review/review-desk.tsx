/** The table of a review: its board, its moves, and what is said, judged and solved beside them. */

import { useComputed, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { Seat } from '../board/seat';
import { type OwnKey, Steps } from '../board/steps';
import { Table, useKeyboard } from '../board/table';
import { labelled } from '../i18n/listed';
import { t } from '../i18n/whole';
import { settings } from '../settings/settings';
import { useTitle } from '../title';
import type { ReviewTree, Side } from '../wire/generated';
import { createAnalysis } from './analysis';
import { Draw, useDrawing } from './drawing';
import { createExercise, type Exercise } from './exercise';
import { ExercisePanel } from './exercise-panel';
import { GameTalk } from './game-talk';
import { Judgement } from './judgement';
import { explored, Openings } from './openings';
import type { ReviewStore } from './review-store';
import { createSecondChance } from './second-chance';
import { SecondChancePanel } from './second-chance-panel';
import { Sharing } from './sharing';
import { Talk } from './talk';
import { headerOf } from './tree';
import { TreeList } from './tree-list';
import { TypedMove } from './typed-move';
import { useReviewBoard } from './use-review-board';
import { sidewaysKeys, walkOf } from './walk';
import { WorthBar } from './worth';

/** What a study says of a review that is a chapter of it. */
export interface Chapter {
  title: string;
  /**
   * Whether it is solved rather than read; `solver` is whom the reader plays, null for both sides.
   */
  exercise: { solver: Side | null } | null;
  /** What stands where other reviews say whose they are. */
  place(store: ReviewStore, exercise: Exercise | null): ComponentChildren;
  /** What stands above the board where there is one column. */
  bar: ComponentChildren;
  keys: readonly OwnKey[];
}

interface Props {
  store: ReviewStore;
  tree: ReviewTree;
  /** Whose mistakes are to be learnt from at once. */
  learns: Side | undefined;
  chapter: Chapter | undefined;
}

export function Desk({ store, tree, learns, chapter }: Props) {
  const words = t();
  const drawing = useDrawing(store);
  const explores = useSignal(explored() !== null);
  const [analysis] = useState(() => createAnalysis(store));
  const [chance] = useState(() => createSecondChance(store, analysis));
  const exercise = useExercise(store, chapter);
  useEffect(() => {
    if (learns) void chance.start(learns);
    return () => {
      chance.close();
      analysis.close();
    };
  }, [analysis]);
  const learning = chance.stage.value !== 'off';
  const solving = exercise !== null && exercise.stage.value !== 'off';
  const brush = learning || solving ? null : drawing.brush.value;
  const hint = useComputed(() =>
    settings.bestMove.value && chance.stage.value === 'off' && (exercise?.stage.value ?? 'off') === 'off'
      ? (analysis.lines.value[0]?.moves[0] ?? null)
      : null,
  );
  const refs = useReviewBoard(store, brush, hint);
  const keyboard = useKeyboard(store, refs);
  const name = { sente: headerOf(tree, 'Sente'), gote: headerOf(tree, 'Gote') };
  const players = words.game.title(name.sente ?? words.sides.sente, name.gote ?? words.sides.gote);
  const title = chapter?.title ?? labelled(words.review.title, players);
  useTitle(title);
  const keys = [
    ...sidewaysKeys(store),
    { key: 'm', does: () => analysis.walk(1), words: words.review.engine.mistakeNext },
    { key: 'M', does: () => analysis.walk(-1), words: words.review.engine.mistakeBefore },
    { key: 'e', does: () => (explores.value = !explores.value), words: words.explorer.toggle },
  ];
  return (
    <Table
      title={title}
      variant={store.shown.value?.position.variant}
      bottom={store.orientation.value}
      class={`replay review ${learning ? 'learning' : ''} ${solving ? 'solving' : ''}`}
      refs={refs}
      keyboard={brush ? { ...keyboard, picked: drawing.from.value, onSquare: drawing.onSquare } : keyboard}
      seat={(side) => <Seat side={side} name={name[side]} />}
      over={learning || solving ? null : <WorthBar store={store} analysis={analysis} />}
      rest={
        learning ? null : (
          <>
            {chapter ? chapter.place(store, exercise) : <Sharing store={store} tree={tree} />}
            {!solving && <Judgement store={store} analysis={analysis} chance={chance} />}
            {!solving && <Openings store={store} open={explores} />}
          </>
        )
      }
      record={
        learning ? null : (
          <>
            <TreeList
              store={store}
              tree={tree}
              mistakes={solving ? [] : (analysis.verdict.value?.mistakes ?? [])}
            />
            <Steps
              walk={() => walkOf(store)}
              isWhole
              more={[...(solving ? [] : keys), ...(chapter?.keys ?? [])]}
            />
            <TypedMove store={store} />
          </>
        )
      }
      desk={
        <>
          {chapter?.bar}
          {learning ? (
            <SecondChancePanel store={store} analysis={analysis} chance={chance} />
          ) : solving && exercise ? (
            <ExercisePanel store={store} tree={tree} exercise={exercise} />
          ) : (
            <>
              <Draw brush={drawing.brush} />
              <Talk store={store} isExercise={exercise !== null} />
              {store.code !== null && store.shared.value?.of_game && <GameTalk code={store.code} />}
            </>
          )}
        </>
      }
    />
  );
}

/** A chapter that is solved; whoever may not change it begins at once. */
function useExercise(store: ReviewStore, chapter: Chapter | undefined): Exercise | null {
  const how = chapter?.exercise;
  const solver = how?.solver;
  const exercise = useMemo(
    () => (solver === undefined ? null : createExercise(store, solver)),
    [store, solver],
  );
  // Before anything is painted: what is to be found is never seen.
  useLayoutEffect(() => {
    if (!exercise) return;
    if (!store.mayEdit.peek()) exercise.start();
    return exercise.close;
  }, [exercise]);
  return exercise;
}
