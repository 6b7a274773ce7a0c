/** Standings with every tie-break, and the cross table. */

import { t } from '../i18n';
import type { Entry, Standings, Tournament } from './tournament-api';
import { cellText, levelText, nameOf, pointsText } from './words';

interface Props {
  view: Tournament;
  entries: ReadonlyMap<string, Entry>;
}

export function StandingsTable({ view, entries }: Props) {
  const words = t().tournaments;
  if (!view.standings) return <p class="note">{words.empty}</p>;
  return (
    <>
      {view.standings.rankings.map((ranking) => (
        <section key={ranking.title ?? ''} class="card">
          {ranking.title && <h2>{ranking.title}</h2>}
          <Ranking ranking={ranking} entries={entries} />
        </section>
      ))}
      <p class="note">{words.cellHelp}</p>
    </>
  );
}

type RankingOf = Standings['rankings'][number];

function Ranking({ ranking, entries }: { ranking: RankingOf; entries: Props['entries'] }) {
  const words = t().tournaments;
  const position = new Map(ranking.rows.map(({ entry }, i) => [entry, i + 1]));
  const n_rounds = Math.max(0, ...ranking.rows.map(({ rounds }) => rounds.length));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section class="wide-table" aria-label={ranking.title || words.crossTable} tabIndex={0}>
      <table class="numbers standings">
        <thead>
          <tr>
            <th>{words.place}</th>
            <th class="name">{words.name}</th>
            <th>{words.grade}</th>
            {Array.from({ length: n_rounds }, (_, i) => (
              <th key={i}>{i + 1}</th>
            ))}
            {ranking.criteria.map((it) => (
              <th key={it}>{criterionText(it)}</th>
            ))}
            <th>{words.score}</th>
          </tr>
        </thead>
        <tbody>
          {ranking.rows.map((row) => {
            const entry = entries.get(row.entry);
            return (
              <tr key={row.entry}>
                <td>{row.place}</td>
                <th scope="row">
                  {entry?.handle ? (
                    <a href={`/@/${entry.handle}`}>{entry.name}</a>
                  ) : (
                    nameOf(entries, row.entry)
                  )}
                  {row.remark && <span class={`remark ${row.remark}`}>{words.remarks[row.remark]}</span>}
                </th>
                <td>{levelText(entry?.grade ?? null)}</td>
                {Array.from({ length: n_rounds }, (_, i) => {
                  const cell = row.rounds[i];
                  return (
                    <td key={i} class={cell?.t === 'game' ? (cell.result ?? '') : 'no-game'}>
                      {cell ? cellText(cell, (it) => position.get(it) ?? 0) : ''}
                    </td>
                  );
                })}
                {ranking.criteria.map((it, i) => (
                  <td key={it}>{pointsText(row.values[i] ?? null)}</td>
                ))}
                <td>
                  {row.wins}–{row.draws}–{row.losses}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** The field's short names of the tie-breaks, which are the same everywhere. */
const SHORT: Record<string, string> = {
  sos: 'SOS',
  sos_1: 'SOS-1',
  sos_2: 'SOS-2',
  sosos: 'SOSOS',
  sodos: 'SODOS',
  cuss: 'CUSS',
  mcmahon: 'MMS',
};

function criterionText(name: string): string {
  const words = t().tournaments.criteria as Record<string, string>;
  return words[name] ?? SHORT[name] ?? name;
}
