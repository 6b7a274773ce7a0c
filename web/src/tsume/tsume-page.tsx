/** `/tsume`, `/tsume/NAME`: today's problem, how one does, and all problems of a variant, shogi first. */

import { BoardPreview } from '../board/board-preview';
import { MyHomework } from '../clubs/homework';
import { language, t } from '../i18n';
import { listed } from '../i18n/listed';
import { go } from '../router';
import { isMember } from '../session';
import { type Options, Select } from '../ui/choice';
import { useLoaded } from '../ui/loaded';
import { Blank, Page, PartFailed } from '../ui/page';
import { variantOptions } from '../variants/variant-select';
import type { TsumeListed, TsumeVariant } from '../wire/generated';
import { VARIANTS } from '../wire/variants';
import { DueAgain } from './due-again';
import { listProblems, problemOf, problemsAt } from './tsume-api';

export function TsumePage({ variant = 'standard' }: { variant?: string }) {
  const words = t().training.tsume;
  const table = VARIANTS.find((it) => it.name === variant && it.tsume);
  if (!table) return <Blank title={words.noneOf} href="/tsume" to={words.all} />;
  return <OfVariant key={variant} variant={variant} hasHands={table.hand.length > 0} />;
}

function OfVariant({ variant, hasHands }: { variant: string; hasHands: boolean }) {
  const words = t().training.tsume;
  const list = useLoaded(() => listProblems(variant), [variant]);
  const number = new Intl.NumberFormat(language.value);
  const problems = list.value?.problems ?? [];
  const solver = list.value?.solver;
  const isStandard = variant === 'standard';
  return (
    <Page class="tsume-page" busy={list.state.is === 'busy'}>
      <section class="card tsume-head">
        <h1>{isStandard ? words.title : words.titleOf(t().variants[variant] ?? variant)}</h1>
        <p>{hasHands ? words.lead : words.leadNoDrops}</p>
        <Select
          label={t().setup.variant}
          name="variant"
          options={options(list.value?.variants ?? [])}
          value={variant}
          onChange={(name) => go(problemsAt(name))}
        />
        <PartFailed of={list} />
        {list.value && (
          <div class="row">
            {isStandard && list.value.daily !== null && (
              <a class="button primary" href={`/tsume/${list.value.daily}`}>
                {words.daily}
              </a>
            )}
            {isStandard && (
              <a class="button plain" href="/tsume/rush">
                {t().training.rush.title}
              </a>
            )}
            <span>{words.solvedOf(problems.filter((it) => it.solved).length, problems.length)}</span>
          </div>
        )}
        {!isStandard && (
          <p class="note">
            {words.unrated} <a href={`/variants/${variant}`}>{t().variantWords.page.rules}</a>
          </p>
        )}
        {isStandard && solver && (
          <dl class="tsume-standing">
            <div>
              <dt>{words.rating}</dt>
              <dd>
                {number.format(solver.rating)}
                {solver.provisional ? '?' : ''}
              </dd>
            </div>
            <div>
              <dt>{words.streak}</dt>
              <dd>
                {number.format(solver.streak)} <small>{words.best(solver.best_streak)}</small>
              </dd>
            </div>
          </dl>
        )}
      </section>
      {isMember.value && <MyHomework />}
      <DueAgain problems={problems} />
      {[...new Set(problems.map((it) => it.plies))].map((plies) => (
        <Group
          key={plies}
          variant={variant}
          plies={plies}
          problems={problems.filter((it) => it.plies === plies)}
        />
      ))}
      <p class="note">{words.licence}</p>
    </Page>
  );
}

/** The variants that have problems, with how many of them are solved once that is known. */
function options(known: TsumeVariant[]): Options<string> {
  const words = t().training.tsume;
  const option = ([name, text]: readonly [string, string]) => {
    const it = known.find(({ variant }) => variant === name);
    return [name, it ? words.progressOf(text, it.n_solved, it.n_problems) : text] as const;
  };
  return variantOptions(({ tsume }) => tsume === true, option);
}

interface GroupProps {
  variant: string;
  plies: number;
  problems: TsumeListed[];
}

/** Problems of one length, with a look at the one to try next. */
function Group({ variant, plies, problems }: GroupProps) {
  const words = t().training.tsume;
  const open = problems.find((it) => !it.solved) ?? problems[0];
  const next = open?.number ?? 0;
  const shown = useLoaded(() => problemOf(String(next)), [next]);
  return (
    <section class="card tsume-group">
      <h2>{words.inMoves(plies)}</h2>
      <div class="tsume-shelf">
        <a class="tsume-next" href={`/tsume/${next}`}>
          {shown.value && <BoardPreview variant={variant} sfen={shown.value.sfen} />}
          <span>{words.problem(open?.place ?? 0)}</span>
        </a>
        <ul class="tsume-tiles">
          {problems.map((it) => (
            <li key={it.number}>
              <Tile problem={it} isStandard={variant === 'standard'} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

const SIGNS = { new: '', solved: '○', later: '△', failed: '×' };

function Tile({ problem, isStandard }: { problem: TsumeListed; isStandard: boolean }) {
  const words = t().training.tsume;
  const state =
    problem.first === null
      ? 'new'
      : !problem.solved
        ? 'failed'
        : problem.first === 'solved'
          ? 'solved'
          : 'later';
  return (
    <a
      class={`tsume-tile ${state}`}
      href={`/tsume/${problem.number}`}
      aria-label={listed([words.problem(problem.place), words.states[state]])}
      title={isStandard ? words.difficulty(problem.rating) : words.states[state]}
    >
      {problem.place}
      <span aria-hidden="true">{SIGNS[state]}</span>
    </a>
  );
}
