/** Our vacation: our clocks in games by correspondence do not run while it lasts. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { refused } from '../account/account-form';
import { ask, orNull } from '../api/request';
import { momentText } from '../i18n/moment';
import { t } from '../i18n/whole';
import { user } from '../session';
import type { VacationStanding } from '../wire/generated';

export function VacationCard() {
  const words = t().correspondence.vacation;
  const standing = useSignal<VacationStanding | null>(null);
  const from = useSignal('');
  const days = useSignal(7);
  const who = user.value && !user.value.guest ? user.value.id : null;
  const known = (found: VacationStanding | null) => {
    standing.value = found;
  };
  useEffect(() => {
    standing.value = null;
    if (who) void orNull(ask('GET', '/account/vacation')).then(known);
  }, [who]);
  const now = standing.value;
  if (!now || (now.days_a_year === 0 && !now.vacation)) return null;
  const begin = () => {
    // A day begins at midnight where we are; today, at once.
    const at = from.value ? new Date(`${from.value}T00:00`).getTime() : 0;
    const body = at > now.now_ms ? { days: days.value, from_ms: at } : { days: days.value };
    ask('POST', '/account/vacation', { body }).then(known, refused);
  };
  return (
    <section class="card vacation" aria-labelledby="vacation-title">
      <h2 id="vacation-title">{words.title}</h2>
      {now.vacation ? (
        <>
          <p>{words.present(momentText(now.vacation.from_ms), momentText(now.vacation.until_ms))}</p>
          <p class="row">
            <button type="button" onClick={() => ask('DELETE', '/account/vacation').then(known, refused)}>
              {words.end}
            </button>
          </p>
        </>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            begin();
          }}
        >
          <p class="hint">{words.lead}</p>
          <p class="row">
            <label>
              <span class="label">{words.from}</span>
              <input
                type="date"
                value={from.value}
                onInput={(event) => {
                  from.value = event.currentTarget.value;
                }}
              />
            </label>
            <label>
              <span class="label">{words.days}</span>
              <input
                type="number"
                min={1}
                max={now.days_a_year}
                required
                value={days.value}
                onInput={(event) => {
                  days.value = event.currentTarget.valueAsNumber;
                }}
              />
            </label>
            <button type="submit" class="primary">
              {words.begin}
            </button>
          </p>
        </form>
      )}
      <p class="note">{words.left(now.days_left)}</p>
    </section>
  );
}
