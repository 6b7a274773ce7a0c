/** `/account`: sign in or register; afterwards, what belongs to the account. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useLoaded } from '../ui/loaded';
import { Page } from '../ui/page';
import { fetchAccount } from './account-api';
import { Reset, ticketIn, Verify } from './forgotten';
import { Freeze } from './freeze';
import { Member } from './member';
import { Stranger } from './stranger';
import { takeWayBack } from './way-back';

export function AccountPage() {
  const ticket = useSignal(ticketIn(location.hash));
  // A person who comes with a ticket is looked up after what it is for.
  const account = useLoaded(async () => (ticket.peek() ? null : await fetchAccount()));
  useEffect(() => {
    // A ticket is in nobody's history or screenshot.
    if (ticket.value) history.replaceState(null, '', '/account');
  }, []);
  const look = () => {
    ticket.value = null;
    void account.again();
  };
  // Who is signed in, be it by a letter's link, goes on to where they were sent here from.
  const isSignedIn = !ticket.value && account.value != null;
  useEffect(() => {
    const back = isSignedIn ? takeWayBack() : null;
    if (back) location.replace(back);
  }, [isSignedIn]);
  const { state } = account;
  const asked = ticket.value;
  return (
    <Page class="account-page" busy={!asked && state.is === 'busy'}>
      {asked?.purpose === 'reset' ? (
        <Reset ticket={asked.ticket} onDone={look} />
      ) : asked?.purpose === 'freeze' ? (
        <Freeze ticket={asked.ticket} onDone={look} />
      ) : asked ? (
        <Verify ticket={asked.ticket} onDone={look} />
      ) : state.is === 'busy' ? null : account.value ? (
        <Member account={account.value} onChange={account.put} />
      ) : (
        <Stranger />
      )}
    </Page>
  );
}
