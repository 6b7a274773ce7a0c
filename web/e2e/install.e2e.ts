/**
 * The site as something that is installed: its manifest, its icons, and what happens without a
 * connection.
 */

import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { isBarrierFree } from './order';
import { usePeople } from './people';
import { type RealServer, startRealServer } from './server';

let server: RealServer;
// Without a connection a browser notes every file that it does not get.
const person = usePeople({ serviceWorker: true, mayComplain: true });

beforeEach(async () => {
  server = await startRealServer();
  return () => server.stop();
});

async function visit(page: Page) {
  await page.goto(server.url);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

test('a browser would install it, with icons of the sizes it is told', async () => {
  const { page, context } = await person();
  await visit(page);
  const devtools = await context.newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // The test's window keeps nothing, which a browser does not install from.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const wrong = await page.evaluate(async () => {
    const { icons } = await (await fetch('/manifest.webmanifest')).json();
    const found: string[] = [];
    for (const { src, sizes } of icons) {
      const image = new Image();
      image.src = src;
      await image.decode();
      if (sizes !== 'any' && sizes !== `${image.naturalWidth}x${image.naturalHeight}`) found.push(src);
    }
    return found;
  });
  expect(wrong).toEqual([]);
});

for (const [locale, title] of [
  ['vi', 'Không có kết nối'],
  ['en', 'No connection'],
  ['ja', '接続できません'],
] as const)
  test(`without a server there is a page that says so, ${locale}`, async () => {
    const { page } = await person({ locale, size: 'phone' });
    await visit(page);
    await server.terminate();
    await page.goto(`${server.url}/tsume`);
    expect(await page.locator('h1:visible').allInnerTexts()).toEqual([title]);
    await isBarrierFree(page);
    await server.start();
    await page.locator('button:visible').press('Enter');
    await page.waitForSelector('.tsume-tile');
  });

test('no page is kept, so that none is old after an upgrade, and nothing of the API', async () => {
  const { page } = await person();
  await visit(page);
  await page.reload();
  await page.waitForSelector('.link-state.open');
  const kept = await page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    return paths;
  });
  expect(kept.filter((path) => path.startsWith('/assets/')).length).toBeGreaterThan(3);
  expect(kept.filter((path) => !path.startsWith('/assets/')).sort()).toEqual([
    '/boot.js',
    '/favicon.svg',
    '/offline.css',
    '/offline.html',
    '/offline.js',
  ]);
});
