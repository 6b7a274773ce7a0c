/** `/tsume/N`: one problem, tried move by move; the server answers for the king. */

import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { noted } from '../i18n/listed';
import { language, t } from '../i18n/whole';
import { ReportReview } from '../review/report-review';
import { variantOf } from '../shogi/variant';
import { TrainerTable } from '../trainer/trainer-table';
import { useLoaded } from '../ui/loaded';
import { When } from '../ui/page';
import type { TsumeProblem } from '../wire/generated';
import { type AttemptAt, createAttempt, verdictOf } from './attempt';
import { ComposedBy } from './author';
import { dueProblems } from './rush-api';
import { listProblems, nextUnsolved, problemsAt } from './tsume-api';
import { Voting } from './voting';

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

function Shown({ attempt, problem }: { attempt: AttemptAt; problem: TsumeProblem }) {
  const words = t().training.tsume;
  const next = useSignal<number | null>(null);
  const phase = attempt.phase.value;
  const over = phase === 'solved' || phase === 'failed' || phase === 'shown';
  useEffect(() => {
    if (!over) return;
    Promise.all([listProblems(problem.variant), dueProblems()]).then(
      ([{ problems }, { due }]) => {
        // What is due again comes first.
        const again = due.find((it) => it !== problem.number && problems.some(({ number }) => number === it));
        next.value = again ?? nextUnsolved(problems, problem.number);
      },
      () => {},
    );
  }, [over, problem]);
  const change = attempt.change.value;
  const { variant, rated, author, proposal } = problem;
  const name = t().variants[variant] ?? variant;
  const hintHelp = rated ? words.hintHelp : words.hintHelpUnrated;
  const title = words.problem(problem.place);
  return (
    <TrainerTable
      trainer={attempt.trainer}
      hasStand={variantOf(variant).hand.length > 0}
      title={variant === 'standard' ? title : words.problemOf(name, problem.place)}
      head={
        <>
          {variant !== 'standard' && (
            <p class="note">
              <a href={`/variants/${variant}`}>{name}</a>
            </p>
          )}
          <h1>{title}</h1>
          <p class="task">{words.inMoves(problem.plies)}</p>
          <p class="note">
            {noted([
              rated && words.difficulty(problem.rating),
              problem.n_tried > 0 && words.tried(problem.n_solved, problem.n_tried),
              proposal && t().training.proposed.unrated,
            ])}
          </p>
          {author && (
            <p class="note">
              <ComposedBy author={author} />
            </p>
          )}
        </>
      }
    >
      <p class={`verdict ${phase}`} role="status">
        {verdictOf(attempt)}
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
          <button type="button" onClick={() => void attempt.askHint()} title={hintHelp}>
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
      {!over && <p class="note">{hintHelp}</p>}
      {proposal ? (
        <Voting
          key={problem.number}
          number={problem.number}
          proposal={proposal}
          hasSolved={phase === 'solved'}
        />
      ) : (
        (phase === 'failed' || phase === 'shown') && <p class="note">{t().training.due.tomorrow}</p>
      )}
      <p>
        {proposal ? (
          <a href="/tsume/proposed">{t().training.proposed.all}</a>
        ) : (
          <a href={problemsAt(variant)}>{words.all}</a>
        )}
      </p>
      {author && !proposal?.mine && (
        <p>
          <ReportReview place={{ tsume: problem.number }} words={t().training.proposed.report} />
        </p>
      )}
    </TrainerTable>
  );
}
