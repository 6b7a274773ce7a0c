/**
 * An evening in a club on the host's phone: begun in two taps, who has come is ticked, and from
 * then on it arranges itself.
 */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { isInOrder } from './order';
import { CATALOGUES, looks, picture, usePeople } from './people';
import { register, requestAs, signIn } from './players';
import { type RealServer, startRealServer } from './server';

let server: RealServer;
const person = usePeople();

beforeAll(async () => {
  server = await startRealServer();
});
afterAll(() => server.stop());

for (const [locale, size] of looks('vi', 'ja'))
  test(`an evening in a club, ${size} in ${locale}`, async () => {
    const words = CATALOGUES[locale];
    const host = await register(server.url, `host-${locale}-${size}`, '1d');
    const member = await register(server.url, `member-${locale}-${size}`, '2d');
    const slug = `club-${locale}-${size}`;
    const ask = (path: string, cookie: string, body: object) =>
      requestAs<{ slug: string }>([server.url, cookie], 'POST', `/clubs${path}`, body);
    const settings = { name: `Shogi ${locale} ${size}`, joining: 'open' };
    await ask('', host.cookie, { create: crypto.randomUUID(), slug, settings });
    await ask(`/${slug}/acts`, member.cookie, { id: crypto.randomUUID(), act: { t: 'join' } });
    const at = async (cookie: string) => {
      const { context, page } = await person({ locale, size });
      await signIn(context, server.url, cookie);
      return page;
    };
    const page = await at(host.cookie);
    await page.goto(`${server.url}/clubs/${slug}`);
    await page.click('button[name=evening]');
    await page.click('button[name=begin-evening]');
    await page.waitForURL('**/tournaments/*');
    const code = new URL(page.url()).pathname.split('/').at(-1);

    // Who has come: a member, and three guests.
    await page.getByRole('switch', { name: `member-${locale}-${size}` }).click();
    for (const [name, grade] of [
      ['Ông Tám', '1d'],
      ['佐藤 健', '5k'],
      ['Anna', '6k'],
    ] as const) {
      await page.fill('input[name=guest]', name);
      await page.selectOption('select[name=guest-grade]', grade);
      await page.getByRole('button', { name: words.evening.add, exact: true }).click();
      await page.getByRole('switch', { name }).waitFor();
    }
    await page.getByRole('button', { name: words.evening.pair(4) }).click();
    const tables = page.locator('.evening-tables > li');
    await expect.poll(() => tables.count()).toBe(2);

    // The member sees whom they play, and reports.
    const phone = await at(member.cookie);
    await phone.goto(`${server.url}/tournaments/${code}`);
    await phone.getByText('Ông Tám').first().waitFor();
    await phone.getByRole('button', { name: words.tournaments.hall.iWon }).click();
    await page.locator('.evening-report').waitFor();
    await isInOrder(page);
    await picture(page, `evening-${locale}`);

    // The host enters it by one tap, and the other table's: four are free, and paired anew.
    const played = page.locator('.evening-table tbody tr');
    for (const n of [2, 4]) {
      await page.locator('.evening-tables button[name=sente]').first().click();
      await expect.poll(() => played.count()).toBe(n);
    }
    await isInOrder(phone);
    await picture(page, `evening-later-${locale}`);

    // The club's own rating has everybody who has played, guests too.
    await page.goto(`${server.url}/clubs/${slug}#tournaments`);
    const rated = page.locator('.club-rating tbody tr');
    await expect.poll(() => rated.count()).toBe(4);
    await isInOrder(page);
    await picture(page, `club-rating-${locale}`);
    host.close();
    member.close();
  });
