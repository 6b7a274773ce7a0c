/** What the organiser orders for rounds to come: who meets whom, who does not, who has the bye. */

import { useSignal } from '@preact/signals';
import { noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import { Select } from '../ui/choice';
import type { PairingOrder, Tournament } from '../wire/generated';
import { Warnings } from './pairing-warnings';
import { nextPaired } from './rounds-now';
import { act } from './tournament-api';
import { nameOf } from './words';

const KINDS = ['pair', 'forbid', 'bye', 'out'] as const;

export function Orders({ view }: { view: Tournament }) {
  const words = t().tournaments;
  const entries = new Map(view.entries.map((entry) => [entry.id, entry]));
  const there = view.entries.filter(({ left }) => !left);
  const kind = useSignal<(typeof KINDS)[number]>('pair');
  const a = useSignal(there[0]?.id ?? '');
  const b = useSignal(there[1]?.id ?? '');
  const next = nextPaired(view);
  const name = (id: string) => nameOf(entries, id);
  const text = (it: PairingOrder) => {
    switch (it.t) {
      case 'pair':
        return words.orders.pair(it.round, name(it.sente), name(it.gote));
      case 'forbid':
        return words.orders.forbid(name(it.a), name(it.b));
      case 'bye':
        return words.orders.bye(it.round, name(it.entry));
    }
  };
  const wanted = (kind: Exclude<(typeof KINDS)[number], 'out'>): PairingOrder => {
    switch (kind) {
      case 'pair':
        return { t: 'pair', round: next, sente: a.value, gote: b.value };
      case 'forbid':
        return { t: 'forbid', a: a.value, b: b.value };
      case 'bye':
        return { t: 'bye', round: next, entry: a.value };
    }
  };
  // Those that were for rounds past are of no interest any more.
  const standing = view.orders
    .map((order, index) => ({ order, index }))
    .filter(({ order }) => order.t === 'forbid' || order.round >= next);
  const out = there.filter(({ absent }) => absent.includes(next));
  const missing = (entry: string, comes: boolean) =>
    act(view.code, { t: 'absent', entry, round: next, comes });
  const isAlone = kind.value === 'bye' || kind.value === 'out';
  const options = there.map(({ id, name, team }) => [id, noted([name, team])] as const);
  if (there.length < 2) return null;
  return (
    <section class={standing.length + out.length > 0 ? 'card' : 'card no-print'}>
      <details open={standing.length + out.length > 0}>
        <summary>{words.orders.title}</summary>
        <ul class="pairings">
          {standing.map(({ order, index }) => (
            <li key={index} class="pairing">
              <span class="pairing-board" />
              <span>{text(order)}</span>
              <button
                type="button"
                class="quiet"
                onClick={() => void act(view.code, { t: 'unorder', index })}
              >
                {words.acts.unorder}
              </button>
            </li>
          ))}
          {out.map(({ id, name }) => (
            <li key={id} class="pairing">
              <span class="pairing-board" />
              <span>{words.orders.out(next, name)}</span>
              <button type="button" class="quiet" onClick={() => void missing(id, true)}>
                {words.comesAfterAll}
              </button>
            </li>
          ))}
        </ul>
        <form
          class="field-row"
          onSubmit={(event) => {
            event.preventDefault();
            if (kind.value === 'out') void missing(a.value, false);
            else if (a.value !== b.value || isAlone)
              void act(view.code, { t: 'order', order: wanted(kind.value) });
          }}
        >
          <Select
            label={words.orders.title}
            name="order"
            options={KINDS.map((it) => [it, words.orders.kinds[it]] as const)}
            value={kind.value}
            onChange={(it) => {
              kind.value = it;
            }}
          />
          <Select
            label={kind.value === 'pair' ? t().sides.sente : words.name}
            options={options}
            value={a.value}
            onChange={(it) => {
              a.value = it;
            }}
          />
          {!isAlone && (
            <Select
              label={kind.value === 'pair' ? t().sides.gote : words.name}
              options={options}
              value={b.value}
              onChange={(it) => {
                b.value = it;
              }}
            />
          )}
          {kind.value === 'pair' && a.value !== b.value && (
            <Warnings view={view} round={next} sente={a.value} gote={b.value} />
          )}
          <button type="submit">{words.acts.order}</button>
        </form>
      </details>
    </section>
  );
}
