/** `/league/NAME`: a pool, its programs and its games. */

import { useEffect } from 'preact/hooks';
import { ask } from '../api/request';
import { clocksInWords } from '../clock/format';
import { noted } from '../i18n/listed';
import { hourText, momentText } from '../i18n/moment';
import { t } from '../i18n/whole';
import { PlayerName } from '../people/player-name';
import { EmptyState } from '../ui/empty-state';
import { useLoaded } from '../ui/loaded';
import { Page, When } from '../ui/page';
import { LiveGame } from '../watch/live-game';
import { LiveWall } from '../watch/live-wall';
import type { PoolProgram, PoolView } from '../wire/generated';
import { everyInWords } from './pool-words';

/** How often the page asks anew. */
const EVERY_MS = 8_000;

export function PoolPage({ pool: name }: { pool: string }) {
  const words = t().league;
  const view = useLoaded(() => ask('GET', '/league/{pool}', { path: { pool: name } }), [name]);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void view.again();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [name]);
  return (
    <When of={view} missing={{ title: words.missing, href: '/league', to: words.all }}>
      {(found) => <Pool view={found} />}
    </When>
  );
}

function Pool({ view: { pool, programs, games, days } }: { view: PoolView }) {
  const words = t();
  return (
    <Page class="players-page league" title={pool.name}>
      <header>
        <h1>{pool.name}</h1>
        <p>
          {noted([
            clocksInWords(words, pool.clock),
            everyInWords(words, pool.every_ms),
            !pool.rated && words.league.unrated,
          ])}
        </p>
        <p class="note">
          {noted([words.league.next(hourText(pool.next_ms)), words.league.waiting(pool.n_waiting)])}
        </p>
      </header>
      <section aria-label={words.league.live}>
        <h2>{words.league.live}</h2>
        {games.length === 0 && <EmptyState text={words.league.noGames} />}
        <LiveWall boards={games} keyOf={(it) => it.game.game}>
          {(it) => <LiveGame code={it.game.game} known={it.game} />}
        </LiveWall>
      </section>
      <section class="card">
        <h2>{words.league.table}</h2>
        {programs.length === 0 ? (
          <EmptyState text={words.league.empty} />
        ) : (
          <Programs programs={programs} rated={pool.rated} />
        )}
      </section>
      {days.length > 0 && (
        <section class="card">
          <h2>{words.league.days}</h2>
          <p class="note">{words.league.daysLead}</p>
          <ul class="row pool-days">
            {days.map(({ day, n_games }) => (
              <li key={day}>
                <a href={`/api/v1/league/${pool.name}/days/${day}.csa`} download>
                  {day}
                </a>{' '}
                <span class="note">{words.league.played(n_games)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section class="card">
        <h2>{words.league.take}</h2>
        <p>{words.league.takeLead(`${pool.name},SECRET`)}</p>
        <p class="row">
          <a href="/account">{words.league.own}</a>
          <a href="/league">{words.league.all}</a>
        </p>
      </section>
    </Page>
  );
}

function Programs({ programs, rated }: { programs: readonly PoolProgram[]; rated: boolean }) {
  const words = t();
  return (
    <table class="numbers">
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col" class="name">
            {words.league.program}
          </th>
          {rated && <th scope="col">{words.ratings.rating}</th>}
          <th scope="col">{words.league.games}</th>
          <th scope="col">{words.league.wins}</th>
          <th scope="col" class="wide-only">
            {words.league.losses}
          </th>
          <th scope="col" class="wide-only">
            {words.league.draws}
          </th>
          <th scope="col" class="wide-only">
            {words.league.seen}
          </th>
        </tr>
      </thead>
      <tbody>
        {programs.map((it, n) => (
          <tr key={it.user}>
            <td>{n + 1}</td>
            <th scope="row">
              <PlayerName person={it} here={it.waits} />
            </th>
            {rated && (
              <td>
                {it.rating}
                {it.provisional && '?'}
              </td>
            )}
            <td>{it.n_games}</td>
            <td>{it.wins}</td>
            <td class="wide-only">{it.losses}</td>
            <td class="wide-only">{it.n_games - it.wins - it.losses}</td>
            <td class="wide-only">{it.waits ? words.league.waits : momentText(it.seen_ms)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
