/** Today's problem, to be solved where it stands; a part of another page. */

import { useEffect, useMemo } from 'preact/hooks';
import { t } from '../i18n/of-boards';
import { TrainerBoard } from '../trainer/trainer-table';
import { useLoaded } from '../ui/loaded';
import { createAttempt, verdictOf } from './attempt';
import { listProblems } from './tsume-api';

export function DailyProblem() {
  const list = useLoaded(listProblems);
  const number = list.value?.daily;
  return number ? <Attempt key={number} number={number} /> : null;
}

function Attempt({ number }: { number: number }) {
  const { lobby, training } = t();
  const words = training.tsume;
  const attempt = useMemo(() => createAttempt(String(number)), [number]);
  const problem = useLoaded(attempt.load, [attempt]);
  useEffect(() => attempt.stop, [attempt]);
  if (!problem.value) return null;
  const phase = attempt.phase.value;
  const over = phase === 'solved' || phase === 'failed' || phase === 'shown';
  return (
    <div class="daily-problem">
      <p class="note">
        <strong>{words.inMoves(problem.value.plies)}</strong> {lobby.dailyHelp}
      </p>
      <TrainerBoard trainer={attempt.trainer} />
      <div class="daily-verdict">
        <p class={`verdict ${phase}`} role="status">
          {verdictOf(attempt)}
        </p>
        {(over || attempt.moves.value.length > 0) && (
          <button type="button" onClick={attempt.restart}>
            {words.again}
          </button>
        )}
        <a class="button plain" href={over ? '/tsume' : `/tsume/${number}`}>
          {over ? words.all : words.problem(number)}
        </a>
      </div>
    </div>
  );
}
