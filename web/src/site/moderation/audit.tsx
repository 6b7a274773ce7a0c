/** What moderators, admins and the command line did, and what the server left unrated. */

import { ask, pageAfter } from '../../api/request';
import { t } from '../../i18n/whole';

import { usePaged } from '../../ui/loaded';
import { More, PartFailed } from '../../ui/page';
import { dateOf, Part } from './parts';

/** What nobody did by hand: games that were not rated; the details are the game's address. */
const SERVERS = new Set(['one_address_often', 'given_up_again', 'pair_often']);

export function Audit() {
  const words = t().site.moderation;
  const auditLog = usePaged(async (after) => {
    const page = await ask('GET', '/admin/audit', { query: pageAfter(after) });
    return { items: page.entries, next: page.next };
  });
  const actions: Record<string, string> = words.actions;
  return (
    <Part title={words.audit}>
      <ul class="plain-list audit">
        {auditLog.items.map((it) => {
          const isServers = SERVERS.has(it.action);
          return (
            <li key={it.id}>
              <span class="note">{dateOf(it.at_ms)}</span>{' '}
              <strong>{it.by ?? (isServers ? words.server : words.commandLine)}</strong>{' '}
              {actions[it.action] ?? it.action} {it.about && <strong>{it.about}</strong>}{' '}
              {isServers ? <a href={it.details}>{it.details}</a> : <span class="note">{it.details}</span>}
            </li>
          );
        })}
      </ul>
      <PartFailed of={auditLog} />
      <More of={auditLog} word={words.older} />
    </Part>
  );
}
