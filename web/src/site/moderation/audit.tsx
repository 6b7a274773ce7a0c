/** What moderators, admins and the command line did. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { request } from '../../api/request';
import { t } from '../../i18n';

import { dateOf, failed, Part } from './parts';

interface Deed {
  id: string;
  at: number;
  by: string | null;
  action: string;
  about: string | null;
  details: string;
}

export function Audit() {
  const words = t().site.moderation;
  const deeds = useSignal<Deed[]>([]);
  const more = useSignal(true);
  const load = () => {
    const last = deeds.value.at(-1);
    const after = last ? `?after_ms=${last.at}&after=${last.id}` : '';
    request<{ deeds: Deed[] }>('GET', `/admin/audit${after}`).then((page) => {
      deeds.value = [...deeds.value, ...page.deeds];
      more.value = page.deeds.length === 100;
    }, failed);
  };
  useEffect(load, []);
  const actions: Record<string, string> = words.actions;
  return (
    <Part title={words.audit}>
      <ul class="plain-list audit">
        {deeds.value.map((it) => (
          <li key={it.id}>
            <span class="note">{dateOf(it.at)}</span> <strong>{it.by ?? words.commandLine}</strong>{' '}
            {actions[it.action] ?? it.action} {it.about && <strong>{it.about}</strong>}{' '}
            <span class="note">{it.details}</span>
          </li>
        ))}
      </ul>
      {more.value && deeds.value.length > 0 && (
        <button type="button" onClick={load}>
          {words.older}
        </button>
      )}
    </Part>
  );
}
