/**
 * What begins with every page: settings, the socket, the words and the fonts, and then the first
 * view.
 */

import './styles/index.css';

import { effect } from '@preact/signals';
import { render } from 'preact';
import { keepOwnAccount } from './account/own-account';
import { App } from './app';
import { isEmbedded, takeAddress } from './embedded';
import { chooseLanguage, type Language, language, loadLanguage } from './i18n';
import { keepShell, sendReports } from './installed';
import { route, startRouter } from './router';
import { ROUTES } from './routes';
import { isMember, startSession } from './session';
import { keepSettings, settings } from './settings/settings';
import { keepWithAccount } from './settings/with-account';
import { loadRelations, loadSite } from './site/site-api';
import { wakeOnTouch } from './sound/output';
import { keepTitle } from './title';

/** How long the first view waits for the fonts, so that the words do not move when they come. */
const FONTS_MS = 1_000;

/** A letter of each language whose letters are in a file of their own (`styles/fonts.css`). */
const OWN_LETTERS: Partial<Record<Language, string>> = { vi: 'ệ', de: 'ü', es: 'ñ', fr: 'ç' };

async function start(): Promise<void> {
  if (isEmbedded) takeAddress();
  keepSettings({ stores: !isEmbedded });
  loadSite();
  startSession();
  if (!isEmbedded) {
    loadRelations();
    keepWithAccount();
    keepOwnAccount();
  }
  startRouter(ROUTES, () => !isMember.peek());
  wakeOnTouch();
  if (!isEmbedded) keepShell();

  const root = document.getElementById('app');
  const wanted = () => {
    const set = settings.language.value;
    return chooseLanguage(set === 'auto' ? null : set, navigator.languages);
  };
  const words = loadLanguage(wanted());
  // The page's own file comes while the words do, and so do its own words; without them the page
  // says so.
  route
    .peek()
    .row?.load()
    .catch(() => {});
  await words;
  // What else a page writes comes where it stands.
  const written = `a${OWN_LETTERS[language.peek()] ?? ''}`;
  await Promise.race([
    Promise.all([400, 600].map((weight) => document.fonts.load(`${weight} 1em "Be Vietnam Pro"`, written))),
    new Promise((resolve) => setTimeout(resolve, FONTS_MS)),
  ]);
  keepTitle();
  if (!isEmbedded) sendReports();
  // In place of what stood in the HTML.
  root?.replaceChildren();
  delete document.documentElement.dataset.shell;
  if (root) render(<App />, root);
  effect(() => {
    const next = wanted();
    if (next !== language.peek()) void loadLanguage(next);
  });
}

await start();
