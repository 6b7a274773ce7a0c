/** `/account`: sign in or register; afterwards, what belongs to the account. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Account, fetchAccount } from './account-api';
import { Reset, ticketIn, Verify } from './forgotten';
import { Freeze } from './freeze';
import { Member } from './member';
import { Stranger } from './stranger';

export function AccountPage() {
  const account = useSignal<Account | null | 'asking'>('asking');
  const ticket = useSignal(ticketIn(location.hash));
  useEffect(() => {
    // A ticket is in nobody's history or screenshot.
    if (ticket.value) history.replaceState(null, '', '/account');
  }, []);
  const look = () => {
    ticket.value = null;
    fetchAccount().then(
      (found) => {
        account.value = found;
      },
      () => {
        account.value = null;
      },
    );
  };
  useEffect(() => {
    if (!ticket.value) look();
  }, []);
  const known = account.value;
  const asked = ticket.value;
  return (
    <main id="main" class="account-page" aria-busy={!asked && known === 'asking'}>
      {asked?.purpose === 'reset' ? (
        <Reset ticket={asked.ticket} onDone={look} />
      ) : asked?.purpose === 'freeze' ? (
        <Freeze ticket={asked.ticket} onDone={look} />
      ) : asked ? (
        <Verify ticket={asked.ticket} onDone={look} />
      ) : known === 'asking' ? null : known ? (
        <Member
          account={known}
          onChange={(changed) => {
            account.value = changed;
          }}
        />
      ) : (
        <Stranger />
      )}
    </main>
  );
}
