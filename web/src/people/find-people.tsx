/**
 * A field in which people are found by either of their names while one types; what was typed is in
 * the address.
 */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n/whole';
import { useLoaded } from '../ui/loaded';
import { PartFailed } from '../ui/page';
import { peopleNamed } from './people-api';
import { PlayerName } from './player-name';

/** How long typing rests before it is asked. */
const REST_MS = 250;

export function FindPeople() {
  const words = t().players;
  const typed = useSignal(new URLSearchParams(location.search).get('name') ?? '');
  const asked = useSignal(typed.peek().trim());
  useEffect(() => {
    const next = typed.value.trim();
    const timer = setTimeout(() => {
      asked.value = next;
      history.replaceState(null, '', next ? `/players?name=${encodeURIComponent(next)}` : '/players');
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [typed.value]);
  const name = asked.value;
  const found = useLoaded(async () => (name ? await peopleNamed(name) : []), [name]);
  return (
    <search class="card find-people">
      <label class="field">
        <span class="label">{words.find}</span>
        <input
          type="search"
          name="name"
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          maxLength={40}
          placeholder={words.findHelp}
          value={typed.value}
          onInput={(event) => {
            typed.value = event.currentTarget.value;
          }}
        />
      </label>
      <div aria-live="polite" aria-busy={found.state.is === 'busy'}>
        <PartFailed of={found} />
        {name && found.value?.length === 0 && <p class="note">{words.nobodyFound(name)}</p>}
        {(found.value?.length ?? 0) > 0 && (
          <ul class="people-found">
            {found.value?.map((it) => (
              <li key={it.handle}>
                <PlayerName person={it} strength={it.strength} here={it.here} />
                <span class="note">@{it.handle}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </search>
  );
}
