/**
 * `/tsume`, `/tsume/NAME`: what to solve next, today's problems, how one does, and all problems of a
 * variant, shogi first.
 */

import { useSignal } from '@preact/signals';
import { BoardPreview } from '../board/board-preview';
import { MyHomework } from '../clubs/homework';
import { labelled, listed, noted } from '../i18n/listed';
import { language, t } from '../i18n/whole';
import { shownName } from '../people/shown-name';
import { go } from '../router';
import { isMember } from '../session';
import { type Options, Select } from '../ui/choice';
import { useLoaded } from '../ui/loaded';
import { Blank, Page, PartFailed } from '../ui/page';
import { variantOptions } from '../variants/variant-select';
import type { DailyTsume, TsumeListed, TsumeTheme, TsumeVariant } from '../wire/generated';
import { VARIANTS } from '../wire/variants';
import { DueAgain } from './due-again';
import { listProblems, nextFor, problemOf, problemsAt } from './tsume-api';

/** How many problems of one length are shown at first. */
const SHOWN = 48;

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
  const next = nextFor(problems, solver ?? null);
  const theme = useSignal<TsumeTheme | ''>('');
  const wanted = problems.filter((it) => theme.value === '' || it.themes.includes(theme.value));
  const lengths = [...new Set(wanted.map((it) => it.plies))].sort((a, b) => a - b);
  return (
    <Page class="tsume-page" busy={list.state.is === 'busy'}>
      <section class="card tsume-head">
        <h1>{isStandard ? words.title : words.titleOf(t().variants[variant] ?? variant)}</h1>
        <p>{hasHands ? words.lead : words.leadNoDrops}</p>
        <PartFailed of={list} />
        {list.value && (
          <div class="row">
            {next && (
              <a class="button primary" href={`/tsume/${next.number}`}>
                {t().home.forYou}
              </a>
            )}
            <span>{words.solvedOf(problems.filter((it) => it.solved).length, problems.length)}</span>
          </div>
        )}
        {isStandard && list.value && <Dailies daily={list.value.daily} />}
        {isStandard && list.value && (
          <nav class="row">
            <a href="/tsume/rush">{t().training.rush.title}</a>
            <a href="/tsume/compose">{t().training.compose.title}</a>
            <a href="/tsume/proposed">{t().training.proposed.title}</a>
          </nav>
        )}
        <Select
          label={t().setup.variant}
          name="variant"
          options={options(list.value?.variants ?? [])}
          value={variant}
          onChange={(name) => go(problemsAt(name))}
        />
        {!isStandard && (
          <p class="note">
            {words.unrated} <a href={`/variants/${variant}`}>{t().variantWords.page.rules}</a>
          </p>
        )}
        {isStandard && solver && (
          <dl class="tsume-standing">
            {solver.rating !== null && (
              <div>
                <dt>{words.rating}</dt>
                <dd>
                  {number.format(solver.rating)}
                  {solver.provisional ? '?' : ''}
                </dd>
              </div>
            )}
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
      {problems.length > 0 && (
        <section class="card tsume-head">
          <Select
            label={words.theme}
            name="theme"
            options={themeOptions(problems)}
            value={theme.value}
            onChange={(chosen) => {
              theme.value = chosen;
            }}
          />
          {lengths.length === 0 ? (
            <p role="status">{words.noneOfTheme}</p>
          ) : (
            <nav class="tsume-lengths" aria-label={words.lengths}>
              {lengths.map((plies) => (
                <a key={plies} href={`#plies-${plies}`}>
                  {words.inMoves(plies)}
                </a>
              ))}
            </nav>
          )}
        </section>
      )}
      {lengths.map((plies) => (
        <Group
          key={`${plies}${theme.value}`}
          variant={variant}
          plies={plies}
          problems={wanted.filter((it) => it.plies === plies)}
        />
      ))}
      <p class="note">{words.licence}</p>
    </Page>
  );
}

/** Today's problems, the easiest first, and on how many days in a row one has been solved. */
function Dailies({ daily }: { daily: DailyTsume }) {
  const { home, lobby, training } = t();
  return (
    <div class="tsume-dailies">
      <h2>{lobby.daily}</h2>
      <div class="row">
        {daily.problems.map((it) => (
          <a
            key={it.level}
            class="button"
            href={`/tsume/${it.number}`}
            aria-label={labelled(
              home.levels[it.level],
              it.solved ? training.tsume.states.solved : training.tsume.inMoves(it.plies),
            )}
          >
            {home.levels[it.level]}
            {it.solved && <span aria-hidden="true">✓</span>}
          </a>
        ))}
        {daily.best_days > 0 && (
          <span class="daily-days">
            {daily.n_days > 0 && home.days(daily.n_days)}{' '}
            {daily.best_days > daily.n_days && <small>{home.bestDays(daily.best_days)}</small>}
          </span>
        )}
      </div>
    </div>
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

/** The themes that some problem has, in a fixed order. */
function themeOptions(problems: TsumeListed[]): Options<TsumeTheme | ''> {
  const words = t().training.tsume;
  const known = new Set(problems.flatMap((it) => it.themes));
  const themes = Object.entries(words.themes) as [TsumeTheme, string][];
  return [['', words.anyTheme], ...themes.filter(([theme]) => known.has(theme))];
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
  const showsAll = useSignal(false);
  // Where there are many, those about the next.
  const first = Math.floor(problems.findIndex((it) => it.number === next) / SHOWN) * SHOWN;
  const tiles = showsAll.value ? problems : problems.slice(first, first + SHOWN);
  return (
    <section class="card tsume-group" id={`plies-${plies}`}>
      <h2>{words.inMoves(plies)}</h2>
      <p class="note">{words.solvedOf(problems.filter((it) => it.solved).length, problems.length)}</p>
      <div class="tsume-shelf">
        <a class="tsume-next" href={`/tsume/${next}`}>
          {shown.value && <BoardPreview variant={variant} sfen={shown.value.sfen} />}
          <span>{words.problem(open?.place ?? 0)}</span>
        </a>
        <ul class="tsume-tiles">
          {tiles.map((it) => (
            <li key={it.number}>
              <Tile problem={it} isStandard={variant === 'standard'} />
            </li>
          ))}
        </ul>
      </div>
      {problems.length > SHOWN && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            showsAll.value = !showsAll.value;
          }}
        >
          {showsAll.value ? words.showFewer : words.showAll(problems.length)}
        </button>
      )}
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
      class={`tsume-tile ${state} ${problem.author ? 'composed' : ''}`}
      href={`/tsume/${problem.number}`}
      aria-label={listed([words.problem(problem.place), words.states[state]])}
      title={noted([
        isStandard ? words.difficulty(problem.rating) : words.states[state],
        problem.author && t().training.proposed.by(shownName(problem.author.name)),
      ])}
    >
      {problem.place}
      <span aria-hidden="true">{SIGNS[state]}</span>
    </a>
  );
}
