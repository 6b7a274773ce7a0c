/** The tournaments a player plays and has played, on their page, with how they did. */

import { t } from '../i18n/whole';
import { cardPage, tournamentsOf } from '../tournaments/tournament-api';
import { TournamentLines } from '../tournaments/tournament-list';
import { pointsText } from '../tournaments/words';
import { useLoaded } from '../ui/loaded';
import type { PlayedTournament, Profile } from '../wire/generated';

/** How many are shown; the list of tournaments has all. */
const SHOWN = 6;

export function PlayedTournaments({ profile: { handle, name } }: { profile: Profile }) {
  const words = t().tournaments;
  const found = useLoaded(() => tournamentsOf(handle), [handle]);
  const all = found.value?.tournaments ?? [];
  // The page is worth showing without them.
  if (all.length === 0) return null;
  return (
    <section class="card" aria-labelledby="tournaments-title">
      <h2 id="tournaments-title">{words.title}</h2>
      <TournamentLines of={all.slice(0, SHOWN)} more={resultOf} />
      {all.length > SHOWN && (
        <p>
          <a href={`/tournaments?player=${handle}`}>{words.archive.ofPlayer(name)}</a>
        </p>
      )}
    </section>
  );
}

function resultOf({ code, entry, place_reached, points, phase }: PlayedTournament) {
  const words = t().tournaments;
  if (!entry || place_reached === null || points === null)
    return phase === 'running' && <span class="note">{words.phases.running}</span>;
  return (
    <a class="played-result" href={cardPage(code, entry)}>
      {words.archive.placeOf(place_reached, pointsText(points) || '0')}
    </a>
  );
}
