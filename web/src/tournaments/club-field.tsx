/** Whose tournament it is: a club's that one organises, or nobody's but the organisers'. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { myClubs } from '../clubs/club-api';
import { t } from '../i18n/whole';
import { Select } from '../ui/choice';
import type { ClubSummary } from '../wire/generated';

/** Nothing is shown to those who organise no club. */
export function ClubField({ club, onChange }: { club: string; onChange(club: string): void }) {
  const words = t().clubs;
  const clubs = useSignal<ClubSummary[]>([]);
  useEffect(() => {
    myClubs().then(
      (own) => {
        clubs.value = own.clubs.filter(({ role }) => role === 'owner' || role === 'organiser');
      },
      () => {},
    );
  }, []);
  const mine = clubs.value.map(({ slug, name }) => [slug, name] as const);
  // One that somebody else organises stays in the choice.
  const all = club && !mine.some(([slug]) => slug === club) ? [[club, club] as const, ...mine] : mine;
  if (all.length === 0) return null;
  return (
    <Select
      label={words.ofWhich}
      name="club"
      options={[['', words.ofNone] as const, ...all]}
      value={club}
      onChange={onChange}
    />
  );
}
