/** Some clubs, each with a link to its page. */

import { noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import type { ClubSummary } from '../wire/generated';

export function ClubList({ found }: { found: readonly ClubSummary[] }) {
  const words = t().clubs;
  return (
    <ul class="tournament-list">
      {found.map((it) => (
        <li key={it.slug}>
          <a href={`/clubs/${it.slug}`}>{it.name}</a>
          <span class="note">
            {noted([
              it.role && words.roles[it.role],
              it.city,
              words.members(it.n_members),
              it.private && words.privateClub,
            ])}
          </span>
        </li>
      ))}
    </ul>
  );
}
