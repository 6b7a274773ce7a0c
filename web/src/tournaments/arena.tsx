/**
 * An arena: who leads, how it goes for everybody just now, and what is being played. It has no rounds.
 */

import { useSignal } from '@preact/signals';
import { noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import { PlayerName } from '../people/player-name';
import { entryGradeText } from '../ratings/words';
import type { OwnPart, Pairing, StandingsRow, Tournament, TournamentEntry } from '../wire/generated';
import { nameOf, personOf, pointsText } from './words';

/** Lines on a page of the standings. */
const PAGE = 50;
/** So many results say how it goes for somebody just now. */
const RECENT_MAX = 5;
/** So many games in progress are shown until one wants them all. */
const GAMES_MAX = 8;

interface Props {
  view: Tournament;
  entries: ReadonlyMap<string, TournamentEntry>;
  own: OwnPart | null;
}

type RecentResult = 'win' | 'draw' | 'loss';

/** How the last games of somebody came out, the latest last. */
export function recentOf({ rounds }: Pick<StandingsRow, 'rounds'>): RecentResult[] {
  const results = rounds.flatMap((cell): RecentResult[] => {
    if (cell.t !== 'game' || !cell.result) return [];
    if (cell.result === 'draw') return ['draw'];
    return [cell.result === 'win' || cell.result === 'win_by_no_show' ? 'win' : 'loss'];
  });
  return results.slice(-RECENT_MAX);
}

/** Whether the next game of somebody counts double. */
export const isOnStreak = (recent: readonly RecentResult[]) =>
  recent.length > 1 && recent.slice(-2).every((it) => it === 'win');

export function ArenaStandings({ view, entries, own }: Props) {
  const words = t().tournaments;
  const page = useSignal(0);
  const rows = view.standings?.rankings[0]?.rows ?? [];
  const ownAt = rows.findIndex(({ entry }) => entry === own?.entry);
  const n_pages = Math.max(1, Math.ceil(rows.length / PAGE));
  const at = Math.min(page.value, n_pages - 1);
  const shown = rows.slice(at * PAGE, (at + 1) * PAGE);
  const ownPage = Math.floor(ownAt / PAGE);
  const isDoubled = view.format.t === 'arena' && view.format.streak !== false;
  return (
    <>
      {view.phase === 'over' ? (
        <Podium rows={rows} entries={entries} />
      ) : (
        <Games view={view} entries={entries} own={own} />
      )}
      {rows.length === 0 ? (
        <p class="note">{words.empty}</p>
      ) : (
        <section class="card">
          <table class="numbers arena-table">
            <thead>
              <tr>
                <th>
                  <span class="hidden-visually">{words.place}</span>
                </th>
                <th class="name">{words.name}</th>
                <th class="arena-recent">{words.arena.recent}</th>
                <th>{words.criteria.points}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <Line
                  key={row.entry}
                  row={row}
                  entries={entries}
                  isOwn={row.entry === own?.entry}
                  isDoubled={isDoubled && view.phase === 'running'}
                />
              ))}
            </tbody>
          </table>
          {n_pages > 1 && (
            <nav class="row room-pages" aria-label={words.arena.pages}>
              <button type="button" disabled={at === 0} onClick={() => (page.value = at - 1)}>
                {words.room.previous}
              </button>
              <span aria-live="polite">{words.room.page(at + 1, n_pages)}</span>
              <button type="button" disabled={at >= n_pages - 1} onClick={() => (page.value = at + 1)}>
                {words.room.next}
              </button>
              {ownAt >= 0 && ownPage !== at && (
                <button type="button" class="quiet" onClick={() => (page.value = ownPage)}>
                  {words.arena.toOwn}
                </button>
              )}
            </nav>
          )}
        </section>
      )}
    </>
  );
}

interface LineProps {
  row: StandingsRow;
  entries: Props['entries'];
  isOwn: boolean;
  isDoubled: boolean;
}

function Line({ row, entries, isOwn, isDoubled }: LineProps) {
  const words = t().tournaments.arena;
  const entry = entries.get(row.entry);
  const recent = recentOf(row);
  const count = (result: RecentResult) => recent.filter((it) => it === result).length;
  return (
    <tr class={isOwn ? 'own' : ''} aria-current={isOwn || undefined}>
      <td>{row.place}</td>
      <th scope="row">
        <PlayerName person={personOf(entries, row.entry)} />{' '}
        <span class="note">{entryGradeText(entry?.grade, entry?.provisional)}</span>
      </th>
      <td class="arena-recent">
        <span
          class="arena-signs"
          role="img"
          aria-label={words.results(count('win'), count('draw'), count('loss'))}
        >
          {recent.map((it, i) => (
            <i key={i} class={it} />
          ))}
        </span>
      </td>
      <td class="arena-points">
        {isDoubled && isOnStreak(recent) && (
          <abbr class="arena-streak" title={words.streak}>
            ×2
          </abbr>
        )}
        <b>{pointsText(row.points)}</b>
      </td>
    </tr>
  );
}

/** What can be watched, the leaders first. */
function Games({ view, entries, own }: Props) {
  const words = t().tournaments.arena;
  const all = useSignal(false);
  const rows = view.standings?.rankings[0]?.rows ?? [];
  const place = new Map(rows.map((row) => [row.entry, row.place]));
  const best = ({ sente, gote }: Pairing) =>
    Math.min(place.get(sente) ?? rows.length, place.get(gote) ?? rows.length);
  const isOwn = ({ sente, gote }: Pairing) => sente === own?.entry || gote === own?.entry;
  const games = view.rounds
    .flatMap((round) => round.games)
    .filter((game) => game.result === null && !isOwn(game))
    .sort((a, b) => best(a) - best(b));
  if (games.length === 0) return null;
  const shown = all.value ? games : games.slice(0, GAMES_MAX);
  return (
    <section class="card">
      <h2>{words.playing}</h2>
      <ul class="arena-games">
        {shown.map((game) => (
          <li key={game.key}>
            <GameLink code={game.games.at(-1)}>
              {t().game.title(nameOf(entries, game.sente), nameOf(entries, game.gote))}
            </GameLink>
          </li>
        ))}
      </ul>
      {shown.length < games.length && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            all.value = true;
          }}
        >
          {words.all(games.length)}
        </button>
      )}
    </section>
  );
}

/** A game at a real board leads nowhere. */
function GameLink({ code, children }: { code: string | undefined; children: string }) {
  return code ? <a href={`/${code}`}>{children}</a> : <span>{children}</span>;
}

/** The first three, at the end. */
function Podium({ rows, entries }: { rows: readonly StandingsRow[]; entries: Props['entries'] }) {
  const words = t().tournaments;
  const first = rows.filter(({ place, played }) => place <= 3 && played > 0).slice(0, 3);
  if (first.length === 0) return null;
  return (
    <section class="card">
      <h2>{words.arena.winners}</h2>
      <ol class="podium">
        {first.map((row) => (
          <li key={row.entry} class={`place-${row.place}`}>
            <span class="podium-place">{row.place}</span>
            <PlayerName person={personOf(entries, row.entry)} />
            <span class="note">
              {noted([
                words.ranking.worth(words.criteria.points, pointsText(row.points)),
                `${row.wins}–${row.draws}–${row.losses}`,
              ])}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** How whoever looks stands, and whether they wait. */
export function OwnStanding({ view, own }: Omit<Props, 'entries'>) {
  const words = t().tournaments.arena;
  const row = view.standings?.rankings[0]?.rows.find(({ entry }) => entry === own?.entry);
  if (view.phase !== 'running' || !own?.entry) return null;
  return (
    <>
      {row && (
        <p>
          <b>{words.own(row.place, pointsText(row.points) || '0')}</b>
        </p>
      )}
      {!own.game && !own.pauses && !view.ending && !view.paused && <p class="note">{words.waits}</p>}
    </>
  );
}
