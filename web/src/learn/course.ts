/**
 * The course as data. To add a lesson: its name and exercises in `course.json`, and its words in
 * each of `words/`. Exercises are judged here; a test of the rules makes sure that what they accept
 * is right.
 */

import { facesOf, type Offered, type Promotion } from '../board/dests';
import { fromSfen, type Position, play } from '../shogi/position';
import { promotionOf } from '../shogi/promotion';
import { reachOf, secondSteps } from '../shogi/reach';
import { fileOf, rankOf, type Square, square } from '../shogi/square';
import { parseUsi } from '../shogi/usi';
import data from './course.json';

/** Visit squares with one's own pieces, in any order; what stands there is captured. */
export interface Reach {
  kind: 'reach';
  sfen: string;
  targets: Square[];
  /** How many moves it takes at best. */
  moves: number;
  /** Whether a piece must have promoted at the end. */
  promoted?: boolean;
}

/** Move one's own pieces until they stand like this. */
export interface Build {
  kind: 'build';
  sfen: string;
  goal: Record<Square, string>;
  moves: number;
}

/** Find one move. */
export interface OneMove {
  kind: 'move';
  sfen: string;
  accept: string[];
  /** Moves that break a rule, with the reason's code. */
  traps?: Record<string, string>;
}

/** Answer a question. */
export interface Quiz {
  kind: 'quiz';
  right: number;
}

export type Exercise = Reach | Build | OneMove | Quiz;

export interface Lesson {
  name: string;
  variant: string;
  exercises: Exercise[];
}

export interface Chapter {
  name: string;
  /** Whether one can play shogi without it. */
  optional: boolean;
  lessons: Lesson[];
}

interface Written {
  chapters: {
    name: string;
    optional?: boolean;
    lessons: { name: string; variant?: string; exercises: unknown[] }[];
  }[];
}

export const CHAPTERS: Chapter[] = (data as Written).chapters.map(({ name, optional = false, lessons }) => ({
  name,
  optional,
  lessons: lessons.map((lesson) => ({
    name: lesson.name,
    variant: lesson.variant ?? 'standard',
    exercises: lesson.exercises as Exercise[],
  })),
}));

export const LESSONS: Lesson[] = CHAPTERS.flatMap((chapter) => chapter.lessons);

/** The lessons that one needs: progress is counted in these. */
export const NEEDED: Lesson[] = CHAPTERS.filter((it) => !it.optional).flatMap((it) => it.lessons);

/** How far somebody is with an exercise. */
export interface Standing {
  position: Position;
  /** Squares that are still to be visited, or to be filled. */
  left: Square[];
  n_moves: number;
  state: 'going' | 'done' | 'wrong';
  /** The code of the rule that the last move would have broken. */
  broken: string | null;
}

export function begin(lesson: Lesson, exercise: Exclude<Exercise, Quiz>): Standing {
  const position = fromSfen(lesson.variant, exercise.sfen);
  const left = exercise.kind === 'reach' ? exercise.targets : unfilled(exercise, position);
  return { position, left, n_moves: 0, state: 'going', broken: null };
}

/** What a move leads to. The other side never answers. */
export function after(exercise: Exclude<Exercise, Quiz>, before: Standing, usi: string): Standing {
  const move = parseUsi(usi);
  if (!move) return before;
  const broken = exercise.kind === 'move' ? (exercise.traps?.[usi] ?? nifu(before.position, usi)) : null;
  // What breaks a rule is not played, so that the reason can be seen.
  if (broken) return { ...before, state: 'wrong', broken };
  const position: Position = { ...play(before.position, move), turn: 'sente' };
  const left =
    exercise.kind === 'reach'
      ? before.left.filter((sq) => sq !== move.to && (move.drop !== null || sq !== move.via))
      : unfilled(exercise, position);
  const next = { position, left, n_moves: before.n_moves + 1, broken: null };
  if (exercise.kind === 'move') return { ...next, state: exercise.accept.includes(usi) ? 'done' : 'wrong' };
  if (left.length > 0) return { ...next, state: 'going' };
  const promoted = [...position.board.values()].some(({ kind }) => kind.startsWith('+'));
  return { ...next, state: exercise.kind === 'reach' && exercise.promoted && !promoted ? 'wrong' : 'done' };
}

/** The squares of a castle where its piece does not stand yet. */
function unfilled(exercise: Exercise, position: Position): Square[] {
  if (exercise.kind !== 'build') return [];
  return Object.entries(exercise.goal)
    .filter(([sq, kind]) => {
      const there = position.board.get(sq);
      return there?.side !== 'sente' || there.kind !== kind;
    })
    .map(([sq]) => sq);
}

/** Whether somebody at this lesson may know what promotion is. */
export function knowsPromotion({ name }: Lesson): boolean {
  const place = (of: string) => LESSONS.findIndex((it) => it.name === of);
  return place(name) >= place('promotion');
}

/**
 * Where one's own pieces may go: as they move, checks not looked at. Who does not know promotion is
 * not asked about it.
 */
export function offers(position: Position, asks = true): Offered {
  const promotionTo = (from: Square, to: Square) => {
    const promotion = promotionIn(position, from, to);
    return promotion === 'may' && !asks ? 'no' : promotion;
  };
  const offered = new Map<string, Map<Square, Promotion>>();
  for (const [from, piece] of position.board)
    if (piece.side === 'sente') {
      offered.set(from, new Map(reachOf(position, from).map((to) => [to, promotionTo(from, to)])));
      for (const { via, to } of secondSteps(position, from))
        offered.set(from + via, new Map(to.map((sq) => [sq, 'no'])));
    }
  const { variant } = position;
  for (const [kind, count] of position.hands.sente) {
    if (count === 0) continue;
    const empty = new Map<Square, Promotion>();
    for (let rank = 0; rank < variant.ranks; rank++)
      for (let file = 1; file <= variant.files; file++) {
        const sq = square(file, rank);
        if (!position.board.has(sq)) empty.set(sq, 'no');
      }
    for (const face of facesOf(kind, position)) offered.set(`${face}*`, empty);
  }
  return offered;
}

function promotionIn(position: Position, from: Square, to: Square): Promotion {
  const promotion = promotionOf(position, from, to);
  // §1.3: a piece that could never move again must.
  const last = position.variant.pieces[position.board.get(from)?.kind ?? '']?.must_promote ?? 0;
  return promotion === 'may' && rankOf(to) < last ? 'must' : promotion;
}

/** §1.4: whether the move drops a second pawn on a file. */
function nifu(position: Position, usi: string): string | null {
  const move = parseUsi(usi);
  if (move?.drop !== 'P') return null;
  const second = [...position.board].some(
    ([sq, { side, kind }]) => side === 'sente' && kind === 'P' && fileOf(sq) === fileOf(move.to),
  );
  return second ? 'nifu' : null;
}
