/** `/tsume`: today's problem, how one does, and all problems. */

import { BoardPreview } from '../board/board-preview';
import { language, t } from '../i18n';
import { listed } from '../i18n/listed';
import { useLoaded } from '../ui/loaded';
import { Page, PartFailed } from '../ui/page';
import type { TsumeListed } from '../wire/generated';
import { DueAgain } from './due-again';
import { listProblems, problemOf } from './tsume-api';

export function TsumePage() {
  const words = t().training.tsume;
  const list = useLoaded(listProblems);
  const number = new Intl.NumberFormat(language.value);
  const problems = list.value?.problems ?? [];
  const solver = list.value?.solver;
  return (
    <Page class="tsume-page" busy={list.state.is === 'busy'}>
      <section class="card tsume-head">
        <h1>{words.title}</h1>
        <p>{words.lead}</p>
        <PartFailed of={list} />
        {list.value && (
          <div class="row">
            {list.value.daily !== null && (
              <a class="button primary" href={`/tsume/${list.value.daily}`}>
                {words.daily}
              </a>
            )}
            <a class="button plain" href="/tsume/rush">
              {t().training.rush.title}
            </a>
            <span>{words.solvedOf(problems.filter((it) => it.solved).length, problems.length)}</span>
          </div>
        )}
        {solver && (
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
      <DueAgain />
      {[...new Set(problems.map((it) => it.plies))].map((plies) => (
        <Group key={plies} plies={plies} problems={problems.filter((it) => it.plies === plies)} />
      ))}
      <p class="note">{words.licence}</p>
    </Page>
  );
}

/** Problems of one length, with a look at the one to try next. */
function Group({ plies, problems }: { plies: number; problems: TsumeListed[] }) {
  const words = t().training.tsume;
  const next = (problems.find((it) => !it.solved) ?? problems[0])?.number ?? 0;
  const shown = useLoaded(() => problemOf(String(next)), [next]);
  return (
    <section class="card tsume-group">
      <h2>{words.inMoves(plies)}</h2>
      <div class="tsume-shelf">
        <a class="tsume-next" href={`/tsume/${next}`}>
          {shown.value && <BoardPreview variant="standard" sfen={shown.value.sfen} />}
          <span>{words.problem(next)}</span>
        </a>
        <ul class="tsume-tiles">
          {problems.map((it) => (
            <li key={it.number}>
              <Tile problem={it} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

const SIGNS = { new: '', solved: '○', later: '△', failed: '×' };

function Tile({ problem }: { problem: TsumeListed }) {
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
      aria-label={listed([words.problem(problem.number), words.states[state]])}
      title={words.difficulty(problem.rating)}
    >
      {problem.number}
      <span aria-hidden="true">{SIGNS[state]}</span>
    </a>
  );
}
