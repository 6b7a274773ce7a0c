/** The frame around every page: header, connection, notices, and the page the address asks for. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { OwnMenu } from './account/own-menu';
import { BellButton, BellDialog } from './bell/bell-button';
import { showCount } from './bell/bell-store';
import { isNamed, SITE_NAME } from './branding';
import { CalledBar } from './called-bar';
import { followCorrespondence } from './correspondence/correspondence-store';
import { followMe } from './follow-me';
import { t } from './i18n';
import { standing } from './lobby/lobby-store';
import { isAt, route } from './router';
import { connection, isMember, lagMs } from './session';
import { ShownPage } from './shown-page';
import { SiteNotice } from './site/notice';
import { SiteFooter } from './site/site-footer';
import { SiteMenu } from './site/site-menu';
import { Announcer } from './ui/announcer';
import { Icon } from './ui/icon';
import { AtRest, late } from './ui/late';
import { Toasts } from './ui/toast';

const SearchPill = late(() => import('./lobby/search-pill').then((it) => it.SearchPill));
const SettingsDialog = late(() => import('./settings/settings-dialog').then((it) => it.SettingsDialog));
const AgendaBar = late(() => import('./tournaments/agenda-bar').then((it) => it.AgendaBar));
const DeskBar = late(() => import('./tournaments/desk-bar').then((it) => it.DeskBar));

export function App() {
  const open = useSignal(false);
  useEffect(followMe, []);
  useEffect(followCorrespondence, []);
  useEffect(showCount, []);
  const { row } = route.value;
  const words = t();
  if (row?.bare) return <ShownPage />;
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads into the page; where that has a board, to its squares */}
      <a class="skip" href="#main" onClick={row?.board ? toBoard : undefined}>
        {row?.board ? words.nav.toBoard : words.nav.skip}
      </a>
      <header class="site-header">
        <a class="brand" href="/" aria-label={words.nav.home(SITE_NAME)}>
          <img src="/favicon.svg" alt="" width="28" height="28" />
          <span>{SITE_NAME}</span>
          {!isNamed && (
            <span class="koma-name" aria-hidden="true">
              駒台
            </span>
          )}
        </a>
        <SiteMenu />
        <span class="gap" />
        {standing.value.size > 0 && !isAt('/') && !isAt('/variants/:variant') && <SearchPill />}
        <BellButton />
        <OwnMenu />
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
      <Toasts />
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
      {isMember.value && (
        <AtRest>
          <AgendaBar />
          <DeskBar />
        </AtRest>
      )}
      <CalledBar />
      <ShownPage />
      {!row?.board && <SiteFooter />}
      <BellDialog />
      {open.value && (
        <SettingsDialog
          onClose={() => {
            open.value = false;
          }}
        />
      )}
      <Announcer />
    </>
  );
}

/** Gives the keyboard to the square of the board that had it last, or to the page as long as there is none. */
function toBoard(event: Event) {
  const square = document.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]');
  if (!square) return;
  event.preventDefault();
  square.focus();
}

/** From here on people feel it. */
const SLOW_MS = 300;

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
  const isSlow = state === 'open' && lag !== null && lag >= SLOW_MS;
  return (
    <span
      class={`link-state ${state} ${isSlow ? 'slow' : ''}`}
      role="status"
      title={lag === null ? text : words.connection.lag(Math.round(lag))}
    >
      <span class="dot" aria-hidden="true" />
      <span class={state === 'lost' ? 'link-lost' : 'hidden-visually'}>{text}</span>
      {isSlow && (
        <span class="link-slow" aria-hidden="true">
          {words.connection.slow}
        </span>
      )}
    </span>
  );
}
