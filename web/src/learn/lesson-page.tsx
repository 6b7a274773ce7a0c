/** `/learn/NAME`: one lesson, its words beside the board and its exercises on it. */

import { signal, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { t } from '../i18n/whole';
import { fromSfen } from '../shogi/position';
import { squaresOf } from '../shogi/usi';
import { variantOf } from '../shogi/variant';
import { pieceSound } from '../sound/effects';
import { createTrainer } from '../trainer/trainer';
import { TrainerTable } from '../trainer/trainer-table';
import { Noted } from '../ui/noted';
import { Blank, Busy } from '../ui/page';
import {
  after,
  begin,
  type Exercise,
  knowsPromotion,
  LESSONS,
  type Lesson,
  offers,
  type Standing,
} from './course';
import type { LessonWords } from './course-words';
import { PlayFirstGame } from './first-game';
import { courseWords, followLanguage, loadLessons, noteDone } from './lessons';
import { WithReadings, withoutReadings } from './readings';

export function LessonPage({ lesson: id }: { lesson: string }) {
  const words = t().training.learn;
  const lesson = LESSONS.find(({ name }) => name === id);
  useEffect(() => {
    loadLessons();
    return followLanguage();
  }, []);
  const course = courseWords.value;
  const told = course?.lessons[id];
  if (!lesson) return <Blank title={words.unknown} href="/learn" to={words.all} />;
  if (!told) return <Busy />;
  return <Course lesson={lesson} told={told} />;
}

function Course({ lesson, told }: { lesson: Lesson; told: LessonWords }) {
  const words = t().training.learn;
  const course = useMemo(() => createRun(lesson), [lesson]);
  const busy = useSignal(false);
  const at = course.at.value;
  const exercise = lesson.exercises[at];
  const place = LESSONS.indexOf(lesson);
  const next = LESSONS[place + 1];
  const state = course.state.value;
  const isLast = at + 1 === lesson.exercises.length;
  const done = state === 'done';
  const isSlow =
    done && exercise && 'moves' in exercise && (course.standing.value?.n_moves ?? 0) > exercise.moves;
  return (
    <TrainerTable
      trainer={course.trainer}
      hasStand={holdsPieces(lesson)}
      title={withoutReadings(told.title)}
      head={
        <>
          <p class="note">
            <Noted>
              <a href="/learn">{words.all}</a>
              {words.lesson(place + 1)}
            </Noted>
          </p>
          <h1>
            <WithReadings text={told.title} />
          </h1>
          {told.text.map((line) => (
            <p key={line}>
              <WithReadings text={line} />
            </p>
          ))}
          <h2>{words.exercise(at + 1, lesson.exercises.length)}</h2>
          <p class="task">
            <WithReadings text={told.tasks[at] ?? ''} />
          </p>
        </>
      }
    >
      {exercise?.kind === 'quiz' && (
        <ul class="quiz" key={at}>
          {(told.options?.[course.quizzesBefore(at)] ?? []).map((option, i) => (
            <li key={option}>
              <button
                type="button"
                class={course.chosen.value === i ? (i === exercise.right ? 'right' : 'wrong') : ''}
                aria-pressed={course.chosen.value === i}
                onClick={() => course.choose(i)}
              >
                {option}
              </button>
            </li>
          ))}
        </ul>
      )}
      <p class={`verdict ${done ? 'solved' : state === 'wrong' ? 'failed' : ''}`} role="status">
        {verdict(exercise, course.standing.value, state, told.wrong?.[at])}
        {done && isLast && ` ${words.finished}`}
      </p>
      {isSlow && told.wrong?.[at] && <p class="note">{told.wrong[at]}</p>}
      <div class="row">
        {exercise?.kind !== 'quiz' && (
          <button
            type="button"
            onClick={() => {
              course.restart();
              toExercise();
            }}
          >
            {words.again}
          </button>
        )}
        {done && !isLast && (
          <button
            type="button"
            class="primary"
            onClick={() => {
              course.begin(at + 1);
              toExercise();
            }}
          >
            {words.next}
          </button>
        )}
        {done && isLast && next && (
          <a class="button primary" href={`/learn/${next.name}`}>
            {words.nextLesson}
          </a>
        )}
      </div>
      {done && isLast && !next && <PlayFirstGame busy={busy} knowsRules />}
    </TrainerTable>
  );
}

/** Brings the eyes and the keyboard to what is to be done. */
function toExercise(): void {
  requestAnimationFrame(() => {
    const main = document.getElementById('main');
    main?.scrollIntoView({ block: 'start' });
    const first =
      main?.querySelector<HTMLElement>('.quiz button') ??
      main?.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]');
    // What is in focus is on the board: the page stays where the task is.
    first?.focus({ preventScroll: true });
  });
}

/** What is said of an exercise as it stands. */
function verdict(
  exercise: Exercise | undefined,
  standing: Standing | null,
  state: Standing['state'],
  hint: string | undefined,
): string {
  const words = t().training.learn;
  const illegal: Record<string, string> = t().result.illegal;
  const why = illegal[standing?.broken ?? ''] ?? hint;
  if (state === 'wrong') return why ? words.wrongFor(why) : words.wrong;
  if (state === 'done')
    return !exercise || !('moves' in exercise)
      ? words.right
      : (standing?.n_moves ?? 0) <= exercise.moves
        ? words.rightBest
        : words.rightIn(exercise.moves);
  return standing && standing.left.length > 0 ? words.left(standing.left.length) : '';
}

/** Whether there is anything to drop; what is captured on the way is of no use in a lesson. */
function holdsPieces(lesson: Lesson): boolean {
  return lesson.exercises.some((it) => it.kind !== 'quiz' && it.sfen.split(' ')[2] !== '-');
}

/** Somebody's way through a lesson. */
function createRun(lesson: Lesson) {
  const at = signal(0);
  const standing = signal<Standing | null>(null);
  const state = signal<Standing['state']>('going');
  const chosen = signal<number | null>(null);

  const trainer = createTrainer((usi) => {
    const exercise = lesson.exercises[at.peek()];
    const before = standing.peek();
    if (!before || !exercise || exercise.kind === 'quiz') return;
    const next = after(exercise, before, usi);
    if (next.n_moves > before.n_moves) pieceSound();
    standing.value = next;
    show(next, next.n_moves > before.n_moves ? squaresOf(usi) : []);
    settle(next.state);
  });

  function show(next: Standing, last: string[] = []) {
    const over = next.state === 'done' || (next.state === 'wrong' && next.broken === null);
    trainer.show(next.position, over ? null : offers(next.position, knowsPromotion(lesson)), last);
    trainer.mark(next.left.map((square) => ({ square, className: 'target' })));
  }

  function settle(next: Standing['state']) {
    state.value = next;
    if (next === 'done' && at.peek() + 1 === lesson.exercises.length) noteDone(lesson.name);
  }

  function start(n: number) {
    at.value = n;
    chosen.value = null;
    state.value = 'going';
    standing.value = null;
    const exercise = lesson.exercises[n];
    if (!exercise) return;
    if (exercise.kind === 'quiz') {
      const { start } = variantOf(lesson.variant);
      trainer.mark([]);
      trainer.show(fromSfen(lesson.variant, start), null);
      return;
    }
    const first = begin(lesson, exercise);
    standing.value = first;
    show(first);
  }

  start(0);
  return {
    trainer,
    at,
    standing,
    state,
    chosen,
    begin: start,
    restart: () => start(at.peek()),
    /** How many questions come before an exercise. */
    quizzesBefore: (n: number) => lesson.exercises.slice(0, n).filter(({ kind }) => kind === 'quiz').length,
    choose(option: number) {
      const exercise = lesson.exercises[at.peek()];
      if (exercise?.kind !== 'quiz' || state.peek() === 'done') return;
      chosen.value = option;
      settle(option === exercise.right ? 'done' : 'wrong');
    },
  };
}
