/**
 * What the owner of an account lets others do, and see: kept by the server, because others are told
 * no there.
 */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n/whole';
import { user } from '../session';
import { Select, Toggle } from '../ui/choice';
import { toast } from '../ui/toast';
import type { Privacy } from '../wire/generated';
import { CHALLENGES_FROM, fetchPrivacy, setPrivacy } from './account-api';
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
      <Select
        label={words.challenges}
        options={CHALLENGES_FROM.map((from) => [from, words.from[from]] as const)}
        value={known.challenges_from}
        onChange={(challenges_from) => set({ ...known, challenges_from })}
      />
      <Toggle
        label={words.tells}
        value={known.tells_followers}
        onChange={(tells_followers) => set({ ...known, tells_followers })}
      />
      <p class="note">{words.tellsHelp}</p>
      <Toggle
        label={words.guests}
        value={known.accepts_guests}
        onChange={(accepts_guests) => set({ ...known, accepts_guests })}
      />
      <p class="note">{words.guestsHelp}</p>
    </section>
  );
}
