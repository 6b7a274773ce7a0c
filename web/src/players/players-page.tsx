/** `/players`: the strongest at each speed. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n';
import { ask } from '../ratings/ratings-api';
import { gradeText } from '../ratings/words';
import { Segments, Select } from '../ui/choice';
import type { Ranked, RankedList } from '../wire/generated';
import { VARIANTS } from '../wire/variants';

const SPEEDS = ['bullet', 'blitz', 'rapid', 'classical'] as const;

export function PlayersPage() {
  const words = t();
  const variant = useSignal('standard');
  const speed = useSignal<(typeof SPEEDS)[number]>('rapid');
  const players = useSignal<Ranked[]>([]);
  const next = useSignal<string | null | undefined>(undefined);
  const read = async (more: string, before: Ranked[]) => {
    const asked = `variant=${variant.peek()}&speed=${speed.peek()}`;
    const found = await ask<RankedList>(`/players?${asked}${more && `&${more}`}`);
    if (asked !== `variant=${variant.peek()}&speed=${speed.peek()}`) return;
    players.value = [...before, ...(found?.players ?? [])];
    next.value = found?.next ?? null;
  };
  useEffect(() => {
    next.value = undefined;
    players.value = [];
    void read('', []);
  }, [variant.value, speed.value]);
  return (
    <main id="main" class="players-page">
      <header>
        <h1>{words.players.list}</h1>
        <p class="note">{words.players.listHelp}</p>
      </header>
      <div class="filters">
        <Select
          label={words.setup.variant}
          options={VARIANTS.map(({ name }) => [name, words.variants[name] ?? name] as const)}
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
      <section class="card" aria-busy={next.value === undefined}>
        {next.value === null && players.value.length === 0 && <p class="empty">{words.players.nobody}</p>}
        {players.value.length > 0 && (
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
              {players.value.map((player, n) => (
                <tr key={player.handle}>
                  <td>{n + 1}</td>
                  <th scope="row">
                    <a href={`/@/${player.handle}`}>{player.name}</a>
                  </th>
                  <td>{player.grade ? gradeText(player.grade) : '–'}</td>
                  <td>{player.rating}</td>
                  <td>{player.n_games}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
      {next.value && (
        <button type="button" onClick={() => void read(next.peek() ?? '', players.peek())}>
          {words.archive.more}
        </button>
      )}
    </main>
  );
}
