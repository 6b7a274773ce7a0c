/** A player's latest games, each as one line that leads to it. */

import { ask } from '../api/request';
import { noted } from '../i18n/listed';
import { dateText } from '../i18n/moment';
import { t } from '../i18n/whole';
import { PlayerName } from '../people/player-name';
import { shownName } from '../people/shown-name';
import { outcomeFor } from '../shogi/outcome';
import { ResultMark } from '../ui/icon';
import { useLoaded } from '../ui/loaded';
import type { FoundGame, Profile } from '../wire/generated';

/** How many are shown; the search page has all. */
const GAMES = 8;

export function RecentGames({ profile }: { profile: Pick<Profile, 'handle' | 'name' | 'playing'> }) {
  const words = t();
  const { handle, name } = profile;
  // A game that was on the board a moment ago is among them.
  const found = useLoaded(
    () => ask('GET', '/games', { query: { player: handle } }),
    [handle, profile.playing.join()],
  );
  const games = found.value?.games.slice(0, GAMES) ?? [];
  return (
    <section class="card" aria-labelledby="recent-title" aria-busy={found.state.is === 'busy'}>
      <h2 id="recent-title">{words.players.recent}</h2>
      {found.value && games.length === 0 && <p class="note">{words.players.noGamesYet}</p>}
      {games.length > 0 && (
        <>
          <ul class="recent-games">
            {games.map((game) => (
              <Line key={game.game} game={game} of={handle} />
            ))}
          </ul>
          <p class="row">
            <a href={`/games?player=${handle}`}>{words.players.gamesOf(name)}</a>
            <a href={`/review?explore=${handle}`}>{words.explorer.tree}</a>
          </p>
        </>
      )}
    </section>
  );
}

function Line({ game, of }: { game: FoundGame; of: string }) {
  const words = t();
  const side = game.gote_handle === of ? 'gote' : 'sente';
  const opponent =
    side === 'gote'
      ? { name: game.sente, handle: game.sente_handle, bot: game.sente_bot }
      : { name: game.gote, handle: game.gote_handle, bot: game.gote_bot };
  const name = shownName(opponent.name ?? words.sides[side === 'gote' ? 'sente' : 'gote']);
  const result = outcomeFor(side, game.winner);
  return (
    <li class="whole-link">
      <a class="whole" href={`/${game.game}`}>
        <span class="hidden-visually">
          {noted([name, words.players.results[result], dateText(game.ended_ms)])}
        </span>
      </a>
      <ResultMark result={result} />
      <span class="recent-who">
        <PlayerName person={{ ...opponent, name }} />
      </span>
      <span class="note recent-what">
        {noted([
          game.variant === 'standard' ? null : (words.variants[game.variant] ?? game.variant),
          game.handicap ? words.handicaps[game.handicap] : null,
          words.result.reasons[game.reason],
          words.lobby.moves(game.plies),
        ])}
      </span>
      <span class="note recent-when">{dateText(game.ended_ms)}</span>
    </li>
  );
}
