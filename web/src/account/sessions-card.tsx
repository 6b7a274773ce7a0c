/** Where the owner of the account is signed in, and how that ends. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { noted } from '../i18n/listed';
import { dateText } from '../i18n/moment';
import { t } from '../i18n/whole';
import { toast } from '../ui/toast';
import type { Session } from '../wire/generated';
import { endSession, fetchSessions } from './account-api';
import { refused } from './account-form';

export function SessionsCard() {
  const words = t().account.sessions;
  const sessions = useSignal<Session[]>([]);
  const look = () =>
    fetchSessions().then((found) => {
      sessions.value = found;
    }, refused);
  useEffect(() => void look(), []);
  return (
    <section class="card" aria-labelledby="sessions-title">
      <h2 id="sessions-title">{words.title}</h2>
      <ul class="account-list">
        {sessions.value.map((it) => {
          const name = it.agent ?? words.unknown;
          return (
            <li key={it.id}>
              <span>
                {noted([name, it.address])}
                <span class="note">
                  {noted([words.since(dateText(it.opened_ms)), words.used(dateText(it.used_ms))])}
                </span>
              </span>
              {it.this ? (
                <span class="note account-this">{words.this}</span>
              ) : (
                <button
                  type="button"
                  aria-label={words.end(name)}
                  onClick={() => {
                    endSession(it.id).then(() => {
                      toast.show(words.ended, 'good');
                      void look();
                    }, refused);
                  }}
                >
                  {words.endShort}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      <p class="note">{words.lead}</p>
    </section>
  );
}
