/**
 * A real browser for the tests: the system's Chromium through Playwright, with the fonts of
 * `fonts/` and none of the machine's.
 */

import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { delayAnswers } from './delays';
import { watchNotices } from './watch-notices';

/**
 * Where fonts come from, and where fontconfig writes down what it found: nowhere that the machine's
 * programs look.
 */
const FONTS = {
  FONTCONFIG_FILE: new URL('./fonts/fonts.conf', import.meta.url).pathname,
  XDG_CACHE_HOME: new URL('../test-results/cache', import.meta.url).pathname,
};

/** What a machine may say of its fonts and of the language by which they are chosen. */
const OF_THE_MACHINE = ['FONTCONFIG_PATH', 'FONTCONFIG_SYSROOT', 'FC_LANG', 'LC_ALL', 'LC_CTYPE', 'LANGUAGE'];

export const SIZES = {
  wide: { width: 1440, height: 900 },
  phone: { width: 360, height: 740 },
} as const;

export type Size = keyof typeof SIZES;

/** Chromium with all that it has, such as notifications. */
const WHOLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser'];

/** A browser without windows needs half as much of the processor; it shows no notifications. */
const WITHOUT_WINDOWS = '/usr/bin/chromium-headless-shell';

/** By whether they are whole. */
const running = new Map<boolean, Promise<Browser>>();

/**
 * The browser that the test files of a process share; it ends with the process. Another takes the
 * place of one that broke.
 */
export async function sharedBrowser({ whole = false } = {}): Promise<Browser> {
  const there = await running.get(whole)?.catch(() => undefined);
  if (there?.isConnected()) return there;
  const launched = launchBrowser(whole);
  running.set(whole, launched);
  return launched;
}

function environment(): Record<string, string> {
  const all = Object.entries({ ...process.env, ...FONTS, LANG: 'C.UTF-8' });
  const ours = all.filter((it): it is [string, string] => it[1] !== undefined);
  return Object.fromEntries(ours.filter(([name]) => !OF_THE_MACHINE.includes(name)));
}

async function launchBrowser(whole: boolean): Promise<Browser> {
  const named = process.env.CHROMIUM;
  const quickest = named ? [named] : [WITHOUT_WINDOWS, ...WHOLE];
  const executablePath = (whole ? [...WHOLE, ...quickest] : quickest).find(existsSync);
  if (!executablePath)
    throw new Error(
      'there is no Chromium: apt-get install chromium chromium-headless-shell, or set CHROMIUM to its path',
    );
  return chromium.launch({
    executablePath,
    env: environment(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--font-render-hinting=none',
      '--disable-lcd-text',
      '--autoplay-policy=no-user-gesture-required',
    ],
  });
}

export interface Person {
  context: BrowserContext;
  page: Page;
  /** What the page complained about in its console; a test that leaves any fails. */
  complaints: string[];
}

export async function newPerson(
  browser: Browser,
  options: {
    size?: Size;
    locale?: string;
    /** Where they live, as far as clocks go: `Europe/Lisbon`. */
    zone?: string;
    theme?: 'light' | 'dark';
    settings?: Record<string, unknown>;
    /**
     * For pictures: what ticks may be hidden by a style of the test's, which the page's policy
     * would forbid.
     */
    still?: boolean;
    /**
     * Whether the site's service worker may run; without it nothing is kept from visit to visit.
     */
    serviceWorker?: boolean;
  } = {},
): Promise<Person> {
  const size = options.size ?? 'wide';
  const context = await browser.newContext({
    viewport: SIZES[size],
    locale: options.locale ?? 'en',
    colorScheme: options.theme ?? 'light',
    deviceScaleFactor: size === 'phone' ? 2 : 1,
    hasTouch: size === 'phone',
    isMobile: size === 'phone',
    bypassCSP: options.still ?? false,
    ...(options.zone && { timezoneId: options.zone }),
    serviceWorkers: options.serviceWorker ? 'allow' : 'block',
  });
  const { settings } = options;
  if (settings)
    await context.addInitScript((stored) => {
      // Within another site's page nothing is stored.
      if (location.protocol === 'about:' || window !== window.top) return;
      // What the test changes on the page outlives a reload.
      if (localStorage.getItem('komadai.settings') === null) localStorage.setItem('komadai.settings', stored);
    }, JSON.stringify(settings));
  await watchNotices(context);
  await delayAnswers(context);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return { context, page, complaints };
}
