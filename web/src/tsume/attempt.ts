/** An attempt at a problem: the board, how it stands, and what the server says to each move. */

import { signal } from '@preact/signals';
import { readDests } from '../board/dests';
import { moveText, pieceOf, squareName } from '../board/words';
import { t } from '../i18n/of-boards';
import { fromSfen, type Position } from '../shogi/position';
import { squaresOf } from '../shogi/usi';
import { pieceSound } from '../sound/effects';
import { createTrainer } from '../trainer/trainer';
import type { TsumeProblem } from '../wire/generated';
import { answer, hint, problemOf, solution } from './tsume-api';

/**
 * How long the solver's move is looked at before the reply, and between the moves of a solution.
 */
const REPLY_MS = 350;
const STEP_MS = 900;

export type Phase = 'solving' | 'waiting' | 'solved' | 'failed' | 'shown';

export type AttemptAt = ReturnType<typeof createAttempt>;

/** What is said of an attempt as it stands. */
export function verdictOf(attempt: AttemptAt): string {
  const words = t().training.tsume;
  if (attempt.error.value) return words.unreachable;
  const phase = attempt.phase.value;
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
        phase.value = verdict.t;
        if (verdict.change) change.value = verdict.change;
      }
    } catch {
      restart();
      error.value = true;
    }
  }

  function restart() {
    stop();
    if (!problem) return;
    moves.value = [];
    texts.value = [];
    hinted.value = '';
    change.value = null;
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
