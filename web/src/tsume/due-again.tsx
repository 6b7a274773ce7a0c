/** The problems that were not solved and are due again; a part of `/tsume`. */

import { t } from '../i18n';
import { useLoaded } from '../ui/loaded';
import { dueProblems } from './rush-api';

export function DueAgain() {
  const { training } = t();
  const words = training.due;
  const found = useLoaded(dueProblems).value;
  if (!found || (found.due.length === 0 && found.n_later === 0)) return null;
  return (
    <section class="card tsume-group due-again" aria-labelledby="due-again">
      <h2 id="due-again">{words.title(found.due.length)}</h2>
      <p class="note">
        {words.help} {found.n_later > 0 && words.later(found.n_later)}
      </p>
      {found.due.length > 0 && (
        <ul class="tsume-tiles">
          {found.due.map((number) => (
            <li key={number}>
              <a class="tsume-tile" href={`/tsume/${number}`} aria-label={training.tsume.problem(number)}>
                {number}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
