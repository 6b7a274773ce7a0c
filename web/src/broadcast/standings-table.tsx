/** The table of a broadcast's standings. */

import { t } from '../i18n/whole';
import { pointsText } from '../tournaments/words';
import type { BroadcastBoard } from '../wire/generated';
import { standings } from './standings';

export function Standings({ boards }: { boards: readonly BroadcastBoard[] }) {
  const words = t().broadcast;
  return (
    <div class="card">
      <h2 id="broadcast-standings">{words.standings.title}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <section class="wide-table" aria-labelledby="broadcast-standings" tabIndex={0}>
        <table class="numbers standings">
          <thead>
            <tr>
              <th scope="col">{words.standings.place}</th>
              <th scope="col" class="name">
                {words.standings.name}
              </th>
              <th scope="col">{words.standings.points}</th>
              <th scope="col">{words.standings.score}</th>
            </tr>
          </thead>
          <tbody>
            {standings(boards).map((row) => (
              <tr key={row.name}>
                <td>{row.place}</td>
                <th scope="row">{row.name}</th>
                <td>{pointsText(row.points)}</td>
                <td>{[row.wins, row.losses, ...(row.draws > 0 ? [row.draws] : [])].join('–')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p class="note">{words.standings.help}</p>
    </div>
  );
}
