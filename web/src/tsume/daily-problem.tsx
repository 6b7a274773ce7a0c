/** Today's problems, to be solved where they stand; a part of another page. */

import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { labelled } from '../i18n/listed';
import { t } from '../i18n/of-boards';
import { useLoaded } from '../ui/loaded';
import type { DailyProblem as Daily, DailyTsume } from '../wire/generated';
import { createAttempt, verdictOf } from './attempt';
import { dailyNext } from './daily';
import { DailyBoard } from './daily-board';

interface Props {
  daily: DailyTsume;
  onSolved(): void;
}

/** The one that comes next for the reader, and the others a touch away. */
export function DailyProblem({ daily, onSolved }: Props) {
  const { lobby, home, training } = t();
  // What is solved here stays on the board until another one is chosen.
  const number = useSignal((dailyNext(daily) ?? daily.problems[0])?.number ?? 0);
  // A new day has other problems.
  const shown = daily.problems.find((it) => it.number === number.value) ?? dailyNext(daily);
  if (!shown) return null;
  return (
    <div class="daily-problem">
      <div class="daily-head">
        <fieldset class="daily-levels" aria-label={lobby.daily}>
          {daily.problems.map((it) => (
            <button
              key={it.level}
              type="button"
              aria-pressed={it.number === shown.number}
              aria-label={
                it.solved ? labelled(home.levels[it.level], training.tsume.states.solved) : undefined
              }
              onClick={() => {
                number.value = it.number;
              }}
            >
              {home.levels[it.level]}
              {it.solved && <span aria-hidden="true">✓</span>}
            </button>
          ))}
        </fieldset>
        {daily.n_days > 0 && <strong class="daily-days">{home.days(daily.n_days)}</strong>}
      </div>
      <Attempt key={shown.number} problem={shown} onSolved={onSolved} />
    </div>
  );
}

function Attempt({ problem, onSolved }: { problem: Daily; onSolved(): void }) {
  const { lobby, training } = t();
  const words = training.tsume;
  const attempt = useMemo(() => createAttempt(String(problem.number)), [problem.number]);
  const loaded = useLoaded(attempt.load, [attempt]);
  useEffect(() => attempt.stop, [attempt]);
  const phase = attempt.phase.value;
  useEffect(() => {
    if (phase === 'solved') onSolved();
  }, [phase]);
  const over = phase === 'solved' || phase === 'failed' || phase === 'shown';
  return (
    <>
      <p class="note">
        <strong>{words.inMoves(problem.plies)}</strong> {lobby.dailyHelp}
      </p>
      {loaded.value && <DailyBoard trainer={attempt.trainer} />}
      {loaded.value && (
        <div class="daily-verdict">
          <p class={`verdict ${phase}`} role="status">
            {verdictOf(attempt)}
          </p>
          {(over || attempt.moves.value.length > 0) && (
            <button type="button" onClick={attempt.restart}>
              {words.again}
            </button>
          )}
          <a class="button" href={over ? '/tsume' : `/tsume/${problem.number}`}>
            {over ? words.all : words.problem(problem.number)}
          </a>
        </div>
      )}
    </>
  );
}
