/** A player's rated games of standard shogi, counted by opponents' grades or by handicaps. */

import { t } from '../i18n/whole';
import { gradeText } from '../ratings/words';
import type { Profile, ResultRow } from '../wire/generated';

export function ResultTables({ profile }: { profile: Profile }) {
  const words = t().players;
  return (
    <div class="columns-2">
      <Results
        title={words.byGrade}
        rows={profile.by_grade}
        label={(row) => (row.kind === null ? t().ratings.noGrade : gradeText(row.kind))}
      />
      <Results title={words.byHandicap} rows={profile.by_handicap} label={handicapText} />
    </div>
  );
}

function handicapText(row: ResultRow): string {
  const words = t();
  if (row.kind === null) return words.setup.even;
  const name =
    row.kind === 'first_move'
      ? words.players.firstMove
      : words.handicaps[row.kind as keyof typeof words.handicaps];
  return row.gave ? words.players.gave(name) : words.players.took(name);
}

interface ResultsProps {
  title: string;
  rows: ResultRow[];
  label(row: ResultRow): string;
}

function Results({ title, rows, label }: ResultsProps) {
  const words = t().players;
  return (
    <section class="card">
      <h2>{title}</h2>
      <table class="numbers">
        <thead>
          <tr>
            <th scope="col">
              <span class="hidden-visually">{title}</span>
            </th>
            <th scope="col">{words.won}</th>
            <th scope="col">{words.drawn}</th>
            <th scope="col">{words.lost}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.kind} ${row.gave}`}>
              <th scope="row">{label(row)}</th>
              <td>{row.wins}</td>
              <td>{row.draws}</td>
              <td>{row.losses}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
