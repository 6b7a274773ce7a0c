/** The settings' own page, and settings that come along with an account. */

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

for (const [size, theme] of [
  ['wide', 'dark'],
  ['phone', 'light'],
] as const)
  test(`the page of settings has no barriers and works by keyboard, ${size}`, async () => {
    const { page } = await person({ size, theme, locale: 'vi' });
    await page.goto(`${server.url}/settings`);
    await page.waitForSelector('.settings-page select');
    await isBarrierFree(page);
    // Where a choice takes several lines, none of them has one answer alone.
    const lines = await page.locator('.settings-page .segments > div').evaluateAll((all) =>
      all.map((box) => {
        const tops = [...box.children].map((it) => it.getBoundingClientRect().top);
        return tops.map((top) => tops.filter((it) => it === top).length);
      }),
    );
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.filter((it) => it.includes(1))).toEqual([]);
    const notation = page.locator('.look-form ~ .field select').first();
    expect(await notation.locator('option').count()).toBe(7);
    await notation.selectOption('csa');
    await page.locator('.settings-page input[value="animals"]').first().press('Space');
    await page.waitForSelector('.look-preview .faces-animals');
    await page.locator('.settings-page input[value="animals"]').first().press('ArrowLeft');
    await page.waitForSelector('.look-preview .faces-emblems');
    await page.locator('.settings-page input[value="night"]').press('Space');
    await page.locator('select[name="language"]').selectOption('ja');
    await page.waitForFunction(() => document.documentElement.lang === 'ja');
    await page.reload();
    await page.waitForSelector('.settings-page select');
    expect(await page.locator('.look-form ~ .field select').first().inputValue()).toBe('csa');
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('ja');
    expect(await page.evaluate(() => document.documentElement.dataset['board'])).toBe('night');
    await isBarrierFree(page, 'night');
  });

test('settings come along to another device of the same account', async () => {
  const player = await register(server.url, 'settled', '5k');
  player.close();
  const device = async () => {
    const made = await person({ locale: 'en' });
    await signIn(made.context, server.url, player.cookie);
    await made.page.goto(`${server.url}/settings`);
    await made.page.waitForSelector('.settings-page select');
    return made.page;
  };
  const first = await device();
  const kept = first.waitForResponse(
    (it) =>
      it.request().method() === 'PUT' && (it.request().postData() ?? '').includes('"notation":"japanese"'),
  );
  await first.locator('.look-form ~ .field select').first().selectOption('japanese');
  expect((await kept).status()).toBe(204);
  const second = await device();
  await second.waitForFunction(
    () => document.querySelector<HTMLSelectElement>('.look-form ~ .field select')?.value === 'japanese',
  );
});

for (const size of ['wide', 'phone'] as const)
  test(`who may challenge one is set on the page, and is kept, ${size}`, async () => {
    const player = await register(server.url, 'settled', '5k');
    player.close();
    const { page, context } = await person({ size, locale: 'vi' });
    await signIn(context, server.url, player.cookie);
    await page.goto(`${server.url}/settings`);
    const card = page.locator('.privacy-card');
    await card.waitFor();
    await isBarrierFree(page, undefined, '.privacy-card');
    const kept = (text: string) =>
      page.waitForResponse(
        (it) => it.url().endsWith('/account/privacy') && (it.request().postData() ?? '').includes(text),
      );
    let answer = kept('"challenges_from":"none"');
    await card.locator('select').selectOption('none');
    expect((await answer).status()).toBe(204);
    answer = kept('"tells_followers":false');
    await card.locator('input[type=checkbox]').first().press('Space');
    expect((await answer).status()).toBe(204);
    answer = kept('"accepts_guests":false');
    await card.locator('input[type=checkbox]').last().press('Space');
    expect((await answer).status()).toBe(204);
    await page.reload();
    await card.waitFor();
    expect(await card.locator('select').inputValue()).toBe('none');
    expect(await card.locator('input[type=checkbox]:checked').count()).toBe(0);
  });
