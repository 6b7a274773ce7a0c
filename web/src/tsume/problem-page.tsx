/** `/tsume/N`: one problem, tried move by move; the server answers for the king. */

import { signal, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { readDests } from '../board/dests';
import { moveText, pieceName, squareName } from '../game/words';
import { language, t } from '../i18n';
import { fromSfen, type Position } from '../shogi/position';
import { pieceSound } from '../sound/effects';
import { createTrainer, squaresOf } from '../trainer/trainer';
import { TrainerTable } from '../trainer/trainer-table';
import { useLoaded } from '../ui/loaded';
import { When } from '../ui/page';
import type { TsumeProblem } from '../wire/generated';
import { answer, hint, listProblems, nextUnsolved, problemOf, solution } from './tsume-api';

/** How long the solver's move is looked at before the reply, and between the moves of a solution. */
const REPLY_MS = 350;
const STEP_MS = 900;

type Phase = 'solving' | 'waiting' | 'solved' | 'failed' | 'shown';

export function ProblemPage({ number: id }: { number: string }) {
  const words = t().training.tsume;
  const attempt = useMemo(() => createAttempt(id), [id]);
  const loaded = useLoaded(attempt.load, [attempt]);
  useEffect(() => attempt.stop, [attempt]);
  return (
    <When of={loaded} missing={{ title: words.unknown, href: '/tsume', to: words.all }}>
      {(problem) => <Shown attempt={attempt} problem={problem} />}
    </When>
  );
}

function Shown({ attempt, problem }: { attempt: ReturnType<typeof createAttempt>; problem: TsumeProblem }) {
  const words = t().training.tsume;
  const next = useSignal<number | null>(null);
  const phase = attempt.phase.value;
  const over = phase === 'solved' || phase === 'failed' || phase === 'shown';
  useEffect(() => {
    if (!over) return;
    listProblems().then(
      (list) => {
        next.value = nextUnsolved(list.problems, problem.number);
      },
      () => {},
    );
  }, [over, problem]);
  const change = attempt.change.value;
  return (
    <TrainerTable trainer={attempt.trainer} hasStand>
      <h1>{words.problem(problem.number)}</h1>
      <p>{words.inMoves(problem.plies)}</p>
      <p class="note">
        {words.difficulty(problem.rating)}
        {problem.n_tried > 0 && ` · ${words.tried(problem.n_solved, problem.n_tried)}`}
      </p>
      <p class={`verdict ${phase}`} role="status">
        {attempt.error.value
          ? words.unreachable
          : phase === 'solved'
            ? words.solved
            : phase === 'failed'
              ? words.failed
              : phase === 'shown'
                ? words.shown
                : attempt.moves.value.length > 0
                  ? words.goOn
                  : words.yourMove}
        {attempt.hinted.value && !over && ` ${attempt.hinted.value}`}
      </p>
      {change && over && (
        <p class={`rating-change ${change.after >= change.before ? 'up' : 'down'}`}>
          {words.change(
            new Intl.NumberFormat(language.value, { signDisplay: 'always' }).format(
              change.after - change.before,
            ),
            change.after,
          )}
        </p>
      )}
      {attempt.texts.value.length > 0 && (
        <ol class="trainer-moves" aria-label={t().game.moves}>
          {attempt.texts.value.map((text, i) => (
            <li key={`${i}${text}`}>{text}</li>
          ))}
        </ol>
      )}
      <div class="row">
        {!over && (
          <button type="button" onClick={() => void attempt.askHint()} title={words.hintHelp}>
            {words.hint}
          </button>
        )}
        {(over || attempt.moves.value.length > 0) && (
          <button type="button" onClick={attempt.restart}>
            {words.again}
          </button>
        )}
        {phase !== 'solved' && phase !== 'shown' && (
          <button type="button" class="quiet" onClick={() => void attempt.giveUp()}>
            {words.solution}
          </button>
        )}
        {over && next.value !== null && (
          <a class="button primary" href={`/tsume/${next.value}`}>
            {words.next}
          </a>
        )}
      </div>
      {!over && <p class="note">{words.hintHelp}</p>}
      <p>
        <a href="/tsume">{words.all}</a>
      </p>
    </TrainerTable>
  );
}

function createAttempt(id: string) {
  let problem: TsumeProblem | null = null;
  const error = signal(false);
  const phase = signal<Phase>('solving');
  const moves = signal<string[]>([]);
  const texts = signal<string[]>([]);
  const hinted = signal('');
  const change = signal<{ before: number; after: number } | null>(null);
  let timers: ReturnType<typeof setTimeout>[] = [];
  const later = (ms: number, what: () => void) => timers.push(setTimeout(what, ms));
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
          trainer.show(fromSfen('standard', verdict.sfen), readDests(verdict.dests), squaresOf(verdict.usi));
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
    trainer.show(fromSfen('standard', problem.sfen), readDests(problem.dests));
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
        if (from.endsWith('*')) hinted.value = words.hintDrop(pieceName('standard', from.slice(0, -1)));
        else {
          const kind = standing()?.board.get(from)?.kind ?? '';
          hinted.value = words.hintMove(pieceName('standard', kind), squareName('standard', from));
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
        trainer.show(fromSfen('standard', problem?.sfen ?? ''), null);
        for (const [i, usi] of told.moves.entries()) later(STEP_MS * (i + 1), () => play(usi));
      } catch {
        error.value = true;
      }
    },
  };
}
