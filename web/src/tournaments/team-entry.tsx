/** A team event whose players come to their teams by themselves: choosing, founding, leading a team. */

import { useSignal } from '@preact/signals';
import { noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import { PlayerName } from '../people/player-name';
import { entryGradeText } from '../ratings/words';
import { Dialog, SureButton } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { TextField } from '../ui/text-field';
import type { OwnPart, Tournament, TournamentEntry } from '../wire/generated';
import { isFull, movedUp, type Team, teamsOf } from './teams';
import { act, cardPage } from './tournament-api';

interface Props {
  view: Tournament;
  own: OwnPart;
}

/** The longest name of a team. */
const NAME_CHARS_MAX = 60;

/** What has become of one's request for a place, or the way to make one. */
export function TeamChoice({ view, own }: Props) {
  const words = t().tournaments;
  const isOpen = useSignal(false);
  const { code, phase, plan } = view;
  const entry = view.entries.find(({ id }) => id === own.entry);
  if (!own.signed_in || !plan.team_entry || phase !== 'open' || entry?.team) return null;
  const asked = own.team_request?.team;
  return (
    <>
      {asked && (
        <p role="status">
          {words.teams.asked(asked, plan.team_entry.admission === 'organiser' ? 'organiser' : 'captain')}
        </p>
      )}
      <div class="row own-acts">
        <button
          type="button"
          class={asked ? 'quiet' : 'primary'}
          name="choose-team"
          onClick={() => {
            isOpen.value = true;
          }}
        >
          {asked || entry ? words.teams.choose : words.join}
        </button>
        {asked && (
          <button
            type="button"
            class="quiet"
            name="unjoin-team"
            onClick={() => void act(code, { t: 'unjoin_team' })}
          >
            {words.teams.withdraw}
          </button>
        )}
      </div>
      {isOpen.value && (
        <TeamDialog
          view={view}
          own={own}
          onClose={() => {
            isOpen.value = false;
          }}
        />
      )}
    </>
  );
}

/** Every team with what one can do about it, and the way to found one. */
function TeamDialog({ view, own, onClose }: Props & { onClose(): void }) {
  const words = t().tournaments;
  const name = useSignal('');
  const { teams } = teamsOf(view);
  const { team_entry } = view.plan;
  const wanted = async (wanted: Parameters<typeof act>[1]) => {
    if (await act(view.code, wanted)) onClose();
  };
  const stateOf = (team: Team) => {
    if (own.team_request?.rejected_by?.includes(team.name)) return words.teams.saidNo;
    if (isFull(team)) return words.teams.full;
    return null;
  };
  return (
    <Dialog title={words.teams.choose} onClose={onClose}>
      {teams.length === 0 && <p class="note">{words.teams.none}</p>}
      <ul class="account-list team-choice">
        {teams.map((team) => (
          <li key={team.name}>
            <span>
              <strong>{team.name}</strong>
              <span class="note">{noted([sizeOf(team), ...team.players.map((it) => it.name)])}</span>
            </span>
            {stateOf(team) ? (
              <span class="note">{stateOf(team)}</span>
            ) : (
              team.name !== own.team_request?.team && (
                <button
                  type="button"
                  name="join-team"
                  onClick={() => void wanted({ t: 'join_team', team: team.name })}
                >
                  {team_entry?.admission === 'anyone' ? words.teams.come : words.teams.ask}
                </button>
              )
            )}
          </li>
        ))}
      </ul>
      {team_entry?.founding && (
        <form
          class="field-row"
          onSubmit={(event) => {
            event.preventDefault();
            void wanted({ t: 'found_team', team: name.value });
          }}
        >
          <TextField
            label={words.teams.name}
            name="team"
            required
            maxLength={NAME_CHARS_MAX}
            value={name.value}
            onInput={(it) => {
              name.value = it;
            }}
          />
          <button type="submit" class="primary" name="found-team">
            {words.teams.found}
          </button>
        </form>
      )}
    </Dialog>
  );
}

/** How many it has, of how many it can have. */
function sizeOf({ players, places }: Team): string {
  const words = t().tournaments.teams;
  return places === null ? words.players(players.length) : words.places(players.length, places);
}

/** For whoever decides: those who ask for a place in a team, each with yes and no. */
export function TeamApplicants({ view, own }: Props) {
  const words = t().tournaments.teams;
  const applicants = own.team_applicants ?? [];
  if (applicants.length === 0) return null;
  return (
    <section class="card no-print">
      <h2>{words.requests(applicants.length)}</h2>
      <ul class="account-list">
        {applicants.map((it) => (
          <li key={it.user}>
            <span>
              <PlayerName person={it} />{' '}
              <span class="note">
                {noted([it.team, entryGradeText(it.grade, it.provisional), it.rating])}
              </span>
            </span>
            <span class="row">
              <button
                type="button"
                class="primary"
                name="admit-to-team"
                onClick={() => void act(view.code, { t: 'admit_to_team', user: it.user })}
              >
                {words.admit}
              </button>
              <button
                type="button"
                name="reject-from-team"
                onClick={() => void act(view.code, { t: 'reject_from_team', user: it.user })}
              >
                {words.reject}
              </button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The teams with their line-ups; a captain puts the own one in order. */
export function Teams({ view, own }: Props) {
  const words = t().tournaments;
  const { teams, without } = teamsOf(view);
  return (
    <section class="card">
      <h2>{words.teams.title(teams.length)}</h2>
      {teams.length === 0 && <p class="note">{words.teams.none}</p>}
      <div class="teams">
        {teams.map((team) => (
          <TeamCard key={team.name} view={view} own={own} team={team} />
        ))}
        {without.length > 0 && (
          <section class="team">
            <h3>{words.teams.without}</h3>
            <ul class="account-list">
              {without.map((it) => (
                <li key={it.id}>
                  <TeamPlayer view={view} entry={it} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </section>
  );
}

function TeamCard({ view, own, team }: Props & { team: Team }) {
  const words = t().tournaments.teams;
  const isBefore = view.phase === 'draft' || view.phase === 'open';
  const leads = team.players.some(({ id, captain }) => captain && id === own.entry);
  const mayOrder = isBefore && (leads || own.organiser);
  return (
    <section class="team">
      <h3>
        {team.name} <span class="note">{sizeOf(team)}</span>
      </h3>
      {isBefore && leads && <p class="note">{words.youLead}</p>}
      <ol class="account-list">
        {team.players.map((it, at) => (
          <li key={it.id}>
            <span class="team-place">{at < team.boards ? at + 1 : words.reserve}</span>
            <TeamPlayer view={view} entry={it} />
            {mayOrder && at > 0 && (
              <button
                type="button"
                class="quiet square"
                aria-label={words.up(it.name)}
                onClick={() => void act(view.code, { t: 'line_up', entries: movedUp(team.players, at) })}
              >
                <Icon name="up" />
              </button>
            )}
            {view.phase === 'open' && leads && it.id !== own.entry && (
              <SureButton
                title={words.remove(it.name)}
                yes={t().tournaments.acts.leave}
                label={words.remove(it.name)}
                onYes={() => void act(view.code, { t: 'leave', entry: it.id })}
              />
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function TeamPlayer({ view, entry }: { view: Tournament; entry: TournamentEntry }) {
  return (
    <span>
      <PlayerName
        person={{ name: entry.name, handle: entry.handle, bot: entry.bot }}
        to={cardPage(view.code, entry.id)}
      />{' '}
      <span class="note">
        {noted([
          entry.captain && t().tournaments.teams.captain,
          entryGradeText(entry.grade, entry.provisional),
          entry.rating,
        ])}
      </span>
    </span>
  );
}
