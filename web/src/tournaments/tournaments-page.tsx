/** `/tournaments`: what is played, what can be joined, what is over. */

import { noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import { isMember } from '../session';
import { OFTEN_MS, useFresh } from '../ui/loaded';
import { Page, PartFailed } from '../ui/page';
import { PageHead } from '../ui/page-head';
import type { TournamentPhase, TournamentSummary } from '../wire/generated';
import { listTournaments } from './tournament-api';
import { timeText } from './words';

const SHOWN: readonly TournamentPhase[] = ['running', 'open', 'over'];

export function TournamentsPage() {
  const words = t().tournaments;
  const member = isMember.value;
  const all = useFresh(() => listTournaments(false), [member], OFTEN_MS);
  const mine = useFresh(
    async () => (member ? (await listTournaments(true)).tournaments : []),
    [member],
    OFTEN_MS,
  );
  const listed = all.value?.tournaments;
  return (
    <Page class="players-page tournaments-page" busy={all.state.is === 'busy'}>
      <PageHead
        title={words.title}
        lead={words.lead}
        href="/tournaments/new"
        action={words.create}
        signInFirst={words.signInFirst}
      />
      {mine.value && mine.value.length > 0 && <Part title={words.mine} found={mine.value} />}
      {SHOWN.map((phase) => {
        const found = listed?.filter((it) => it.phase === phase) ?? [];
        return found.length > 0 && <Part key={phase} title={words.phases[phase]} found={found} />;
      })}
      {listed?.length === 0 && <p class="note">{words.none}</p>}
      <PartFailed of={all} />
    </Page>
  );
}

function Part({ title, found }: { title: string; found: TournamentSummary[] }) {
  const words = t().tournaments;
  return (
    <section class="card">
      <h2>{title}</h2>
      <ul class="tournament-list">
        {found.map((it) => (
          <li key={it.code}>
            <a href={`/tournaments/${it.code}`}>{it.name}</a>
            <span class="note">
              {noted([
                words.phases[it.phase],
                words.players(it.players),
                it.starts_ms && timeText(it.starts_ms),
              ])}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
