/** What moderators, admins and the command line did. */

import { ask, pageAfter } from '../../api/request';
import { t } from '../../i18n';

import { usePaged } from '../../ui/loaded';
import { More, PartFailed } from '../../ui/page';
import { dateOf, Part } from './parts';

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
        {auditLog.items.map((it) => (
          <li key={it.id}>
            <span class="note">{dateOf(it.at_ms)}</span> <strong>{it.by ?? words.commandLine}</strong>{' '}
            {actions[it.action] ?? it.action} {it.about && <strong>{it.about}</strong>}{' '}
            <span class="note">{it.details}</span>
          </li>
        ))}
      </ul>
      <PartFailed of={auditLog} />
      <More of={auditLog} word={words.older} />
    </Part>
  );
}
