/** What goes on in a club: the boards of its members, who of them is here, and how games ended. */

import { ChallengeButton } from '../challenges/challenge-button';
import { noted } from '../i18n/listed';
import { hourText } from '../i18n/moment';
import { t } from '../i18n/whole';
import { PlayerName } from '../people/player-name';
import { shownName } from '../people/shown-name';
import { outcomeFor } from '../shogi/outcome';
import { ResultMark } from '../ui/icon';
import { LiveGames } from '../watch/live-game';
import type { Club, FoundGame, Person, Side } from '../wire/generated';

export function Activity({ club }: { club: Club }) {
  const words = t().clubs.activity;
  const { playing = [], here = [], results = [] } = club;
  return (
    <>
      <LiveGames codes={playing} label={t().players.watch} />
      {club.you.member && (
        <section class="card" aria-labelledby="here-title">
          <h2 id="here-title">{words.here}</h2>
          {here.length === 0 && <p class="note">{words.nobodyHere}</p>}
          <ul class="people-found">
            {here.map((it) => (
              <Here key={it.user} person={it} />
            ))}
          </ul>
        </section>
      )}
      {results.length > 0 && (
        <section class="card" aria-labelledby="results-title">
          <h2 id="results-title">{words.results}</h2>
          <ul class="club-results">
            {results.map((it) => (
              <Result key={it.game} game={it} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Here({ person }: { person: Person }) {
  const [game] = person.playing;
  return (
    <li>
      <PlayerName person={person} strength={person.strength} here />
      {game ? <a href={`/${game}`}>{t().home.plays}</a> : <ChallengeButton person={person} />}
    </li>
  );
}

/** One game, which leads to its record. */
function Result({ game }: { game: FoundGame }) {
  const words = t();
  const names = [
    shownName(game.sente ?? words.sides.sente),
    shownName(game.gote ?? words.sides.gote),
  ] as const;
  const mark = (side: Side) => <ResultMark result={outcomeFor(side, game.winner)} />;
  return (
    <li class="whole-link">
      <a class="whole" href={`/${game.game}`}>
        <span class="hidden-visually">{words.game.title(...names)}</span>
      </a>
      <span class="club-result">
        {mark('sente')}
        <PlayerName person={{ name: names[0], handle: game.sente_handle, bot: game.sente_bot }} />
        {' – '}
        <PlayerName person={{ name: names[1], handle: game.gote_handle, bot: game.gote_bot }} />
        {mark('gote')}
      </span>
      <span class="note">
        {noted([
          // Of the last 24 hours, the hour says when it was.
          hourText(game.ended_ms),
          game.variant === 'standard' ? null : (words.variants[game.variant] ?? game.variant),
          game.handicap ? words.handicaps[game.handicap] : null,
          words.result.reasons[game.reason],
          words.lobby.moves(game.plies),
        ])}
      </span>
    </li>
  );
}
