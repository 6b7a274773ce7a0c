/** Invitations to a tournament: what the player is asked, and whom the organisers have asked. */

import { t } from '../i18n/whole';
import { PlayerName } from '../people/player-name';
import type { Invitation, OwnPart, Tournament } from '../wire/generated';
import { act } from './tournament-api';

/** On the tournament's page: I am asked, and say yes or no. */
export function InvitationCard({ invitation }: { invitation: Invitation }) {
  const words = t().tournaments.invitation;
  const { code, by, declined, rated } = invitation;
  return (
    <div class="invitation" role="status">
      <p>{declined ? (by ? words.youDeclined : words.youLeft) : words.asked(by)}</p>
      <p class="note">{rated ? words.rated : words.casual}</p>
      <div class="row">
        <button type="button" class="primary" name="accept" onClick={() => void act(code, { t: 'accept' })}>
          {declined ? words.acceptAfterAll : words.accept}
        </button>
        {!declined && (
          <button type="button" name="decline" onClick={() => void act(code, { t: 'decline' })}>
            {words.decline}
          </button>
        )}
      </div>
    </div>
  );
}

/** On every page: a tournament asks for an answer. */
export function InvitationBar({ invitation }: { invitation: Invitation }) {
  const words = t().tournaments;
  return (
    <div class="banner agenda-bar" role="status">
      <span class="agenda-name">{words.invitation.bar(invitation.by, invitation.name)}</span>
      <a class="button primary" href={`/tournaments/${invitation.code}`}>
        {words.agenda.toTournament}
      </a>
    </div>
  );
}

/** On the organiser's desk: who was asked and has not come in. */
export function InvitedDesk({ view, own }: { view: Tournament; own: OwnPart | null }) {
  const words = t().tournaments.invitation;
  const invited = own?.invited ?? [];
  if (invited.length === 0) return null;
  return (
    <section class="card no-print">
      <h2>{words.invited(invited.filter(({ declined }) => !declined).length)}</h2>
      <ul class="account-list">
        {invited.map((it) => (
          <li key={it.user}>
            <span>
              <PlayerName person={it} />
              <span class="note">{it.declined ? words.hasDeclined : words.waits}</span>
            </span>
            {!it.declined && (
              <button type="button" onClick={() => void act(view.code, { t: 'uninvite', user: it.user })}>
                {words.takeBack}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
