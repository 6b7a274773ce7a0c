/** `/tsume/N`: one problem, tried move by move; the server answers for the king. */

import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { noted } from '../i18n/listed';
import { language, t } from '../i18n/whole';
import { ReportReview } from '../review/report-review';
import { variantOf } from '../shogi/variant';
import { TrainerTable } from '../trainer/trainer-table';
import { Icon } from '../ui/icon';
import { useLoaded } from '../ui/loaded';
import { When } from '../ui/page';
import type { TsumeProblem } from '../wire/generated';
import { type AttemptAt, createAttempt, type Phase, verdictOf } from './attempt';
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
  const { variant, author, proposal } = problem;
  const name = t().variants[variant] ?? variant;
  const title = words.problem(problem.place);
  return (
    <TrainerTable
      trainer={attempt.trainer}
      hasStand={variantOf(variant).hand.length > 0}
      title={variant === 'standard' ? title : words.problemOf(name, problem.place)}
      head={
        <>
          <div class="drill-line">
            <a
              class="button square"
              href={proposal ? '/tsume/proposed' : problemsAt(variant)}
              aria-label={proposal ? t().training.proposed.all : words.all}
              title={proposal ? t().training.proposed.all : words.all}
            >
              <Icon name="previous" />
            </a>
            <h1>{title}</h1>
            {variant !== 'standard' && (
              <span class="note">
                <a href={`/variants/${variant}`}>{name}</a>
              </span>
            )}
          </div>
          <p class="task">{words.inMoves(problem.plies)}</p>
        </>
      }
      bar={<Bar attempt={attempt} problem={problem} />}
      more={
        <>
          {attempt.texts.value.length > 0 && (
            <ol class="trainer-moves" aria-label={t().game.moves}>
              {attempt.texts.value.map((text, i) => (
                <li key={`${i}${text}`}>{text}</li>
              ))}
            </ol>
          )}
          {attempt.phase.value === 'failed' && (
            <div class="row">
              <SolutionButton attempt={attempt} />
            </div>
          )}
          <Facts attempt={attempt} problem={problem} />
          {author && (
            <p class="note">
              <ComposedBy author={author} />
            </p>
          )}
          {proposal && (
            <Voting
              key={problem.number}
              number={problem.number}
              proposal={proposal}
              hasSolved={attempt.phase.value === 'solved'}
            />
          )}
          {author && !proposal?.mine && (
            <p>
              <ReportReview place={{ tsume: problem.number }} words={t().training.proposed.report} />
            </p>
          )}
        </>
      }
    />
  );
}

const isOver = (phase: Phase) => phase === 'solved' || phase === 'failed' || phase === 'shown';

/** How it goes, and where to go on. */
function Bar({ attempt, problem }: { attempt: AttemptAt; problem: TsumeProblem }) {
  const words = t().training.tsume;
  const next = useSignal<number | null>(null);
  const phase = attempt.phase.value;
  const over = isOver(phase);
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
  const practice = attempt.practice.value;
  const isGentle = problem.practice || practice !== null;
  return (
    <>
      <p class={`verdict ${phase} ${isGentle ? 'gentle' : ''}`} role="status">
        {verdictOf(attempt)}
        {attempt.hinted.value && !over && ` ${attempt.hinted.value}`}
      </p>
      {over && <Standing attempt={attempt} />}
      <div class="row">
        {!over && (
          <button
            type="button"
            onClick={() => void attempt.askHint()}
            title={problem.rated ? words.hintHelp : words.hintHelpUnrated}
          >
            {words.hint}
          </button>
        )}
        {(over || attempt.moves.value.length > 0) && (
          <button type="button" class={phase === 'failed' ? 'primary' : ''} onClick={attempt.restart}>
            {words.again}
          </button>
        )}
        {!over && <SolutionButton attempt={attempt} />}
        {over && next.value !== null && (
          <a class={phase === 'failed' ? 'button' : 'button primary'} href={`/tsume/${next.value}`}>
            {words.next}
          </a>
        )}
      </div>
    </>
  );
}

function SolutionButton({ attempt }: { attempt: AttemptAt }) {
  return (
    <button type="button" name="solution" onClick={() => void attempt.giveUp()}>
      {t().training.tsume.solution}
    </button>
  );
}

/** What an attempt has done to the solver's rating; in practice, how far that has come. */
function Standing({ attempt }: { attempt: AttemptAt }) {
  const words = t().training.tsume;
  const change = attempt.change.value;
  const practice = attempt.practice.value;
  if (practice)
    return (
      <p class="note practice">
        {practice.rating === null ? words.practiceLeft(practice.left) : words.placed(practice.rating)}
      </p>
    );
  if (!change) return null;
  const signed = new Intl.NumberFormat(language.value, { signDisplay: 'always' });
  return (
    <p class={`rating-change ${change.after >= change.before ? 'up' : 'down'}`}>
      {words.change(signed.format(change.after - change.before), change.after)}
    </p>
  );
}

/** How hard it is, and what a hint or a mistake means. */
function Facts({ attempt, problem }: { attempt: AttemptAt; problem: TsumeProblem }) {
  const words = t().training.tsume;
  const { rated, proposal } = problem;
  const phase = attempt.phase.value;
  const isPractice = problem.practice || attempt.practice.value !== null;
  const facts = noted([
    // What has no rating is not told how it compares.
    rated && !isPractice && words.difficulty(problem.rating),
    problem.n_tried > 0 && words.tried(problem.n_solved, problem.n_tried),
    proposal && t().training.proposed.unrated,
  ]);
  // Of a new problem there is nothing to tell, and no card for it.
  return (
    <>
      {facts && <p class="note">{facts}</p>}
      {!isOver(phase) && !isPractice && <p class="note">{rated ? words.hintHelp : words.hintHelpUnrated}</p>}
      {!proposal && (phase === 'failed' || phase === 'shown') && (
        <p class="note">{t().training.due.tomorrow}</p>
      )}
    </>
  );
}
