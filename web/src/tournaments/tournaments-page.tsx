/** `/tournaments`: what is played, what can be joined, and what is over, by years; and a search. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { pageAfter } from '../api/request';
import { t } from '../i18n/whole';
import { isMember } from '../session';
import { OFTEN_MS, useFresh, usePaged } from '../ui/loaded';
import { More, NoLines, Page } from '../ui/page';
import { PageHead } from '../ui/page-head';
import type { TournamentPhase, TournamentSummary } from '../wire/generated';
import { OwnCalendarButton } from './own-calendar';
import { SubscribeLink } from './subscribe';
import { listTournaments } from './tournament-api';
import { byYear, TournamentLines } from './tournament-list';
import { addressOf, isSearch, searchOf, TournamentSearch, type Wanted, wantedOf } from './tournament-search';

/** Those that have not come to their end. */
const AHEAD: readonly TournamentPhase[] = ['draft', 'open', 'running'];

export function TournamentsPage() {
  const words = t().tournaments;
  const member = isMember.value;
  const wanted = useSignal<Wanted>(wantedOf(location.search));
  const firstYear = useSignal<number | null>(null);
  const found = usePaged(
    async (next) => {
      const list = await listTournaments({ ...searchOf(wanted.value), ...pageAfter(next) });
      firstYear.value = list.first_year ?? firstYear.value;
      return { items: list.tournaments, next: list.next };
    },
    [wanted.value, member],
  );
  const mine = useFresh(
    async () => (member ? (await listTournaments({ mine: true })).tournaments : []),
    [member],
    OFTEN_MS,
  );
  useEffect(() => {
    const query = addressOf(wanted.value);
    history.replaceState(null, '', query ? `/tournaments?${query}` : '/tournaments');
  }, [wanted.value]);
  const searches = isSearch(wanted.value);
  // What is one's own and not over stands above, and nowhere else.
  const own = searches ? [] : (mine.value ?? []).filter(({ phase }) => AHEAD.includes(phase));
  const others = found.items.filter(({ code }) => !own.some((it) => it.code === code));
  const of = (phase: TournamentPhase) => others.filter((it) => it.phase === phase);
  return (
    <Page class="players-page tournaments-page" busy={found.state.is === 'busy'}>
      <PageHead
        title={words.title}
        lead={words.lead}
        href="/tournaments/new"
        action={words.create}
        signInFirst={words.signInFirst}
      />
      {own.length > 0 && <Part title={words.mine} found={own} phases />}
      {!searches && <Part title={words.phases.running} found={of('running')} />}
      {!searches && <Part title={words.phases.open} found={soonest(of('open'))} />}
      <TournamentSearch
        wanted={wanted.value}
        firstYear={firstYear.value}
        member={member}
        put={(changes) => {
          wanted.value = { ...wanted.value, ...changes };
        }}
      />
      <section aria-live="polite" aria-busy={found.state.is === 'busy'}>
        <NoLines of={found} none={searches ? words.archive.nothing : words.none} />
        {searches && wanted.value.mine === '' && (
          <>
            <Part title={words.phases.running} found={of('running')} />
            <Part title={words.phases.open} found={soonest(of('open'))} />
          </>
        )}
        {byYear(wanted.value.mine ? others : of('over')).map(([year, list]) => (
          <Part key={year} title={String(year)} found={list} phases={wanted.value.mine !== ''} />
        ))}
      </section>
      <More of={found} />
      {/* Without dots between them: one would stand alone at the end of a line. */}
      <div class="row note">
        <a href="/circuits">{t().circuits.toAll}</a>
        <SubscribeLink href="/calendar.ics" />
        {member && <OwnCalendarButton />}
      </div>
    </Page>
  );
}

/** Those that begin at a certain time first. */
const soonest = (found: TournamentSummary[]) =>
  [...found].sort(
    (a, b) => (a.starts_ms ?? Number.MAX_SAFE_INTEGER) - (b.starts_ms ?? Number.MAX_SAFE_INTEGER),
  );

function Part(props: { title: string; found: TournamentSummary[]; phases?: boolean }) {
  if (props.found.length === 0) return null;
  return (
    <section class="card">
      <h2>{props.title}</h2>
      <TournamentLines of={props.found} phases={props.phases ?? false} />
    </section>
  );
}
