/** The table of a review: its board, its moves, and what is said, judged and solved beside them. */

import { useComputed, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { isHall, isTalkNarrow } from '../board/columns';
import { Seat } from '../board/seat';
import { type OwnKey, Steps } from '../board/steps';
import { Table, useKeyboard } from '../board/table';
import { PROGRAM, SITE_NAME } from '../branding';
import { labelled } from '../i18n/listed';
import { t } from '../i18n/whole';
import { shownName } from '../people/shown-name';
import { user } from '../session';
import { settings } from '../settings/settings';
import { useTitle } from '../title';
import type { GameSnapshot, ReviewTree, Side } from '../wire/generated';
import { createAnalysis } from './analysis';
import { useDrawing } from './drawing';
import { createExercise, type Exercise } from './exercise';
import { ExercisePanel } from './exercise-panel';
import { GameNotes, GameSeat, GameTalk, isTalkedAt, useGameBeside } from './game-talk';
import { Judgement } from './judgement';
import { explored, Openings } from './openings';
import { type Panel, Panels } from './panels';
import type { ReviewStore } from './review-store';
import { createSecondChance } from './second-chance';
import { SecondChancePanel } from './second-chance-panel';
import { Sharing, SharingMenu, SharingState } from './sharing';
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
   * `onEnd` hears how many moves had to be shown, `next` is where one goes on from there.
   */
  exercise: { solver: Side | null; onEnd(n_shown: number): void; next: string | null } | null;
  /** What stands above everything: of what it is a chapter. */
  head: ((store: ReviewStore) => ComponentChildren) | null;
  /** What stands where other reviews say whose they are. */
  place(store: ReviewStore, exercise: Exercise | null): ComponentChildren;
  /**
   * What there is to read of the whole, what that is called, and whether readers see it first where
   * there is room for one thing.
   */
  about: { label: string; isFirst?: boolean; view(store: ReviewStore): ComponentChildren } | null;
  keys: readonly OwnKey[];
  /** What stands beside a player's name, as a clock. */
  beside?(store: ReviewStore, side: Side): ComponentChildren;
  /** What is said by those who watch it. */
  talk?(store: ReviewStore): ComponentChildren;
}

interface Props {
  store: ReviewStore;
  tree: ReviewTree;
  /** Whose mistakes are to be learnt from at once. */
  learns: Side | undefined;
  /** Whether it was brought by who looks at it, who may have been either player. */
  isBrought: boolean;
  chapter: Chapter | undefined;
}

export function Desk({ store, tree, learns, isBrought, chapter }: Props) {
  const words = t();
  const drawing = useDrawing(store);
  const explores = useSignal(explored() !== null);
  const talks = chapter?.talk !== undefined;
  // Without one the first is shown; what somebody has written goes before the talk.
  const isWritten = tree.nodes.some(({ comment }) => comment);
  const first = chapter?.about?.isFirst ? 'about' : isWritten ? 'comment' : '';
  const panel = useSignal(explored() !== null ? 'engine' : first);
  // A window that gets larger has the talk of a board in a panel.
  useEffect(() => {
    if (!talks) return;
    if (isTalkNarrow.value && panel.peek() === 'chat') panel.value = 'about';
    if (!isTalkNarrow.value && panel.peek() === 'about') panel.value = 'chat';
  }, [isTalkNarrow.value]);
  const explore = () => {
    explores.value = !explores.value;
    if (explores.value) panel.value = 'engine';
  };
  const [analysis] = useState(() => createAnalysis(store));
  const [chance] = useState(() => createSecondChance(store, analysis));
  const exercise = useExercise(store, chapter);
  const beside = useGameBeside(store.shared.value?.of_game ? store.code : null);
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
  const shown = (side: Side) => (name[side] === null ? words.sides[side] : shownName(name[side]));
  const title =
    chapter?.title ?? labelled(words.review.title, words.game.title(shown('sente'), shown('gote')));
  useTitle(title);
  const keys = [
    ...sidewaysKeys(store),
    { key: 'm', does: () => analysis.walk(1), words: words.review.engine.mistakeNext },
    { key: 'M', does: () => analysis.walk(-1), words: words.review.engine.mistakeBefore },
    { key: 'e', does: explore, words: words.explorer.toggle },
  ];
  const game = beside?.store.game.value ?? null;
  const shared = store.shared.value;
  // Whoever has to save, or is not where everybody is, sees so whichever panel is open.
  const needsWord = store.isCopy.value || !shared?.may_edit;
  const learner = learnerOf({ game, learns, isBrought, store, tree });
  const parts = {
    comment: (
      <>
        <Talk store={store} brush={drawing.brush} isExercise={exercise !== null} />
        {game && <GameNotes game={game} />}
      </>
    ),
    chat: chapter?.talk?.(store) ?? (beside && isTalkedAt(game) && <GameTalk beside={beside} />),
    engine: (
      <>
        <Judgement store={store} analysis={analysis} chance={chance} learner={learner} />
        <Openings store={store} open={explores} />
      </>
    ),
    about: chapter?.about?.view(store),
  };
  const standing = chapter?.place(store, exercise);
  // On a phone the talk of those who watch stands right below the board, or between the players.
  const isBelow = talks && isTalkNarrow.value;
  const typed = <TypedMove store={store} />;
  const talk: Panel | null =
    parts.chat && !isBelow
      ? { name: 'chat', label: words.chat.title, count: beside?.unread.count.value ?? 0, view: parts.chat }
      : null;
  // Who has just played wants to talk.
  const hasPlayed = game !== null && game.you !== null;
  const panels: (Panel | null)[] = [
    hasPlayed ? talk : null,
    {
      name: 'comment',
      label: words.review.comment,
      view: (
        <>
          {parts.comment}
          {typed}
          {!chapter && shared?.may_edit && !store.isCopy.value && <SharingState store={store} tree={tree} />}
        </>
      ),
    },
    hasPlayed ? null : talk,
    { name: 'engine', label: words.review.engine.title, view: parts.engine },
    chapter?.about ? { name: 'about', label: chapter.about.label, view: parts.about } : null,
  ];
  return (
    <Table
      title={title}
      variant={store.shown.value?.position.variant}
      bottom={store.orientation.value}
      class={`replay review ${game ? 'settled' : ''} ${learning ? 'learning' : ''} ${solving ? 'solving' : ''} ${isBelow ? 'watching' : ''}`}
      refs={refs}
      keyboard={brush ? { ...keyboard, picked: drawing.from.value, onSquare: drawing.onSquare } : keyboard}
      head={chapter?.head?.(store)}
      seat={(side, place) =>
        beside && game ? (
          <GameSeat beside={beside} game={game} side={side} place={place} />
        ) : (
          <Seat side={side} name={shown(side)}>
            {chapter?.beside?.(store, side)}
          </Seat>
        )
      }
      over={learning || solving ? null : <WorthBar store={store} analysis={analysis} />}
      rest={
        isBelow
          ? parts.chat
          : isHall.value &&
            !learning && (
              <>
                {!chapter && <Sharing store={store} tree={tree} />}
                {standing}
                {parts.chat}
                {parts.about}
                {!solving && parts.engine}
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
            {(isHall.value || solving) && typed}
          </>
        )
      }
      desk={
        learning ? (
          <SecondChancePanel
            store={store}
            analysis={analysis}
            chance={chance}
            isFixed={learner !== 'either'}
          />
        ) : (
          <>
            {!isHall.value && standing}
            {!isHall.value && !chapter && needsWord && (
              <section class="card about sharing">
                <SharingState store={store} tree={tree} />
              </section>
            )}
            {solving && exercise ? (
              <ExercisePanel
                store={store}
                tree={tree}
                exercise={exercise}
                next={chapter?.exercise?.next ?? null}
              />
            ) : isHall.value ? (
              parts.comment
            ) : (
              <Panels
                chosen={panel}
                panels={panels.filter((it) => it !== null)}
                end={!chapter && <SharingMenu store={store} tree={tree} />}
              />
            )}
          </>
        )
      }
    />
  );
}

/**
 * Whose mistakes somebody may learn from here: their own, in a game that they have played. Of a
 * record that they bring nobody knows which side they were.
 */
function learnerOf({
  game,
  learns,
  isBrought,
  store,
  tree,
}: Pick<Props, 'learns' | 'isBrought' | 'store' | 'tree'> & { game: GameSnapshot | null }):
  | Side
  | 'either'
  | null {
  if (game?.you) return game.you;
  if (learns) return learns;
  const shared = store.shared.value;
  if (shared === null) return isBrought ? 'either' : null;
  if (!shared.may_edit || shared.of_game || shared.study) return null;
  // Of a copy of a game that was played here it is known by whom; another may be anybody's.
  if (![SITE_NAME, PROGRAM].includes(headerOf(tree, 'Site') ?? '')) return 'either';
  const name = user.value?.name;
  if (name === undefined) return null;
  return headerOf(tree, 'Sente') === name ? 'sente' : headerOf(tree, 'Gote') === name ? 'gote' : null;
}

/** A chapter that is solved; whoever may not change it begins at once. */
function useExercise(store: ReviewStore, chapter: Chapter | undefined): Exercise | null {
  const how = chapter?.exercise;
  const solver = how?.solver;
  const now = useRef(how);
  now.current = how;
  const exercise = useMemo(
    () =>
      solver === undefined ? null : createExercise(store, solver, (n_shown) => now.current?.onEnd(n_shown)),
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
