/** What the owner of an account lets others do, and see: kept by the server, because others are told no there. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n';
import { user } from '../session';
import { toast } from '../ui/toast';
import { CHALLENGES_FROM, fetchPrivacy, type Privacy, setPrivacy } from './account-api';
import { refused } from './account-form';

export function PrivacyCard() {
  const words = t().account.privacy;
  const privacy = useSignal<Privacy | null>(null);
  const who = user.value && !user.value.guest ? user.value.id : null;
  useEffect(() => {
    privacy.value = null;
    if (!who) return;
    fetchPrivacy().then(
      (found) => {
        privacy.value = found;
      },
      // Nobody is signed in any more: there is nothing to set.
      () => {},
    );
  }, [who]);
  const known = privacy.value;
  if (!known) return null;
  const set = (wanted: Privacy) => {
    privacy.value = wanted;
    setPrivacy(wanted).then(
      () => toast.show(t().account.saved, 'good'),
      (cause: unknown) => {
        privacy.value = known;
        refused(cause);
      },
    );
  };
  return (
    <section class="card privacy-card" aria-labelledby="privacy-title">
      <h2 id="privacy-title">{words.title}</h2>
      <label class="field">
        <span class="label">{words.challenges}</span>
        <select
          value={known.challenges_from}
          onChange={(event) => {
            const from = CHALLENGES_FROM.find((it) => it === event.currentTarget.value);
            if (from) set({ ...known, challenges_from: from });
          }}
        >
          {CHALLENGES_FROM.map((from) => (
            <option key={from} value={from}>
              {words.from[from]}
            </option>
          ))}
        </select>
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={known.tells_followers}
          onChange={(event) => set({ ...known, tells_followers: event.currentTarget.checked })}
        />{' '}
        {words.tells}
      </label>
      <p class="note">{words.tellsHelp}</p>
    </section>
  );
}
