/** A club's own rating: what its evenings say of those who have come to them. */

import { dateText } from '../i18n/moment';
import { t } from '../i18n/whole';
import { PlayerName } from '../people/player-name';
import { ratingText } from '../ratings/words';
import { useLoaded } from '../ui/loaded';
import { ratingOf } from './club-api';

export function ClubRating({ slug }: { slug: string }) {
  const words = t().evening.rating;
  const found = useLoaded(() => ratingOf(slug), [slug]);
  const players = found.value?.players ?? [];
  if (players.length === 0) return null;
  return (
    <section class="card">
      <h2>{words.title}</h2>
      <div class="wide-table">
        <table class="numbers club-rating">
          <thead>
            <tr>
              <th>#</th>
              <th class="name">{t().tournaments.name}</th>
              <th>{t().ratings.rating}</th>
              <th>{t().evening.games}</th>
              <th>{t().evening.wins}</th>
              <th>{words.last}</th>
            </tr>
          </thead>
          <tbody>
            {players.map((it, n) => (
              <tr key={it.handle ?? `${it.name} ${it.last_ms}`}>
                <td>{n + 1}</td>
                <th scope="row">
                  <PlayerName person={{ name: it.name, handle: it.handle, bot: it.bot ?? false }} />
                </th>
                <td>{ratingText(it)}</td>
                <td>{it.wins + it.draws + it.losses}</td>
                <td>{it.wins}</td>
                <td>{dateText(it.last_ms)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="note">{words.help(found.value?.n_evenings ?? 0)}</p>
    </section>
  );
}
