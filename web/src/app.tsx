/** The frame around every page: header, connection, notices, and the page the address asks for. */

import { useSignal } from '@preact/signals';
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { ChallengeBell, ChallengeDialog } from './challenges/challenge-bell';
import { heardOfChallenge, holdChallenges } from './challenges/challenge-store';
import { GamePage } from './game/game-page';
import { t } from './i18n';
import { LobbyPage } from './lobby/lobby-page';
import { go, route } from './router';
import { connection, isMember, lagMs, myGames, theSocket, user } from './session';
import { SettingsDialog } from './settings/settings-dialog';
import { SiteNotice } from './site/notice';
import { AgendaBar, askAgenda } from './tournaments/agenda-bar';
import { Announcer } from './ui/announcer';
import { Icon } from './ui/icon';
import { Toasts, toast } from './ui/toast';
import type { MeEvent, MeSnapshot } from './wire/generated';

/** How long a page has to move over to a following game before a notice says it has started. */
const FOLLOW_MS = 1_500;

/** The frame; `children` are another entry's page, instead of the one that the address asks for. */
export function App({ children }: { children?: ComponentChildren }) {
  const open = useSignal(false);
  useEffect(followMe, []);
  const at = route.value;
  useEffect(() => {
    // Who has chosen a page does not want the choice any more.
    if (at) document.getElementById('site-nav')?.hidePopover();
  }, [at]);
  const words = t();
  if (at.page === 'embed') return <Later key={at.code} load={EMBED} id={at.code} />;
  return (
    <>
      <a class="skip" href="#main">
        {words.nav.skip}
      </a>
      <header class="site-header">
        <a class="brand" href="/" aria-label={words.nav.home}>
          <img src="/favicon.svg" alt="" width="28" height="28" />
          <span>Komadai</span>
          <span class="koma-name" aria-hidden="true">
            駒台
          </span>
        </a>
        <button
          type="button"
          class="quiet square site-menu"
          popovertarget="site-nav"
          aria-label={words.nav.menu}
          title={words.nav.menu}
        >
          <Icon name="list" />
        </button>
        <nav id="site-nav" class="site-nav" popover="auto" aria-label={words.nav.menu}>
          <a class="nav-link" href="/tournaments">
            {words.tournaments.title}
          </a>
          <a class="nav-link" href="/clubs">
            {words.clubs.title}
          </a>
          <a class="nav-link" href="/watch">
            {words.nav.watch}
          </a>
          <a class="nav-link" href="/learn">
            {words.training.learn.nav}
          </a>
          <a class="nav-link" href="/tsume">
            {words.training.tsume.nav}
          </a>
          <a class="nav-link" href="/kifu">
            {words.nav.archive}
          </a>
          <a class="nav-link" href="/review">
            {words.nav.review}
          </a>
          <a class="nav-link" href="/games">
            {words.nav.games}
          </a>
          <a class="nav-link" href="/players">
            {words.nav.players}
          </a>
        </nav>
        <span class="gap" />
        <ChallengeBell />
        {user.value?.guest && <span class="who">{user.value.name}</span>}
        <a class="account-link" href="/account" title={words.account.title}>
          <Icon name="person" />
          <span>{isMember.value ? user.value?.name : words.account.signIn}</span>
        </a>
        <LinkState />
        <button
          type="button"
          class="quiet square"
          aria-label={words.nav.settings}
          title={words.nav.settings}
          onClick={() => {
            open.value = true;
          }}
        >
          <Icon name="sliders" />
        </button>
      </header>
      {connection.value === 'outdated' && (
        <div class="banner" role="alert">
          <span>{words.connection.outdated}</span>
          <button type="button" class="primary" onClick={() => location.reload()}>
            {words.connection.reload}
          </button>
        </div>
      )}
      {connection.value === 'crowded' && (
        <div class="banner" role="alert">
          <span>{words.refusals.too_many_sockets}</span>
        </div>
      )}
      <SiteNotice />
      <AgendaBar />
      {children ?? <Page />}
      <ChallengeDialog />
      {open.value && (
        <SettingsDialog
          onClose={() => {
            open.value = false;
          }}
        />
      )}
      <Toasts />
      <Announcer />
    </>
  );
}

function Page() {
  const at = route.value;
  switch (at.page) {
    case 'lobby':
      return <LobbyPage />;
    case 'game':
      return <GamePage key={at.code} code={at.code} />;
    case 'archive':
      return <Later key="archive" load={ARCHIVE} />;
    case 'replay':
      return <Later key={at.id} load={REPLAY} id={at.id} />;
    case 'account':
      return <Later key="account" load={ACCOUNT} />;
    case 'profile':
      return <Later key={at.id} load={PROFILE} id={at.id} />;
    case 'certificate':
      return <Later key={at.id} load={CERTIFICATE} id={at.id} />;
    case 'players':
      return <Later key="players" load={PLAYERS} />;
    case 'watch':
      return <Later key="watch" load={WATCH} />;
    case 'embed':
      return null;
    case 'tournaments':
      return <Later key="tournaments" load={TOURNAMENTS} />;
    case 'tournament':
      return <Later key={at.code} load={TOURNAMENT} id={at.code} />;
    case 'tournament-settings':
      return (
        <ForMembers why={t().tournaments.signInFirst}>
          <Later key={`${at.code}/edit`} load={TOURNAMENT_SETTINGS} id={at.code} />
        </ForMembers>
      );
    case 'clubs':
      return <Later key="clubs" load={CLUBS} />;
    case 'club':
      return <Later key={at.slug} load={CLUB} id={at.slug} />;
    case 'club-form':
      return (
        <ForMembers why={t().clubs.signInFirst}>
          <Later key={`${at.slug}/edit`} load={CLUB_FORM} id={at.slug} />
        </ForMembers>
      );
    case 'search':
      return <Later key="search" load={SEARCH} />;
    case 'tsume':
      return at.id ? <Later key={at.id} load={PROBLEM} id={at.id} /> : <Later key="tsume" load={TSUME} />;
    case 'about':
      return <Later key={at.topic} load={ABOUT} id={at.topic} />;
    case 'moderation':
      return <Later key="moderation" load={MODERATION} />;
    case 'admin':
      return <Later key="admin" load={ADMIN} />;
    case 'design':
      return <Later key="design" load={DESIGN} />;
    case 'learn':
      return at.id ? <Later key={at.id} load={LESSON} id={at.id} /> : <Later key="learn" load={LEARN} />;
    case 'settings':
      return <Later key="settings" load={SETTINGS} />;
    case 'notices-off':
      return <Later key="notices-off" load={NOTICES_OFF} />;
    case 'review':
    case 'unknown':
      return <Unknown />;
  }
}

type Page = ComponentType<{ id: string }>;

const ACCOUNT = () => import('./account/account-page').then((module): Page => module.AccountPage);
const ARCHIVE = () => import('./archive/archive-page').then((module): Page => module.ArchivePage);
const REPLAY = () => import('./archive/replay-page').then((module): Page => module.ReplayPage);
const PROFILE = () => import('./players/profile-page').then((module): Page => module.ProfilePage);
const CERTIFICATE = () => import('./players/certificate-page').then((module): Page => module.CertificatePage);
const PLAYERS = () => import('./players/players-page').then((module): Page => module.PlayersPage);
const TOURNAMENTS = () =>
  import('./tournaments/tournaments-page').then((module): Page => module.TournamentsPage);
const EMBED = () => import('./tournaments/embed-page').then((module): Page => module.EmbedPage);
const TOURNAMENT = () =>
  import('./tournaments/tournament-page').then((module): Page => module.TournamentPage);
const TOURNAMENT_SETTINGS = () =>
  import('./tournaments/settings-page').then((module): Page => module.TournamentSettingsPage);
const CLUBS = () => import('./clubs/clubs-page').then((module): Page => module.ClubsPage);
const CLUB = () => import('./clubs/club-page').then((module): Page => module.ClubPage);
const CLUB_FORM = () => import('./clubs/club-form').then((module): Page => module.ClubFormPage);
const SEARCH = () => import('./players/search-page').then((module): Page => module.SearchPage);
const LEARN = () => import('./learn/learn-page').then((module): Page => module.LearnPage);
const LESSON = () => import('./learn/lesson-page').then((module): Page => module.LessonPage);
const SETTINGS = () => import('./settings/settings-page').then((module): Page => module.SettingsPage);
const NOTICES_OFF = () => import('./notices/off-page').then((module): Page => module.NoticesOffPage);
const TSUME = () => import('./tsume/tsume-page').then((module): Page => module.TsumePage);
const PROBLEM = () => import('./tsume/problem-page').then((module): Page => module.ProblemPage);
const WATCH = () => import('./watch/watch-page').then((module): Page => module.WatchPage);
const ABOUT = () => import('./site/about-page').then((module): Page => module.AboutPage);
const MODERATION = () => import('./site/moderation-page').then((module): Page => module.ModerationPage);
const ADMIN = () => import('./admin/admin-page').then((module): Page => module.AdminPage);
const DESIGN = () => import('./design/design-page').then((module): Page => module.DesignPage);

/** A page that is kept out of what everyone loads. */
function Later({ load, id = '' }: { load: () => Promise<Page>; id?: string }) {
  const page = useSignal<Page | null>(null);
  useEffect(() => {
    void load().then((loaded) => {
      page.value = loaded;
    });
  }, [load]);
  const Loaded = page.value;
  return Loaded ? <Loaded id={id} /> : <main id="main" class="blank-page" aria-busy="true" />;
}

/** What takes an account: guests are shown the way to one. */
function ForMembers({ why, children }: { why: string; children: ComponentChildren }) {
  const words = t().account;
  // Who we are is known when the connection is there; a stranger is nobody even then.
  if (!user.value && connection.value !== 'open')
    return <main id="main" class="blank-page" aria-busy="true" />;
  if (isMember.value) return <>{children}</>;
  return (
    <main id="main" class="blank-page">
      <h1>{words.signIn}</h1>
      <p class="note">{why}</p>
      <a href="/account">{words.title}</a>
    </main>
  );
}

function Unknown() {
  const words = t();
  return (
    <main id="main" class="blank-page">
      <h1>{words.page.notFound}</h1>
      <p class="note">{words.page.notFoundHelp}</p>
      <a href="/">{words.game.toLobby}</a>
    </main>
  );
}

function LinkState() {
  const words = t();
  const state = connection.value;
  const text =
    state === 'open'
      ? words.connection.open
      : state === 'lost'
        ? words.connection.lost
        : words.connection.connecting;
  const lag = lagMs.value;
  return (
    <span
      class={`link-state ${state}`}
      role="status"
      title={lag === null ? text : words.connection.lag(Math.round(lag))}
    >
      <span class="dot" aria-hidden="true" />
      <span class={state === 'lost' ? 'link-lost' : 'hidden-visually'}>{text}</span>
      <span aria-hidden="true">{state === 'open' && lag !== null ? `${Math.round(lag)} ms` : ''}</span>
    </span>
  );
}

/** A game of ours started somewhere: go there from the lobby, say so elsewhere. */
function followMe(): () => void {
  return theSocket().follow('me', {
    snapshot(snapshot) {
      const { my_games, challenges } = snapshot as MeSnapshot;
      myGames.value = my_games;
      holdChallenges(challenges);
    },
    event(raw) {
      const event = raw as MeEvent;
      if (event.t === 'you') {
        user.value = event.user;
        return;
      }
      if (heardOfChallenge(event) || event.t !== 'game_started') return;
      const { game, side, tournament } = event;
      if (tournament) askAgenda();
      myGames.value = [...myGames.value.filter((it) => it.game !== game), { game, side }];
      const at = route.peek();
      if (at.page === 'game' && at.code === event.game) return;
      // A round waits for nobody: its players are taken to their boards wherever they are.
      if (tournament || at.page === 'lobby' || at.page === 'tournament') return go(`/${event.game}`);
      setTimeout(() => {
        // A rematch takes the page there by itself, a moment later.
        if (location.pathname !== `/${event.game}`)
          toast.show(t().lobby.started, 'good', { href: `/${event.game}`, text: t().lobby.goThere });
      }, FOLLOW_MS);
    },
  });
}
