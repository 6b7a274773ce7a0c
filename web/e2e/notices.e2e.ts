/** Being told while one is away: the switches, the link in a letter, and what the browser shows. */

import { beforeEach, expect, test } from 'vitest';
import { words as en } from '../src/i18n/made/whole/en';
import { startMailServer } from './mail';
import { isBarrierFree } from './order';
import { usePeople } from './people';
import { register, signIn } from './players';
import { type RealServer, startRealServer } from './server';

let server: RealServer;
const person = usePeople({ serviceWorker: true });

beforeEach(async () => {
  const mail = await startMailServer();
  server = await startRealServer({
    ...mail.settings,
    KOMADAI__SERVER__PUBLIC_URL: 'http://localhost:8080',
    KOMADAI__NOTICES__AWAY_S: '0',
  });
  return async () => {
    await server.stop();
    mail.stop();
  };
});

async function member(options: Parameters<typeof person>[0]) {
  const player = await register(server.url, 'binh', '5k');
  player.close();
  const made = await person(options);
  await signIn(made.context, server.url, player.cookie);
  await made.page.goto(`${server.url}/settings`);
  await made.page.waitForSelector('.notice-switches');
  return made;
}

for (const [size, locale, theme] of [
  ['wide', 'en', 'light'],
  ['phone', 'vi', 'dark'],
  ['phone', 'ja', 'light'],
] as const)
  test(`each kind is switched off and on by each way, ${size} in ${locale}`, async () => {
    const { page } = await member({ size, locale, theme });
    const boxes = page.locator('.notice-switches input');
    expect(await boxes.count()).toBe(12);
    for (const box of await boxes.all()) expect(await box.isChecked()).toBe(true);
    const kept = page.waitForResponse(
      (it) => it.request().method() === 'PUT' && it.url().endsWith('/notices'),
    );
    await boxes.nth(4).press('Space');
    expect((await kept).status()).toBe(204);
    await page.reload();
    await page.waitForSelector('.notice-switches');
    const states = await boxes.evaluateAll((all) => all.map((it) => (it as HTMLInputElement).checked));
    expect(states).toEqual(Array.from({ length: 12 }, (_, n) => n !== 4));
    await isBarrierFree(page);
    const { scroll, shown } = await page.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      shown: window.innerWidth,
    }));
    expect(scroll).toBeLessThanOrEqual(shown);
  });

test('a link that is no link of a letter says so', async () => {
  const { page, complaints } = await person({ locale: 'en' });
  await page.goto(`${server.url}/notices#nonsense`);
  await page.getByText('This link is incomplete').waitFor();
  expect(page.url()).toBe(`${server.url}/notices`);
  await isBarrierFree(page);
  // The browser notes every answer that is a no.
  complaints.length = 0;
});

test('a browser is asked on a click alone, and shows what it is told', async () => {
  const { page, context } = await member({ locale: 'en', whole: true });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.grantPermissions(['notifications'], { origin: server.url });
  // No push service is asked in a test: what it would make of the browser is made here.
  await page.evaluate(() => {
    const made = {
      endpoint: 'https://push.example/of-this-browser',
      options: { applicationServerKey: null },
      toJSON: () => ({
        endpoint: made.endpoint,
        keys: {
          p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        },
      }),
      unsubscribe: async () => {
        known = null;
        return true;
      },
    };
    let known: typeof made | null = null;
    const manager = PushManager.prototype as unknown as Record<string, unknown>;
    manager.getSubscription = async () => known;
    manager.subscribe = async (options: { userVisibleOnly: boolean; applicationServerKey: Uint8Array }) => {
      if (!options.userVisibleOnly || options.applicationServerKey.length !== 65) throw new Error('bad key');
      known = made;
      return made;
    };
  });
  const button = page.getByRole('button', { name: en.notices.allow });
  await button.click();
  await page.getByText(en.notices.browsers(1)).waitFor();

  const devtools = await context.newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find((it) => it.scopeURL.startsWith(server.url));
      if (found) resolve(found.registrationId);
    });
  });
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('the page has no service worker');
  // Not asked for again and again: Chromium forgets a notification that is asked for while it is
  // about to be shown.
  await worker.evaluate(() => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
    const show = registration.showNotification.bind(registration);
    const isShown = new Promise<void>((resolve) => {
      registration.showNotification = async (title, options) => {
        await show(title, options);
        resolve();
      };
    });
    Object.assign(self, { isShown });
  });
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: server.url,
    registrationId: await registration,
    data: JSON.stringify({ title: 'Your move against anh', body: 'Move 4.', path: '/settings', tag: 'x' }),
  });
  await worker.evaluate(() => (self as unknown as { isShown: Promise<void> }).isShown);
  const shown = await page.evaluate(async () => {
    const all = await (await navigator.serviceWorker.ready).getNotifications();
    return all.map((it) => [it.title, it.body, it.tag]);
  });
  expect(shown).toEqual([['Your move against anh', 'Move 4.', 'x']]);

  await page.getByRole('button', { name: en.notices.stop }).click();
  await page.getByText(en.notices.browsers(0)).waitFor();
});
