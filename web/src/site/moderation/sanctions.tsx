/** Who may not write, play or come: what is in force, and how it is imposed. */

import { ask } from '../../api/request';
import { t } from '../../i18n/whole';
import { Noted } from '../../ui/noted';
import { toast } from '../../ui/toast';
import type { Sanction, SanctionKind } from '../../wire/generated';

import { dateOf, failed, Part, Reasoned } from './parts';

const KINDS = ['mute', 'ban', 'address'] as const satisfies readonly SanctionKind[];
const HOURS = { day: 24, week: 168, month: 720, ever: null } as const;

export function Sanctions({ sanctions, onDone }: { sanctions: readonly Sanction[]; onDone(): void }) {
  const words = t().site.moderation;
  return (
    <Part title={words.sanctions}>
      {sanctions.length === 0 && <p class="note">{words.noSanctions}</p>}
      <ul class="plain-list">
        {sanctions.map((it) => (
          <li key={it.id} class="entry">
            <span>
              <Noted>
                <strong>{it.name}</strong>
                {words.kinds[it.kind]}
                {it.until_ms === null ? words.durations.ever : words.until(dateOf(it.until_ms))}
                {it.reason && <span class="note">{it.reason}</span>}
              </Noted>
            </span>
            <button
              type="button"
              onClick={() =>
                void ask('DELETE', '/moderation/sanctions/{id}', { path: { id: it.id } }).then(onDone, failed)
              }
            >
              {words.lift}
            </button>
          </li>
        ))}
      </ul>
    </Part>
  );
}

export function Impose({ user, onDone }: { user: string; onDone(): void }) {
  const words = t().site.moderation;
  return (
    <form
      class="impose"
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const lasts = String(form.get('lasts')) as keyof typeof HOURS;
        const kind = form.get('kind') as SanctionKind;
        const body = { user, kind, reason: String(form.get('reason')), hours: HOURS[lasts] };
        ask('POST', '/moderation/sanctions', { body }).then(({ n_imposed: n }) => {
          toast.show(n > 0 ? words.imposed : words.noAddress, n > 0 ? 'good' : 'bad');
          onDone();
        }, failed);
      }}
    >
      <label class="field">
        <span class="label">{words.kind}</span>
        <select name="kind">
          {KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {words.kinds[kind]}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span class="label">{words.howLong}</span>
        <select name="lasts">
          {Object.entries(words.durations).map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <Reasoned act={words.impose} />
    </form>
  );
}
