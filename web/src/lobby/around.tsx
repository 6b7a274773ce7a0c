/**
 * At the side of the first page: the next tournament, some clubs and the strongest players, once
 * there is time for them. It is the last of its column, so that it moves nothing when it comes.
 */

import type { ComponentChildren } from 'preact';
import { ask, orNull } from '../api/request';
import { t } from '../i18n';
import { labelled, noted } from '../i18n/listed';
import { weekdayText } from '../i18n/moment';
import { PlayerName } from '../people/player-name';
import { standingText } from '../ratings/words';
import { atRest } from '../ui/late';
import { OFTEN_MS, useFresh, useLoaded } from '../ui/loaded';
import type { TournamentSummary } from '../wire/generated';

/** How many lines each part has. */
const PLAYERS = 5;
const CLUBS = 3;

/** The one that is open to all and begins soonest, else the one that began last. */
export function nextTournament(all: readonly TournamentSummary[]): TournamentSummary | null {
  const at = ({ starts_ms }: TournamentSummary) => starts_ms ?? Number.POSITIVE_INFINITY;
  const open = all.filter(({ phase }) => phase === 'open').sort((a, b) => at(a) - at(b));
  const running = all.filter(({ phase }) => phase === 'running').sort((a, b) => (at(b) < at(a) ? -1 : 1));
  return open[0] ?? running[0] ?? null;
}

/** The strongest at the slowest speed at which there are any. */
async function strongest() {
  for (const speed of ['rapid', 'classical', 'blitz'] as const) {
    const { players } = await ask('GET', '/players', { query: { variant: 'standard', speed } });
    if (players.length > 0) return players.slice(0, PLAYERS);
  }
  return [];
}

export function Around() {
  const words = t().lobby.around;
  const { tournaments, clubs } = t();
  const soon = useFresh(
    async () => {
      await atRest();
      const found = await orNull(ask('GET', '/tournaments', { query: { mine: false } }));
      return found && { next: nextTournament(found.tournaments) };
    },
    [],
    4 * OFTEN_MS,
  );
  const players = useLoaded(async () => {
    await atRest();
    return orNull(strongest());
  });
  const some = useLoaded(async () => {
    await atRest();
    return orNull(ask('GET', '/clubs', { query: { q: '' } }));
  });
  const next = soon.value?.next;
  const found = some.value?.clubs ?? [];
  const best = players.value ?? [];
  // What comes later is not to push away what one reads.
  const isHere = [soon, players, some].every(({ state }) => state.is !== 'busy');
  return (
    <aside class="lobby-around" aria-busy={!isHere}>
      {isHere && (
        <>
          {next && (
            <Part title={next.phase === 'running' ? tournaments.title : words.next} href="/tournaments">
              <p>
                <a class="around-name" href={`/tournaments/${next.code}`}>
                  {next.name}
                </a>
                <span class="note">
                  {noted([
                    next.phase === 'running' ? words.running : next.starts_ms && weekdayText(next.starts_ms),
                    tournaments.players(next.players),
                  ])}
                </span>
              </p>
            </Part>
          )}
          {found.length > 0 && (
            <Part title={clubs.title} href="/clubs">
              <ul>
                {found.slice(0, CLUBS).map((it) => (
                  <li key={it.slug}>
                    <a class="around-name" href={`/clubs/${it.slug}`}>
                      {it.name}
                    </a>{' '}
                    <span class="note">{clubs.members(it.n_members)}</span>
                  </li>
                ))}
              </ul>
            </Part>
          )}
          {best.length > 0 && (
            <Part title={words.ladder} href="/players">
              <ol class="around-players">
                {best.map((it) => (
                  <li key={it.handle}>
                    <PlayerName person={it} />
                    <span class="note">{standingText(it)}</span>
                    <span class="around-rating">{it.rating}</span>
                  </li>
                ))}
              </ol>
            </Part>
          )}
          {/* What does not exist gets a sentence instead of a box. */}
          <ul class="around-none">
            {soon.value && !next && (
              <li>
                {words.noneNext} <a href="/tournaments/new">{words.hold}</a>
              </li>
            )}
            {some.value && found.length === 0 && (
              <li>
                {words.noClubs} <a href="/clubs/new">{words.found}</a>
              </li>
            )}
            {players.value && best.length === 0 && <li>{words.noneRated}</li>}
          </ul>
        </>
      )}
    </aside>
  );
}

interface PartProps {
  title: string;
  /** Where all of it is. */
  href: string;
  children: ComponentChildren;
}

function Part({ title, href, children }: PartProps) {
  return (
    <section class="card around-part">
      <header>
        <h2>{title}</h2>
        <a href={href} aria-label={labelled(title, t().lobby.around.all)}>
          {t().lobby.around.all}
        </a>
      </header>
      <div class="around-body">{children}</div>
    </section>
  );
}
