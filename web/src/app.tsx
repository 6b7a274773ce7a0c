/** The frame around every page: header, connection, notices, and the page the address asks for. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { CalledBar } from './called-bar';
import { ChallengeBell, ChallengeDialog } from './challenges/challenge-bell';
import { followMe } from './follow-me';
import { t } from './i18n';
import { isAt, route } from './router';
import { ROUTES } from './routes';
import { connection, isMember, lagMs, user } from './session';
import { SettingsDialog } from './settings/settings-dialog';
import { ShownPage } from './shown-page';
import { SiteNotice } from './site/notice';
import { AgendaBar } from './tournaments/agenda-bar';
import { Announcer } from './ui/announcer';
import { Icon } from './ui/icon';
import { Toasts } from './ui/toast';

export function App() {
  const open = useSignal(false);
  useEffect(followMe, []);
  const at = route.value;
  useEffect(() => {
    // Who has chosen a page does not want the choice any more.
    if (at) document.getElementById('site-nav')?.hidePopover();
  }, [at]);
  const words = t();
  if (at.row?.bare) return <ShownPage />;
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
          {ROUTES.filter((it) => it.menu).map(({ path, menu }) => (
            <a key={path} class="nav-link" href={path} aria-current={isAt(path) ? 'page' : undefined}>
              {menu?.(words)}
            </a>
          ))}
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
      <CalledBar />
      <ShownPage />
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
