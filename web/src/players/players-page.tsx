/** `/players`: the strongest at each speed. */

import { useSignal } from '@preact/signals';
import { ask, pageAfter } from '../api/request';
import { t } from '../i18n/whole';
import { FindPeople } from '../people/find-people';
import { PlayerName } from '../people/player-name';
import { SPEEDS } from '../ratings/speeds';
import { standingText } from '../ratings/words';
import { Segments } from '../ui/choice';
import { usePaged } from '../ui/loaded';
import { More, NoLines, Page } from '../ui/page';
import { VariantSelect } from '../variants/variant-select';
import type { Speed, VariantName } from '../wire/generated';

export function PlayersPage() {
  const words = t();
  const variant = useSignal('standard');
  const speed = useSignal<Speed>('rapid');
  const players = usePaged(
    async (next) => {
      const asked = { variant: variant.value as VariantName, speed: speed.value };
      const found = await ask('GET', '/players', { query: { ...asked, ...pageAfter(next) } });
      return { items: found.players, next: found.next };
    },
    [variant.value, speed.value],
  );
  return (
    <Page class="players-page">
      <h1>{words.nav.players}</h1>
      <FindPeople />
      <header>
        <h2>{words.players.list}</h2>
        <p class="note">{words.players.listHelp}</p>
      </header>
      <div class="filters">
        <VariantSelect
          value={variant.value}
          onChange={(name) => {
            variant.value = name;
          }}
        />
        <Segments
          label={words.players.speed}
          options={SPEEDS.map((name) => [name, words.ratings.speeds[name]] as const)}
          value={speed.value}
          onChange={(name) => {
            speed.value = name;
          }}
        />
      </div>
      <section class="card" aria-busy={players.state.is === 'busy'}>
        <NoLines of={players} none={words.players.nobody} />
        {players.items.length > 0 && (
          <table class="numbers">
            <thead>
              <tr>
                <th scope="col">#</th>
                <th scope="col" class="name">
                  {words.players.player}
                </th>
                <th scope="col">{words.players.grade}</th>
                <th scope="col">{words.ratings.rating}</th>
                <th scope="col">{words.players.games}</th>
              </tr>
            </thead>
            <tbody>
              {players.items.map((player, n) => (
                <tr key={player.handle}>
                  <td>{n + 1}</td>
                  <th scope="row">
                    <PlayerName person={player} />
                  </th>
                  <td>{standingText(player) || '–'}</td>
                  <td>{player.rating}</td>
                  <td>{player.n_games}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
      <More of={players} />
    </Page>
  );
}
