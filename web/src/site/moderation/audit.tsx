/** What moderators, admins and the command line did. */

import { request } from '../../api/request';
import { t } from '../../i18n';

import { usePaged } from '../../ui/loaded';
import { More, PartFailed } from '../../ui/page';
import { dateOf, Part } from './parts';

interface Deed {
  id: string;
  at: number;
  by: string | null;
  action: string;
  about: string | null;
  details: string;
}

/** How many the server sends at once. */
const PAGE = 100;

export function Audit() {
  const words = t().site.moderation;
  const deeds = usePaged(async (after) => {
    const page = await request<{ deeds: Deed[] }>('GET', `/admin/audit${after}`);
    const last = page.deeds.at(-1);
    const isMore = last && page.deeds.length === PAGE;
    return { items: page.deeds, next: isMore ? `?after_ms=${last.at}&after=${last.id}` : null };
  });
  const actions: Record<string, string> = words.actions;
  return (
    <Part title={words.audit}>
      <ul class="plain-list audit">
        {deeds.items.map((it) => (
          <li key={it.id}>
            <span class="note">{dateOf(it.at)}</span> <strong>{it.by ?? words.commandLine}</strong>{' '}
            {actions[it.action] ?? it.action} {it.about && <strong>{it.about}</strong>}{' '}
            <span class="note">{it.details}</span>
          </li>
        ))}
      </ul>
      <PartFailed of={deeds} />
      <More of={deeds} word={words.older} />
    </Part>
  );
}
