/**
 * `/embed/tournaments/CODE`: how a tournament stands, within another site's page; with
 * `?part=pairings` its latest round, with `?part=bracket` its bracket.
 */

import { t } from '../i18n/whole';
import { Page, When } from '../ui/page';
import type { Tournament, TournamentEntry } from '../wire/generated';
import { Bracket } from './bracket';
import { WithAll, WithRound } from './parts';
import { inParts } from './rounds';
import { roundNow } from './screen-slides';
import { StandingsTable } from './standings';
import { useTournament } from './tournament-api';
import { nameOf, resultText } from './words';

export function EmbedPage({ code }: { code: string }) {
  const words = t().tournaments;
  const part = new URLSearchParams(location.search).get('part');
  return (
    <When of={useTournament(code)} missing={{ title: words.notFound }}>
      {({ view }) => {
        const entries = new Map(view.entries.map((entry) => [entry.id, entry]));
        return (
          <Page class="embedded" title={view.name}>
            <h1>
              <a href={`/tournaments/${code}`} target="_blank" rel="noopener">
                {view.name}
              </a>
            </h1>
            <p class="note">{words.phases[view.phase]}</p>
            {part === 'pairings' ? (
              <Pairings view={view} entries={entries} />
            ) : part === 'bracket' ? (
              <WithAll view={view}>{(all) => <Bracket view={all} entries={entries} />}</WithAll>
            ) : (
              <StandingsTable view={view} entries={entries} />
            )}
          </Page>
        );
      }}
    </When>
  );
}

interface Props {
  view: Tournament;
  entries: ReadonlyMap<string, TournamentEntry>;
}

/** The round that is played, board by board. */
function Pairings({ view, entries }: Props) {
  const words = t().tournaments;
  const round = roundNow(view.rounds);
  if (!round) return <p class="note">{words.empty}</p>;
  const name = (id: string, side: string) => (
    <>
      <span aria-hidden="true">{side} </span>
      {nameOf(entries, id)}
    </>
  );
  return (
    <WithRound view={view} round={round}>
      {({ games, byes }) => (
        <section class="wide-table">
          <h2>{view.n_rounds ? words.of(round.round, view.n_rounds) : words.round(round.round)}</h2>
          <table class="numbers embedded-pairings">
            <tbody>
              {inParts(
                view,
                games.filter(({ result }) => result !== 'annulled'),
              ).map((game) => (
                <tr key={game.key}>
                  <td>{game.board || ''}</td>
                  <th scope="row" class="name">
                    {name(game.sente, game.toss ? '' : '▲')}
                  </th>
                  <td class="name">{name(game.gote, game.toss ? '' : '△')}</td>
                  <td>{resultText(game)}</td>
                </tr>
              ))}
              {byes.map(({ entry, kind }) => (
                <tr key={entry}>
                  <td />
                  <th scope="row" class="name">
                    {nameOf(entries, entry)}
                  </th>
                  <td class="name">{words.byes[kind]}</td>
                  <td />
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </WithRound>
  );
}
