/** The problems of a list that were not solved and are due again; a part of `/tsume`. */

import { t } from '../i18n/whole';
import { useLoaded } from '../ui/loaded';
import type { TsumeListed } from '../wire/generated';
import { dueProblems } from './rush-api';

export function DueAgain({ problems }: { problems: TsumeListed[] }) {
  const { training } = t();
  const words = training.due;
  const found = useLoaded(dueProblems).value;
  // Of another variant, they are on its own page.
  const due = found?.due.flatMap((number) => problems.find((it) => it.number === number) ?? []) ?? [];
  if (!found || (due.length === 0 && found.n_later === 0)) return null;
  return (
    <section class="card tsume-group due-again" aria-labelledby="due-again">
      <h2 id="due-again">{words.title(due.length)}</h2>
      <p class="note">
        {words.help} {found.n_later > 0 && words.later(found.n_later)}
      </p>
      {due.length > 0 && (
        <ul class="tsume-tiles">
          {due.map(({ number, place }) => (
            <li key={number}>
              <a class="tsume-tile" href={`/tsume/${number}`} aria-label={training.tsume.problem(place)}>
                {place}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
