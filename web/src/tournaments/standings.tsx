/** Standings with every tie-break, and the cross table. */

import { useSignal } from '@preact/signals';
import { noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import { PlayerName } from '../people/player-name';
import { entryGradeText } from '../ratings/words';
import { Toggle } from '../ui/choice';
import { PartFailed } from '../ui/page';
import type { Ranking as RankingOf, RoundCell, Tournament, TournamentEntry } from '../wire/generated';
import { useCrossTable } from './parts';
import { PrizeList } from './prizes';
import { Ties } from './ties';
import { cardPage } from './tournament-api';
import {
  cellText,
  criteriaSaid,
  criterionText,
  criterionValue,
  personOf,
  pointsText,
  remarkText,
  titleText,
} from './words';

interface Props {
  view: Tournament;
  entries: ReadonlyMap<string, TournamentEntry>;
}

export function StandingsTable({ view, entries, organises = false }: Props & { organises?: boolean }) {
  const words = t().tournaments;
  const hasCells = useSignal(false);
  if (!view.standings) return <p class="note">{words.empty}</p>;
  return (
    <>
      {view.left_out?.cells && (
        <div class="no-print">
          <Toggle
            label={words.crossTable}
            value={hasCells.value}
            onChange={(on) => {
              hasCells.value = on;
            }}
          />
        </div>
      )}
      {view.left_out?.cells && hasCells.value ? (
        <CrossTable view={view} entries={entries} />
      ) : (
        <Rankings view={view} entries={entries} />
      )}
      <Ties view={view} entries={entries} organises={organises} />
      <PrizeList view={view} entries={entries} />
    </>
  );
}

/** The standings of a large tournament with their cells; without them until they are there. */
function CrossTable({ view, entries }: Props) {
  const found = useCrossTable(view);
  return (
    <div aria-busy={found.state.is === 'busy'}>
      <PartFailed of={found} />
      <Rankings view={{ ...view, standings: found.value ?? view.standings }} entries={entries} />
    </div>
  );
}

function Rankings({ view, entries }: Props) {
  const rankings = view.standings?.rankings ?? [];
  const heading = ({ title = '' }: RankingOf) => titleText(view.format, title);
  return (
    <>
      {rankings.map((ranking) => (
        <section key={ranking.title ?? ''} class="card">
          {heading(ranking) && <h2>{heading(ranking)}</h2>}
          <Ranking code={view.code} ranking={ranking} entries={entries} lines={linesOf(view, ranking)} />
        </section>
      ))}
      {rankings.some(({ rows }) => rows.some(({ rounds }) => rounds.length > 0)) && (
        <p class="note">{t().tournaments.cellHelp}</p>
      )}
    </>
  );
}

/** Below which row of a league's class the lines of promotion and relegation are drawn. */
export interface Lines {
  up: number;
  stays: number;
}

export function linesOf({ format }: Pick<Tournament, 'format'>, ranking: RankingOf): Lines | null {
  const { title = '', rows } = ranking;
  if (format.t === 'stages') {
    const [name, ...rest] = title.split('/');
    const stage = format.stages.find((it) => it.name === name);
    return stage && rest.length > 0 ? linesOf(stage, { ...ranking, title: rest.join('/') }) : null;
  }
  if (format.t !== 'league') return null;
  const own = format.classes.find(({ name }) => name === title);
  if (!own) return null;
  const there = rows.filter(({ remark }) => remark !== 'withdrawn').length;
  return { up: own.up ?? 0, stays: Math.max(0, there - (own.down ?? 0)) };
}

interface RankingProps {
  /** The tournament's. */
  code: string;
  ranking: RankingOf;
  entries: Props['entries'];
  lines: Lines | null;
}

function Ranking({ code, ranking, entries, lines }: RankingProps) {
  const words = t().tournaments;
  const position = new Map(ranking.rows.map(({ entry }, i) => [entry, i + 1]));
  const n_rounds = Math.max(0, ...ranking.rows.map(({ rounds }) => rounds.length));
  const hasGrades = ranking.rows.some(({ entry }) => entries.get(entry)?.grade);
  // What separates nobody needs no column.
  const criteria = ranking.criteria
    .map((name, i) => ({ name, i }))
    .filter(({ i }) => ranking.rows.some(({ values }) => (values[i] ?? null) !== null));
  const isShared = new Set(ranking.rows.map(({ place }) => place)).size < ranking.rows.length;
  const lineText = (i: number) => {
    if (!lines) return undefined;
    if (lines.up > 0 && i + 1 === lines.up) return words.promotionLine;
    return i + 1 === lines.stays && lines.stays < ranking.rows.length ? words.relegationLine : undefined;
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section class="wide-table" aria-label={ranking.title || words.crossTable} tabIndex={0}>
      <table class="numbers standings">
        <thead>
          <tr>
            {isShared && <th>{words.number}</th>}
            <th>{words.place}</th>
            <th class="name">{words.name}</th>
            {hasGrades && <th class="wide-only">{words.grade}</th>}
            {Array.from({ length: n_rounds }, (_, i) => (
              <th key={i}>{i + 1}</th>
            ))}
            {criteria.map(({ name }) => (
              <th key={name}>{criterionText(name)}</th>
            ))}
            <th class="wide-only">{words.score}</th>
          </tr>
        </thead>
        <tbody>
          {ranking.rows.map((row, at) => {
            const entry = entries.get(row.entry);
            const line = lineText(at);
            return (
              <tr key={row.entry} class={line ? 'above-line' : ''} title={line ?? ''}>
                {isShared && <td>{at + 1}</td>}
                <td>{row.place}</td>
                <th scope="row">
                  <PlayerName
                    person={personOf(entries, row.entry)}
                    {...(entry && { to: cardPage(code, row.entry) })}
                  />
                  {row.remark && <span class={`remark ${row.remark}`}>{remarkText(row)}</span>}
                  {row.by && <span class="remark">{words.placedBy[row.by]}</span>}
                  <span class="note aside narrow-only">
                    {[entryGradeText(entry?.grade, entry?.provisional), pointsOf(ranking, row)]
                      .filter(Boolean)
                      .map((it) => `${it} · `)}
                    <span class="score">{scoreText(row)}</span>
                  </span>
                </th>
                {hasGrades && <td class="wide-only">{entryGradeText(entry?.grade, entry?.provisional)}</td>}
                {Array.from({ length: n_rounds }, (_, i) => {
                  const cell = row.rounds[i];
                  return (
                    <td key={i} class={cellClass(cell)}>
                      {cell ? cellText(cell, (it) => position.get(it) ?? 0) : ''}
                    </td>
                  );
                })}
                {criteria.map(({ name, i }) => (
                  <td key={name}>{criterionValue(name, row.values[i] ?? null)}</td>
                ))}
                <td class="wide-only">{scoreText(row)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {ranking.criteria.length > 0 && <p class="note">{words.rankedBy(criteriaSaid(ranking.criteria))}</p>}
      {lines && (lines.up > 0 || lines.stays < ranking.rows.length) && (
        <p class="note">
          {noted([
            lines.up > 0 && words.promotionNote(lines.up),
            words.relegationNote(ranking.rows.length - lines.stays),
          ])}
        </p>
      )}
    </section>
  );
}

function cellClass(cell: RoundCell | undefined): string {
  if (cell?.t === 'game') return cell.result ?? '';
  if (cell?.t === 'match') return cell.won === undefined ? '' : cell.won ? 'win' : 'loss';
  return 'no-game';
}

const scoreText = ({ wins, draws, losses }: RankingOf['rows'][number]) => `${wins}–${draws}–${losses}`;

/** The points on a narrow screen, whose own column is far to the right there. */
function pointsOf({ criteria }: RankingOf, { values }: RankingOf['rows'][number]): string {
  const at = criteria.findIndex((it) => it === 'points' || it === 'mcmahon');
  const points = values[at] ?? null;
  return points === null
    ? ''
    : t().tournaments.ranking.worth(criterionText(criteria[at] ?? ''), pointsText(points));
}
