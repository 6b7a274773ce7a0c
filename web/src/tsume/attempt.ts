/** An attempt at a problem: the board, how it stands, and what the server says to each move. */

import { signal } from '@preact/signals';
import { readDests } from '../board/dests';
import { moveText, pieceOf, squareName } from '../board/words';
import { t } from '../i18n/of-boards';
import { fromSfen, type Position } from '../shogi/position';
import { parseUsi, squaresOf } from '../shogi/usi';
import { pieceSound } from '../sound/effects';
import { createTrainer } from '../trainer/trainer';
import type { TsumePractice, TsumeProblem, TsumeRefutation } from '../wire/generated';
import { answer, hint, problemOf, solution } from './tsume-api';

/**
 * How long the solver's move is looked at before the reply, and between the moves of a solution.
 */
const REPLY_MS = 350;
const STEP_MS = 900;

export type Phase = 'solving' | 'waiting' | 'solved' | 'failed' | 'shown';

export type AttemptAt = ReturnType<typeof createAttempt>;

/** What a move fails by, in one sentence; the position is the one before the answer to it. */
function refuted(position: Position, refutation: TsumeRefutation): string {
  const words = t().training.tsume.refuted;
  if (refutation.t === 'no_check') return words.noCheck;
  const { variant, board } = position;
  const move = parseUsi(refutation.usi);
  if (!move) return '';
  const square = squareName(variant.name, move.to);
  if (move.drop) return words.drop(pieceOf(variant.name, move.drop), square);
  const kind = board.get(move.from ?? '')?.kind ?? '';
  const piece = pieceOf(variant.name, kind);
  const taken = board.get(move.to);
  if (taken) return words.takes(piece, pieceOf(variant.name, taken.kind));
  return variant.royals.includes(kind) ? words.escapes(square) : words.between(piece, square);
}

/** What is said of an attempt as it stands. */
export function verdictOf(attempt: AttemptAt): string {
  const words = t().training.tsume;
  if (attempt.error.value) return words.unreachable;
  const phase = attempt.phase.value;
  if (phase === 'failed' && attempt.why.value) return attempt.why.value;
  if (phase === 'solved' || phase === 'failed' || phase === 'shown') return words[phase];
  return attempt.moves.value.length > 0 ? words.goOn : words.yourMove;
}

export function createAttempt(id: string) {
  let problem: TsumeProblem | null = null;
  const error = signal(false);
  const phase = signal<Phase>('solving');
  const moves = signal<string[]>([]);
  const texts = signal<string[]>([]);
  const hinted = signal('');
  const change = signal<{ before: number; after: number } | null>(null);
  const practice = signal<TsumePractice | null>(null);
  const why = signal('');
  let timers: ReturnType<typeof setTimeout>[] = [];
  const later = (ms: number, what: () => void) => timers.push(setTimeout(what, ms));
  const variant = () => problem?.variant ?? 'standard';
  const standing = (): Position | null => trainer.line.peek()[0] ?? null;

  const play = (usi: string) => {
    const position = standing();
    if (!position) return;
    texts.value = [...texts.value, moveText(position, usi, moves.value.at(-1))];
    moves.value = [...moves.value, usi];
    trainer.play(usi);
    trainer.mark([]);
    pieceSound();
  };

  const trainer = createTrainer((usi) => void tryMove(usi));

  async function tryMove(usi: string) {
    play(usi);
    hinted.value = '';
    error.value = false;
    phase.value = 'waiting';
    try {
      const verdict = await answer(id, moves.value);
      if (verdict.t === 'reply')
        later(REPLY_MS, () => {
          play(verdict.usi);
          trainer.show(fromSfen(variant(), verdict.sfen), readDests(verdict.dests), squaresOf(verdict.usi));
          phase.value = 'solving';
        });
      else {
        change.value = verdict.change;
        practice.value = verdict.practice;
        const refutation = verdict.t === 'failed' ? verdict.refutation : null;
        if (refutation) refute(refutation);
        else phase.value = verdict.t;
      }
    } catch {
      restart();
      error.value = true;
    }
  }

  /** The answer to a wrong move is played, so that it can be seen. */
  function refute(refutation: TsumeRefutation) {
    const position = standing();
    why.value = position ? refuted(position, refutation) : '';
    if (refutation.t === 'no_check') phase.value = 'failed';
    else
      later(REPLY_MS, () => {
        play(refutation.usi);
        trainer.mark(
          squaresOf(refutation.usi)
            .slice(-1)
            .map((square) => ({ square, className: 'refuting' })),
        );
        phase.value = 'failed';
      });
  }

  function restart() {
    stop();
    if (!problem) return;
    moves.value = [];
    texts.value = [];
    hinted.value = '';
    change.value = null;
    practice.value = null;
    why.value = '';
    error.value = false;
    phase.value = 'solving';
    trainer.mark([]);
    trainer.show(fromSfen(problem.variant, problem.sfen), readDests(problem.dests));
  }

  function stop() {
    for (const timer of timers) clearTimeout(timer);
    timers = [];
  }

  return {
    trainer,
    error,
    phase,
    moves,
    texts,
    hinted,
    change,
    /** How far the first tries, which place a solver, have come with this one. */
    practice,
    /** Why the move was wrong. */
    why,
    restart,
    stop,
    async load() {
      problem = await problemOf(id);
      restart();
      return problem;
    },
    async askHint() {
      try {
        const { from } = await hint(id, moves.value);
        const words = t().training.tsume;
        if (from.endsWith('*')) hinted.value = words.hintDrop(pieceOf(variant(), from.slice(0, -1)));
        else {
          const kind = standing()?.board.get(from)?.kind ?? '';
          hinted.value = words.hintMove(pieceOf(variant(), kind), squareName(variant(), from));
          trainer.mark([{ square: from, className: 'hinted' }]);
        }
      } catch {
        error.value = true;
      }
    },
    async giveUp() {
      try {
        const told = await solution(id);
        restart();
        phase.value = 'shown';
        trainer.show(fromSfen(variant(), problem?.sfen ?? ''), null);
        for (const [i, usi] of told.moves.entries()) later(STEP_MS * (i + 1), () => play(usi));
      } catch {
        error.value = true;
      }
    },
  };
}
