/** `/clubs`: what clubs there are, and one's own. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n/whole';
import { isMember } from '../session';
import { EmptyState } from '../ui/empty-state';
import { useLoaded } from '../ui/loaded';
import { Page } from '../ui/page';
import { PageHead } from '../ui/page-head';
import { TextField } from '../ui/text-field';
import type { ClubSummary } from '../wire/generated';
import { myClubs, searchClubs } from './club-api';
import { ClubList } from './club-list';

/** How long the page waits for another letter, in milliseconds. */
const TYPING_MS = 250;

export function ClubsPage() {
  const words = t().clubs;
  const asked = useSignal('');
  const found = useSignal<{ clubs: ClubSummary[]; full: boolean } | null>(null);
  const member = isMember.value;
  const mine = useLoaded(async () => (member ? (await myClubs()).clubs : []), [member]);
  useEffect(() => {
    const wanted = asked.value;
    const waits = setTimeout(
      () => {
        searchClubs(wanted).then(
          (all) => {
            if (asked.peek() === wanted) found.value = all;
          },
          () => {
            found.value ??= { clubs: [], full: false };
          },
        );
      },
      wanted ? TYPING_MS : 0,
    );
    return () => clearTimeout(waits);
  }, [asked.value]);
  return (
    <Page class="players-page clubs-page">
      <PageHead
        title={words.title}
        lead={words.lead}
        href="/clubs/new"
        action={words.found}
        signInFirst={words.signInFirst}
      />
      {mine.value && mine.value.length > 0 && (
        <section class="card">
          <h2>{words.mine}</h2>
          <ClubList found={mine.value} />
        </section>
      )}
      <section class="card" aria-busy={found.value === null}>
        <h2>{words.all}</h2>
        <TextField
          label={words.search}
          name="q"
          maxLength={60}
          value={asked.value}
          onInput={(text) => {
            asked.value = text;
          }}
        />
        <div aria-live="polite">
          {found.value?.clubs.length === 0 && (
            <EmptyState text={asked.value.trim() ? words.none : words.noneYet} />
          )}
          {found.value && found.value.clubs.length > 0 && <ClubList found={found.value.clubs} />}
          {found.value?.full && <p class="note">{words.more}</p>}
        </div>
      </section>
    </Page>
  );
}
