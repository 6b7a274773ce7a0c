/** `/clubs/SLUG`: one club. */

import { useSignal } from '@preact/signals';
import { pageAfter } from '../api/request';
import { ClubCircuits } from '../circuits/circuit-list';
import { QrButton } from '../game/qr-link';
import { labelled, listed, noted } from '../i18n/listed';
import { dateText } from '../i18n/moment';
import { languageName, t } from '../i18n/whole';
import { Sentence } from '../people/in-sentence';
import { shownName } from '../people/shown-name';
import { SubscribeLink } from '../tournaments/subscribe';
import { listTournaments } from '../tournaments/tournament-api';
import { byYear, TournamentLines } from '../tournaments/tournament-list';
import { Tabs } from '../ui/choice';
import { SureButton } from '../ui/dialog';
import { useFresh, usePaged } from '../ui/loaded';
import { Noted } from '../ui/noted';
import { More, NoLines, Page, When } from '../ui/page';
import { ShareButton } from '../ui/share-button';
import { useTab } from '../ui/tab';
import { TextField } from '../ui/text-field';
import type { Club, ClubYear } from '../wire/generated';
import { Activity } from './activity';
import { Announcements } from './announcements';
import { BeginEvening } from './begin-evening';
import { act, archiveOf, archiveTableOf, forgetInvitation, invitationTo, useClub } from './club-api';
import { organises, type Part } from './club-part';
import { ClubRating } from './club-rating';
import { Manage } from './manage';
import { Members } from './members';

type Tab = 'about' | 'members' | 'tournaments' | 'manage';

export function ClubPage({ slug }: { slug: string }) {
  const words = t().clubs;
  const club = useClub(slug);
  return (
    <When
      of={club}
      missing={{ title: words.notFound, text: words.notFoundHelp, href: '/clubs', to: words.toList }}
    >
      {(known) => <Shown club={known} again={club.again} />}
    </When>
  );
}

function Shown({ club, again }: Part) {
  const words = t().clubs;
  const tabs: Tab[] = ['about', 'members', 'tournaments', ...(organises(club) ? (['manage'] as const) : [])];
  const [tab, open] = useTab(tabs, 'about');
  return (
    <Page class="players-page club-page" title={club.name}>
      <header class="page-head">
        <div>
          <p class="note">
            <Noted>
              <a href="/clubs">{words.title}</a>
              {club.private && words.privateClub}
            </Noted>
          </p>
          <h1>{club.name}</h1>
          {club.inside && (
            <p class="note">
              {noted([club.city, words.members(club.n_members), words.joinings[club.joining]])}
            </p>
          )}
          {club.you.member && (
            <p class="note">
              {words.memberSince(words.roles[club.you.role ?? 'member'], dateText(club.you.joined_ms ?? 0))}
            </p>
          )}
        </div>
      </header>
      <Standing club={club} again={again} />
      {!club.inside && <p class="note">{words.privateHelp}</p>}
      {club.inside && (
        <Tabs
          label={club.name}
          options={tabs.map((it) => [it, words.tabs[it]] as const)}
          value={tab}
          onChange={open}
        />
      )}
      {club.inside && tab === 'about' && (
        <>
          <Activity club={club} />
          <Announcements club={club} again={again} />
          <About club={club} />
        </>
      )}
      {club.inside && tab === 'members' && <Members club={club} again={again} />}
      {club.inside && tab === 'tournaments' && (
        <>
          <ClubCircuits slug={club.slug} organises={organises(club)} />
          <Tournaments club={club} />
          <ClubRating slug={club.slug} />
        </>
      )}
      {club.inside && tab === 'manage' && <Manage club={club} again={again} />}
    </Page>
  );
}

/** Where one signs in and comes back from with the invitation, even by a letter's link in another tab. */
const toSignIn = (slug: string, invitation: string) =>
  `/account?${new URLSearchParams({ back: `/clubs/${slug}#invite=${invitation}` })}`;

/** What concerns whoever looks: how to come in, or since when they belong to it. */
function Standing({ club, again }: Part) {
  const words = t().clubs;
  const said = useSignal('');
  const begins = useSignal(false);
  const { you, slug } = club;
  // What begins at a fixed time is an arena online; what begins by word may be one too.
  const evening = club.tournaments.find(
    ({ format, phase, starts_ms }) =>
      format === 'arena' && starts_ms === null && (phase === 'open' || phase === 'running'),
  );
  const invitation = invitationTo(slug);
  const join = async () => {
    if (await act(slug, { t: 'join', words: said.value, invitation })) forgetInvitation(slug);
    await again();
  };
  if (you.member)
    return (
      <div class="row">
        {evening && (
          <a class="button primary" href={`/tournaments/${evening.code}`}>
            {evening.name}
          </a>
        )}
        {organises(club) && (
          <button
            type="button"
            class={evening ? 'quiet' : 'primary'}
            name="evening"
            onClick={() => {
              begins.value = true;
            }}
          >
            {t().evening.title}
          </button>
        )}
        {begins.value && (
          <BeginEvening
            slug={slug}
            onClose={() => {
              begins.value = false;
            }}
          />
        )}
        <a class="button" href={`/clubs/${slug}/coaching`}>
          {t().coaching.title}
        </a>
        <a class="button" href={`/clubs/${slug}/ladder`}>
          {t().ladder.title}
        </a>
        {club.joining === 'open' && <ShareButton title={club.name} href={`/clubs/${slug}`} />}
        <SureButton
          title={words.leaveSure}
          yes={words.leave}
          onYes={async () => {
            await act(slug, { t: 'leave' });
            await again();
          }}
        >
          <p class="note">{words.leaveHelp}</p>
        </SureButton>
      </div>
    );
  if (!you.signed_in)
    return (
      <section class="card">
        {invitation && <p>{words.invited}</p>}
        {invitation ? (
          <div class="row">
            <a class="button primary" href={`${toSignIn(slug, invitation)}#register`}>
              {t().account.register}
            </a>
            <a class="button" href={toSignIn(slug, invitation)}>
              {t().account.signIn}
            </a>
          </div>
        ) : (
          <p class="note">
            <a href="/account">{words.signInFirst}</a>
          </p>
        )}
      </section>
    );
  if (you.banned) return <p class="warning">{words.banned}</p>;
  const isIn = invitation !== '' || you.offered !== null || club.joining === 'open';
  if (you.asked_ms !== null && !isIn)
    return (
      <section class="card">
        <p role="status">{words.waiting}</p>
        <button
          type="button"
          class="quiet"
          onClick={async () => {
            await act(slug, { t: 'withdraw' });
            await again();
          }}
        >
          {words.withdraw}
        </button>
      </section>
    );
  return (
    <section class="card">
      {invitation && <p>{words.invited}</p>}
      {you.offered !== null && <p>{words.offered(you.offered)}</p>}
      {you.declined_ms !== null && !isIn && <p class="note">{words.declined(dateText(you.declined_ms))}</p>}
      {isIn ? (
        <button type="button" class="primary" onClick={() => void join()}>
          {words.join}
        </button>
      ) : club.joining === 'request' ? (
        <form
          class="settings-form"
          onSubmit={(event) => {
            event.preventDefault();
            void join();
          }}
        >
          <TextField
            label={words.askWords}
            lines={4}
            name="words"
            maxLength={300}
            value={said.value}
            onInput={(text) => {
              said.value = text;
            }}
          />
          <button type="submit" class="primary">
            {words.ask}
          </button>
        </form>
      ) : (
        <p class="note">{words.byInvitation}</p>
      )}
    </section>
  );
}

function About({ club }: { club: Club }) {
  const words = t().clubs;
  return (
    <section class="card">
      <h2>{words.tabs.about}</h2>
      {club.about && <p class="tournament-about">{club.about}</p>}
      {club.for_members && (
        <>
          <h3>{words.forMembers}</h3>
          <p class="tournament-about">{club.for_members}</p>
        </>
      )}
      <p class="note">
        {noted([words.founded(dateText(club.founded_ms)), club.lang && languageName(club.lang)])}
      </p>
      {club.link && (
        <p class="club-link">
          <Sentence of={(link) => labelled(words.page, link)}>
            <a href={club.link} target="_blank" rel="noopener noreferrer nofollow">
              {club.link}
            </a>
          </Sentence>
        </p>
      )}
    </section>
  );
}

/** What a year has brought, in one line. */
function YearLine({ of }: { of: ClubYear | undefined }) {
  const words = t().tournaments.archive;
  if (!of) return null;
  const winners = of.winners.map((it) => words.yearWinner(shownName(it.name), it.tournaments));
  return (
    <p class="note">
      {noted([
        words.yearEvents(of.tournaments),
        words.yearPlayers(of.players),
        winners.length > 0 && words.yearWon(listed(winners)),
      ])}
    </p>
  );
}

function Tournaments({ club }: { club: Club }) {
  const words = t().clubs;
  const ahead = club.tournaments.filter(({ phase }) => phase !== 'over');
  const over = usePaged(
    async (next) => {
      const query = { club: club.slug, phase: 'over' as const, ...pageAfter(next) };
      const list = await listTournaments(query);
      return { items: list.tournaments, next: list.next };
    },
    [club.slug],
  );
  const years = useFresh(() => archiveOf(club.slug), [club.slug]).value?.years ?? [];
  return (
    <section class="card">
      <h2>{words.tabs.tournaments}</h2>
      {ahead.length > 0 && <TournamentLines of={ahead} phases />}
      {ahead.length === 0 && <NoLines of={over} none={words.noTournaments} />}
      {byYear(over.items).map(([year, list]) => (
        <section key={year}>
          <h3>{year}</h3>
          <YearLine of={years.find((it) => it.year === year)} />
          <TournamentLines of={list} />
        </section>
      ))}
      <More of={over} />
      {over.items.length > 0 && (
        <div class="row">
          <a href={`/tournaments?club=${club.slug}`}>{t().tournaments.archive.ofClub}</a>
          <a href={archiveTableOf(club.slug)} download={`${club.slug}-tournaments.csv`}>
            {t().tournaments.archive.table}
          </a>
        </div>
      )}
      {!club.private && (
        <div class="row">
          <SubscribeLink href={`/clubs/${club.slug}/calendar.ics`} />
          <QrButton title={club.name} href={`/clubs/${club.slug}`} />
        </div>
      )}
      {organises(club) && (
        <div class="row">
          <a class="button primary" href={`/tournaments/new?club=${club.slug}`}>
            {words.newTournament}
          </a>
          <a class="button" href={`/tournaments/new?club=${club.slug}&format=simul`}>
            {t().simul.give}
          </a>
        </div>
      )}
    </section>
  );
}
