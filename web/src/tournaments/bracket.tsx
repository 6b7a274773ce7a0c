/** Brackets and matches, drawn as brackets: a column a round, the winners in bold. */

import { t } from '../i18n';
import type { Entry, Match, Tournament } from './tournament-api';
import { nameOf, pointsText } from './words';

interface Props {
  view: Tournament;
  entries: ReadonlyMap<string, Entry>;
}

export function Bracket({ view, entries }: Props) {
  const words = t().tournaments;
  const matches = view.standings?.matches ?? [];
  const games = new Map(view.rounds.flatMap((round) => round.games.map((game) => [game.key, game] as const)));
  // Groups (`G1-3`) and the two brackets of a double knock-out (`W1-1`, `L2-3`) stand by themselves.
  const parts = new Map<string, Match[]>();
  for (const match of matches) {
    const part = /^(G\d+|[A-Z]+)?/.exec(match.slot)?.[0] ?? '';
    parts.set(part, [...(parts.get(part) ?? []), match]);
  }
  return (
    <>
      {[...parts].map(([part, within], i) => {
        const rounds = [...new Set(within.map(({ round }) => round))].sort((a, b) => a - b);
        return (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
          <section key={part} class="card bracket" tabIndex={0} aria-label={`${words.tabs.bracket} ${i + 1}`}>
            {rounds.map((round) => (
              <div key={round} class="bracket-round">
                <span class="label">{words.round(round)}</span>
                <ol>
                  {within
                    .filter((match) => match.round === round)
                    // The match for the third place stands below the final.
                    .sort((a, b) => Number(a.label === 'third place') - Number(b.label === 'third place'))
                    .map((match) => (
                      <li key={match.slot} class="bracket-match">
                        {match.label && (
                          <span class="label">
                            {(words.labels as Record<string, string>)[match.label] ?? match.label}
                          </span>
                        )}
                        <Seat
                          name={nameOf(entries, match.a)}
                          known={match.a !== undefined}
                          points={match.a_points}
                          won={match.winner !== undefined && match.winner === match.a}
                        />
                        <Seat
                          name={match.walkover ? words.walkover : nameOf(entries, match.b)}
                          known={match.b !== undefined}
                          points={match.b_points}
                          won={match.winner !== undefined && match.winner === match.b}
                        />
                        {match.games
                          .map((key) => games.get(key)?.games.at(-1))
                          .filter((code) => code !== undefined)
                          .map((code) => (
                            <a key={code} class="bracket-game" href={`/${code}`}>
                              {words.watch}
                            </a>
                          ))}
                      </li>
                    ))}
                </ol>
              </div>
            ))}
          </section>
        );
      })}
    </>
  );
}

function Seat({ name, known, points, won }: { name: string; known: boolean; points: number; won: boolean }) {
  return (
    <span class={`bracket-seat${won ? ' won' : ''}${known ? '' : ' note'}`}>
      <span>{name}</span>
      <span>{known ? pointsText(points) : ''}</span>
    </span>
  );
}
