/** Invitations to a tournament: what the player is asked, and whom the organisers have asked. */

import { t } from '../i18n';
import { act, type Invitation, type Own, type Tournament } from './tournament-api';
import { timeText } from './words';

/** On the tournament's page: I am asked, and say yes or no. */
export function InvitationCard({ invitation }: { invitation: Invitation }) {
  const words = t().tournaments.invitation;
  const { code, by, declined, rated, starts } = invitation;
  return (
    <div class="invitation" role="status">
      <p>{declined ? (by ? words.youDeclined : words.youLeft) : words.asked(by)}</p>
      <p class="note">
        {[rated ? words.rated : words.casual, starts !== null && timeText(starts)]
          .filter(Boolean)
          .join(' · ')}
      </p>
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
export function InvitedDesk({ view, own }: { view: Tournament; own: Own | null }) {
  const words = t().tournaments.invitation;
  const invited = own?.invited ?? [];
  if (invited.length === 0) return null;
  return (
    <section class="card no-print">
      <h2>{words.invited(invited.filter(({ declined }) => !declined).length)}</h2>
      <ul class="pairings">
        {invited.map((it) => (
          <li key={it.user} class="pairing">
            <span class="pairing-board" />
            <span class="entry-known">
              <a href={`/@/${it.handle}`}>{it.name}</a>{' '}
              <span class="note">{it.declined ? words.hasDeclined : words.waits}</span>
            </span>
            <span class="row entry-acts">
              {!it.declined && (
                <button
                  type="button"
                  class="quiet"
                  onClick={() => void act(view.code, { t: 'uninvite', user: it.user })}
                >
                  {words.takeBack}
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
