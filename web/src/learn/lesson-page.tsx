/** `/learn/NAME`: one lesson: what it says, and its exercises on the board. */

import { signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { SetChoice } from '../board/set-choice';
import { t } from '../i18n/whole';
import { fromSfen } from '../shogi/position';
import { squaresOf } from '../shogi/usi';
import { variantOf } from '../shogi/variant';
import { pieceSound } from '../sound/effects';
import { createTrainer } from '../trainer/trainer';
import { TrainerTable } from '../trainer/trainer-table';
import { Icon } from '../ui/icon';
import { Blank, Busy } from '../ui/page';
import {
  after,
  begin,
  type Exercise,
  knowsPromotion,
  LESSONS,
  type Lesson,
  NEEDED,
  offers,
  type Standing,
} from './course';
import type { LessonWords } from './course-words';
import { FirstGameButton } from './first-game';
import { courseWords, followLanguage, lessonsDone, loadLessons, noteDone } from './lessons';
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
  const at = course.at.value;
  const exercise = lesson.exercises[at];
  const state = course.state.value;
  const isSlow =
    state === 'done' &&
    exercise &&
    'moves' in exercise &&
    (course.standing.value?.n_moves ?? 0) > exercise.moves;
  return (
    <TrainerTable
      trainer={course.trainer}
      hasStand={exercise !== undefined && holdsPieces(lesson, exercise)}
      title={withoutReadings(told.title)}
      head={
        <>
          <div class="drill-line">
            <a class="button square" href="/learn" aria-label={words.all} title={words.all}>
              <Icon name="previous" />
            </a>
            <h1>
              <WithReadings text={told.title} />
            </h1>
            <span class="note">{words.exerciseOf(at + 1, lesson.exercises.length)}</span>
            <button
              type="button"
              class="text-toggle"
              aria-expanded={!course.read.value}
              aria-controls="lesson-text"
              onClick={() => course.setRead(!course.read.value)}
            >
              <Icon name="book" />
              {words.text}
            </button>
          </div>
          <p class="task">
            <WithReadings text={told.tasks[at] ?? ''} />
          </p>
        </>
      }
      text={<LessonText lesson={lesson} told={told} run={course} />}
      panel={
        exercise?.kind === 'quiz' && (
          <ul class="quiz" key={at}>
            {(told.options?.[course.quizzesBefore(at)] ?? []).map((option, i) => (
              <li key={option}>
                <button
                  type="button"
                  data-answer={
                    course.chosen.value === i ? (i === exercise.right ? 'right' : 'wrong') : undefined
                  }
                  aria-pressed={course.chosen.value === i}
                  onClick={() => course.choose(i)}
                >
                  {option}
                </button>
              </li>
            ))}
          </ul>
        )
      }
      bar={
        <>
          <p
            class={`verdict ${state === 'done' ? 'solved' : state === 'wrong' ? 'failed gentle' : ''} ${
              exercise?.kind === 'quiz' ? 'beside' : ''
            }`}
            role="status"
          >
            {verdict(exercise, course.standing.value, state, told.wrong?.[at])}
            {isSlow && told.wrong?.[at] && ` ${told.wrong[at]}`}
            {state === 'done' && at + 1 === lesson.exercises.length && ` ${words.finished}`}
          </p>
          <Steps lesson={lesson} run={course} />
        </>
      }
    />
  );
}

/** What a lesson says. Where it lies over the board it is folded once it was read. */
function LessonText({ lesson, told, run }: { lesson: Lesson; told: LessonWords; run: Run }) {
  return (
    <section id="lesson-text" class={`card drill-text ${run.read.value ? 'read' : ''}`}>
      {lesson === LESSONS[0] && <SetChoice variant={lesson.variant} />}
      {told.text.map((line) => (
        <p key={line}>
          <WithReadings text={line} />
        </p>
      ))}
      <button type="button" class="primary text-read" onClick={() => run.setRead(true)}>
        {t().training.learn.gotIt}
      </button>
    </section>
  );
}

/** Where to go from an exercise as it stands. */
function Steps({ lesson, run }: { lesson: Lesson; run: Run }) {
  const words = t().training.learn;
  const at = run.at.value;
  const done = run.state.value === 'done';
  const isLast = at + 1 === lesson.exercises.length;
  const place = LESSONS.indexOf(lesson);
  // The first game stands at the end of what one needs for it.
  const next = lesson.name === NEEDED.at(-1)?.name ? undefined : LESSONS[place + 1];
  return (
    <div class="row">
      {lesson.exercises[at]?.kind !== 'quiz' && (
        <button
          type="button"
          onClick={() => {
            run.restart();
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
            run.begin(at + 1);
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
      {done && isLast && !next && <FirstGameButton primary />}
    </div>
  );
}

/** Brings the keyboard to what is to be done. */
function toExercise(): void {
  requestAnimationFrame(() => {
    const main = document.getElementById('main');
    const first =
      main?.querySelector<HTMLElement>('.quiz button') ??
      main?.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]');
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
  if (standing && standing.left.length > 0) return words.left(standing.left.length);
  return exercise?.kind === 'quiz' ? words.choose : words.yourMove;
}

/**
 * Whether there is anything to drop in an exercise; what is captured on the way is of no use there. The
 * board stays as large through all exercises on a board.
 */
function holdsPieces(lesson: Lesson, { kind }: Exercise): boolean {
  return (
    kind !== 'quiz' && lesson.exercises.some((it) => it.kind !== 'quiz' && it.sfen.split(' ')[2] !== '-')
  );
}

type Run = ReturnType<typeof createRun>;

/** Lessons whose words were read since the page was opened. */
const readLessons = new Set<string>();

/** Somebody's way through a lesson. */
function createRun(lesson: Lesson) {
  const at = signal(0);
  const standing = signal<Standing | null>(null);
  const state = signal<Standing['state']>('going');
  const chosen = signal<number | null>(null);
  const isKnown = readLessons.has(lesson.name) || (lessonsDone.peek()?.has(lesson.name) ?? false);
  const read = signal(isKnown);

  const setRead = (isRead: boolean) => {
    read.value = isRead;
    if (isRead) readLessons.add(lesson.name);
  };

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
    setRead(true);
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
    read,
    setRead,
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
