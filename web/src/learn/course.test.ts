import { expect, test } from 'vitest';
import { words as en } from '../i18n/made/lessons/en';
import { words as ja } from '../i18n/made/lessons/ja';
import { words as vi } from '../i18n/made/lessons/vi';
import { legalMoves } from '../shogi/law';
import { fromSfen, type Position } from '../shogi/position';
import { square } from '../shogi/square';
import { VARIANTS } from '../wire/variants';
import {
  after,
  begin,
  CHAPTERS,
  type Exercise,
  knowsPromotion,
  LESSONS,
  offers,
  type Quiz,
  type Standing,
} from './course';

const all = LESSONS.flatMap((lesson) =>
  lesson.exercises.map((exercise, i) => [`${lesson.name} ${i + 1}`, lesson, exercise] as const),
);

/** The fewest moves that do an exercise, looked for breadth first. */
function fewest(start: Standing, exercise: Exclude<Exercise, Quiz>, most: number): number | null {
  let standings = [start];
  const seen = new Set<string>();
  for (let n = 1; n <= most; n++) {
    const next: Standing[] = [];
    for (const standing of standings)
      for (const [from, squares] of offers(standing.position))
        for (const [to, promotion] of squares)
          for (const usi of {
            no: [`${from}${to}`],
            may: [`${from}${to}`, `${from}${to}+`],
            must: [`${from}${to}+`],
          }[promotion]) {
            const then = after(exercise, standing, usi);
            if (then.state === 'done') return n;
            const key = `${then.left.join()} ${[...then.position.board].map(([sq, it]) => sq + it.kind + it.side)}`;
            if (then.state === 'wrong' || seen.has(key)) continue;
            seen.add(key);
            next.push(then);
          }
    standings = next;
  }
  return null;
}

test.each(all.filter(([, , exercise]) => exercise.kind === 'reach'))(
  '%s is done in so many moves',
  (_, lesson, exercise) => {
    if (exercise.kind !== 'reach') return;
    expect(fewest(begin(lesson, exercise), exercise, exercise.moves)).toBe(exercise.moves);
  },
);

test('promotion is asked for in no lesson before the one that teaches it', () => {
  const early = LESSONS.slice(
    0,
    LESSONS.findIndex(({ name }) => name === 'promotion'),
  );
  expect(early.map(({ name }) => name)).toContain('rook');
  for (const lesson of early) {
    expect(knowsPromotion(lesson), lesson.name).toBe(false);
    for (const exercise of lesson.exercises) {
      if (exercise.kind !== 'reach') continue;
      // Nothing to be visited lies in the zone, and who strays there is not asked.
      const promotes = !['king', 'gold'].includes(lesson.name);
      if (promotes) for (const target of exercise.targets) expect(target, lesson.name).toMatch(/[d-i]$/);
      for (const [, squares] of offers(begin(lesson, exercise).position, knowsPromotion(lesson)))
        expect([...squares.values()], lesson.name).not.toContain('may');
    }
  }
  const promotion = LESSONS.find(({ name }) => name === 'promotion');
  expect(promotion && knowsPromotion(promotion)).toBe(true);
});

test('where a task says capture, there is something to capture', () => {
  for (const lesson of LESSONS)
    for (const [i, exercise] of lesson.exercises.entries()) {
      const task = en.lessons[lesson.name]?.tasks[i] ?? '';
      if (exercise.kind !== 'reach' || !/capture/i.test(task)) continue;
      const { board } = begin(lesson, exercise).position;
      const theirs = [...board].filter(([, piece]) => piece.side === 'gote').map(([sq]) => sq);
      expect(theirs.length, task).toBeGreaterThan(0);
      for (const sq of theirs) expect(exercise.targets, task).toContain(sq);
      // What is only to be captured has nothing else to be visited.
      if (task.startsWith('Capture')) expect([...theirs].sort(), task).toEqual([...exercise.targets].sort());
    }
});

/** A way to each castle; nobody need go the same. */
const WAYS: Record<string, string[]> = {
  mino: ['2h6h', '5i4h', '4h3h', '3h2h', '3i3h', '6i5h'],
  yagura: ['7i6h', '6h7g', '6i7h', '4i5h', '5h6g', '5i6i', '6i7i', '7i8h'],
  anaguma: ['5i6h', '6h7h', '7h8h', '9i9h', '8h9i', '7i8h', '6i7i', '4i5h', '5h6h', '6h7h'],
};

test.each(all.filter(([, , exercise]) => exercise.kind === 'build'))(
  '%s can be built',
  (_, lesson, exercise) => {
    if (exercise.kind !== 'build') return;
    let standing = begin(lesson, exercise);
    const way = WAYS[lesson.name] ?? [];
    for (const usi of way) {
      expect(standing.state, usi).toBe('going');
      expect(offers(standing.position).get(usi.slice(0, 2))?.has(usi.slice(2, 4)), usi).toBe(true);
      standing = after(exercise, standing, usi);
    }
    expect([standing.state, way.length]).toEqual(['done', exercise.moves]);
  },
);

test('a move that breaks a rule is named and not played', () => {
  const lesson = LESSONS.find(({ name }) => name === 'forbidden');
  const exercise = lesson?.exercises[0];
  if (!lesson || exercise?.kind !== 'move') throw new Error('the lesson has moved');
  const start = begin(lesson, exercise);
  const broken = after(exercise, start, 'P*5d');
  expect([broken.state, broken.broken, broken.position]).toEqual(['wrong', 'nifu', start.position]);
  expect(after(exercise, start, 'P*5g').broken).toBe('nifu');
  expect(after(exercise, start, 'P*2b').state).toBe('wrong');
  expect(after(exercise, start, 'P*7d').state).toBe('done');
});

test.each(Object.entries({ en, vi, ja }))('%s has words for every lesson, and for no other', (_, words) => {
  expect(Object.keys(words.chapters).sort()).toEqual(CHAPTERS.map(({ name }) => name).sort());
  expect(Object.keys(words.lessons).sort()).toEqual(LESSONS.map(({ name }) => name).sort());
  for (const lesson of LESSONS) {
    const told = words.lessons[lesson.name];
    expect(told?.tasks.length, lesson.name).toBe(lesson.exercises.length);
    const quizzes = lesson.exercises.filter((it): it is Quiz => it.kind === 'quiz');
    expect(told?.options?.length ?? 0, lesson.name).toBe(quizzes.length);
    for (const [i, quiz] of quizzes.entries())
      expect(told?.options?.[i]?.[quiz.right], lesson.name).toBeTruthy();
    expect([told?.title, ...(told?.text ?? [])].every(Boolean), lesson.name).toBe(true);
    // A learner who gets it wrong is shown why.
    const canFail = lesson.exercises.some(
      (it) => it.kind !== 'build' && (it.kind !== 'reach' || it.promoted),
    );
    expect(told?.wrong?.length ?? 0, lesson.name).toBe(canFail ? lesson.exercises.length : 0);
    expect(told?.wrong?.every(Boolean) ?? true, lesson.name).toBe(true);
  }
});

test('where a piece could never move again, nobody is asked whether it promotes', () => {
  const asked = (variant: string, sfen: string) => offers(fromSfen(variant, sfen)).get('1b')?.get('1a');
  expect(asked('standard', '4k4/8P/9/9/9/9/9/9/4K4 b - 1')).toBe('must');
  expect(asked('standard', '4k4/8S/9/9/9/9/9/9/4K4 b - 1')).toBe('may');
  expect(asked('dobutsu', 'l2/2C/3/1L1 b - 1')).toBe('must');
});

/** What a lesson asks about promotion and the rules decide otherwise. */
function wronglyAsked(position: Position): string[] {
  const offered = offers(position);
  return [...legalMoves(position)].flatMap(([from, squares]) =>
    [...squares]
      .filter(([to, promotion]) => (offered.get(from)?.get(to) ?? promotion) !== promotion)
      .map(([to, promotion]) => `${position.board.get(from)?.kind} ${from}${to} ${promotion}`),
  );
}

test('lessons ask about promotion as the rules do: every piece, wherever it stands', () => {
  for (const [name, lesson, exercise] of all)
    if (exercise.kind !== 'quiz') expect(wronglyAsked(begin(lesson, exercise).position), name).toEqual([]);
  for (const variant of VARIANTS) {
    const empty = Array(variant.ranks).fill(variant.files).join('/');
    for (const kind of Object.keys(variant.pieces))
      for (let rank = 0; rank < variant.ranks; rank++) {
        const board = new Map([[square(1, rank), { side: 'sente' as const, kind }]]);
        const position = { ...fromSfen(variant.name, `${empty} b - 1`), board };
        expect(wronglyAsked(position), variant.name).toEqual([]);
      }
  }
});
