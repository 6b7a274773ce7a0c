/** The ranking of a circuit: the names stay where they are while the events are scrolled. */

import { t } from '../i18n/whole';
import { PlayerName } from '../people/player-name';
import type { Circuit, CircuitRanking } from '../wire/generated';
import { circuitPoints } from './circuit-words';

interface Props {
  circuit: Circuit;
  ranking: CircuitRanking;
  /** Within another site's page, where links open a new one. */
  embedded?: boolean;
}

export function CircuitTable({ circuit, ranking, embedded = false }: Props) {
  const words = t();
  const own = words.circuits;
  const begun = circuit.events
    .map((event, at) => ({ event, at }))
    .filter(({ event }) => event.phase === 'running' || event.phase === 'over');
  if (ranking.rows.length === 0) return <p class="note">{own.noResults}</p>;
  const target = embedded ? { target: '_blank', rel: 'noopener' } : {};
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section class="wide-table circuit-table" aria-label={ranking.name || own.standings} tabIndex={0}>
      <table class="numbers standings">
        <thead>
          <tr>
            <th class="sticky">
              <span class="circuit-place">{words.tournaments.place}</span> {words.tournaments.name}
            </th>
            <th>{own.total}</th>
            {begun.map(({ event }, i) => (
              <th key={event.code} class="circuit-event">
                <a href={`/tournaments/${event.code}`} title={event.name} {...target}>
                  <span class="hidden-visually">{event.name}</span>
                  <span aria-hidden="true">{i + 1}</span>
                </a>
              </th>
            ))}
            <th>{own.played}</th>
          </tr>
        </thead>
        <tbody>
          {ranking.rows.map((row) => (
            <tr key={row.person} class={row.place === null ? 'no-place' : ''}>
              <th scope="row" class="sticky">
                <span class="circuit-place">{row.place ?? '–'}</span>{' '}
                <span class="circuit-name">
                  {embedded ? row.name : <PlayerName person={row} />}
                  {row.club && <span class="note">{row.club}</span>}
                </span>
              </th>
              <td class="circuit-total">{circuitPoints(row.total)}</td>
              {begun.map(({ event, at }) => {
                const cell = row.cells[at];
                return (
                  <td key={event.code} title={cell ? own.placeIn(cell.place, event.name) : ''}>
                    {cell && (cell.counts ? circuitPoints(cell.points) : <s>{circuitPoints(cell.points)}</s>)}
                  </td>
                );
              })}
              <td>{row.played}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
