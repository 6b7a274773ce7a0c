/** The page on which admins see how the server is. */

import { beforeEach, expect, test } from 'vitest';
import { isBarrierFree } from './order';
import { usePeople } from './people';
import { register, signIn } from './players';
import { type RealServer, startRealServer } from './server';

let server: RealServer;
const person = usePeople();

beforeEach(async () => {
  server = await startRealServer();
  return () => server.stop();
});

for (const [size, locale, theme] of [
  ['wide', 'ja', 'light'],
  ['phone', 'vi', 'dark'],
] as const)
  test(`figures are plotted and can be read as tables, ${size} in ${locale}`, async () => {
    const player = await register(server.url, 'root-user', '5k');
    player.close();
    server.run(['admin', 'role', 'root-user', 'admin']);
    const { page, context } = await person({ size, locale, theme });
    await signIn(context, server.url, player.cookie);
    const asked = page.waitForResponse((it) => /metrics\?after_ms=[1-9]/.test(it.url()));
    await page.goto(`${server.url}/admin`);
    await page.waitForSelector('.plot');
    expect(await page.locator('.plot svg[role=img]').count()).toBe(12);
    // It asks again by itself, for what is new alone.
    expect((await asked).status()).toBe(200);
    await page.locator('.plot summary').first().press('Enter');
    expect(await page.locator('.plot table').first().locator('tbody tr').count()).toBeGreaterThan(0);
    await isBarrierFree(page);
    const { scroll, shown } = await page.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      shown: window.innerWidth,
    }));
    expect(scroll).toBeLessThanOrEqual(shown);
  });

test('the page is nobody else’s', async () => {
  const { page } = await person({ locale: 'en' });
  await page.goto(`${server.url}/admin`);
  await page.getByText('This page is for the admins of this site.').waitFor();
  expect(await page.locator('.plot').count()).toBe(0);
});
