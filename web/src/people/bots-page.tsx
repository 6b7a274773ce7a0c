/** `/bots`: the programs that play here, and which of them can be challenged now. */

import { ask } from '../api/request';
import { ChallengeButton } from '../challenges/challenge-button';
import { t } from '../i18n/whole';
import { EmptyState } from '../ui/empty-state';
import { useLoaded } from '../ui/loaded';
import { Page, PartFailed } from '../ui/page';
import { PlayerName } from './player-name';

export function BotsPage() {
  const words = t().bots;
  const bots = useLoaded(async () => (await ask('GET', '/bots')).bots);
  return (
    <Page class="players-page">
      <h1>{words.title}</h1>
      <p class="note">{words.lead}</p>
      <section class="card" aria-busy={bots.state.is === 'busy'}>
        <PartFailed of={bots} />
        {bots.value?.length === 0 && <EmptyState text={words.none} />}
        <ul class="people-found">
          {bots.value?.map((it) => (
            <li key={it.handle}>
              <PlayerName person={it} strength={it.strength} here={it.here} />
              <span class="note">@{it.handle}</span>
              {it.here && <ChallengeButton person={it} />}
            </li>
          ))}
        </ul>
      </section>
      <p class="note">
        <a href="/account">{words.own}</a>
      </p>
      <p class="note">
        <a href="/league">{t().league.title}</a>
      </p>
    </Page>
  );
}
