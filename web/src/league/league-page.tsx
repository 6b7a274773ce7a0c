/** `/league`: the pools in which programs are paired again and again. */

import { ask } from '../api/request';
import { clocksInWords } from '../clock/format';
import { noted } from '../i18n/listed';
import { hourText } from '../i18n/moment';
import { t } from '../i18n/whole';
import { EmptyState } from '../ui/empty-state';
import { useLoaded } from '../ui/loaded';
import { Page, PartFailed } from '../ui/page';
import { everyInWords } from './pool-words';

export function LeaguePage() {
  const words = t();
  const pools = useLoaded(async () => (await ask('GET', '/league')).pools);
  return (
    <Page class="players-page league">
      <h1>{words.league.title}</h1>
      <p class="note">{words.league.lead}</p>
      <section aria-busy={pools.state.is === 'busy'}>
        <PartFailed of={pools} />
        {pools.value?.length === 0 && <EmptyState text={words.league.none} />}
        <ul class="pools">
          {pools.value?.map((pool) => (
            <li key={pool.name} class="card whole-link">
              <a class="whole" href={`/league/${pool.name}`}>
                <span class="hidden-visually">{pool.name}</span>
              </a>
              <strong aria-hidden="true">{pool.name}</strong>
              <span>
                {noted([
                  clocksInWords(words, pool.clock),
                  everyInWords(words, pool.every_ms),
                  !pool.rated && words.league.unrated,
                ])}
              </span>
              <span class="note">
                {noted([
                  words.league.next(hourText(pool.next_ms)),
                  words.league.waiting(pool.n_waiting),
                  words.league.playing(pool.n_games),
                  words.league.programs(pool.n_programs),
                ])}
              </span>
            </li>
          ))}
        </ul>
      </section>
      <p class="note">
        <a href="/bots">{words.bots.title}</a>
      </p>
    </Page>
  );
}
