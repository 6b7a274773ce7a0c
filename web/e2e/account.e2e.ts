/** Accounts against the real server: a guest registers, comes back, and is somebody again. */

import { createHmac } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { type MailServer, startMailServer } from './mail';
import { isBarrierFree } from './order';
import { CATALOGUES, look, usePeople } from './people';
import { type RealServer, startRealServer } from './server';
import { meetByLink, playLine, waitForMoves } from './table';

let server: RealServer;

const person = usePeople({ mayComplain: true });

beforeEach(async () => {
  server = await startRealServer();
  return () => server.stop();
});

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await page.fill(`input[name=${name}]`, value);
}

for (const [locale, size] of look('vi', 'phone'))
  test(`registering, leaving and coming back, ${locale}`, async () => {
    const words = CATALOGUES[locale].account;
    const { page } = await person({ locale, size });
    const submit = () => page.click('.account-form button[type=submit]');
    const problem = (text: string) => page.getByText(text, { exact: true }).waitFor();
    await page.goto(server.url);
    await page.click('.account-link');
    await page.check('input[type=radio][value=register]');
    await page.waitForSelector('input[name=name]');
    await isBarrierFree(page, 'register');

    await fill(page, { handle: 'admin', name: '', password: 'bảy con tốt đen' });
    await submit();
    await problem(words.problems.reserved_handle);
    await fill(page, { handle: 'Minh-Anh', name: 'Nguyễn Minh Ánh' });
    await submit();
    await page.waitForSelector('.lobby');
    await page.click('.own-menu .drop-button');
    await page.click('.own-menu a[href="/account"]');
    await page.getByRole('heading', { name: 'Nguyễn Minh Ánh' }).waitFor();
    await isBarrierFree(page, 'account');
    await fill(page, { name: '明英 五段' });
    await page.click('.account-form button[type=submit] >> nth=0');
    await page.getByRole('heading', { name: '明英 五段' }).waitFor();

    await page.getByRole('button', { name: words.signOut, exact: true }).click();
    await page.waitForSelector('.lobby');
    await page.click('.account-link');
    await fill(page, { handle: 'minhanh', password: 'tám con tốt đen' });
    await submit();
    await problem(words.problems.wrong_password);
    await isBarrierFree(page, 'sign in');
    await fill(page, { password: 'bảy con tốt đen' });
    await submit();
    await page.waitForSelector('.lobby');
    await page.click('.own-menu .drop-button');
    await page.click('.own-menu a[href="/account"]');
    await page.getByRole('heading', { name: '明英 五段' }).waitFor();
  });

test('a guest who registers in the middle of a game plays on', async () => {
  const settings = { animation: false };
  const [one, other] = [await person({ settings }), await person({ settings })];
  const { sente, gote } = await meetByLink(server.url, one, other);
  await playLine({ sente, gote }, ['7g7f', '3c3d']);
  const game = sente.url();
  await sente.click('.account-link');
  await sente.check('input[type=radio][value=register]');
  await fill(sente, { handle: 'sente-player', name: 'Đức', password: 'một hai ba bốn' });
  await sente.click('.account-form button[type=submit]');
  // Back at the board, under the new name.
  await sente.waitForURL(game);
  await sente.locator('.player.bottom .player-who', { hasText: 'Đức' }).waitFor();
  await waitForMoves(sente, 2);
  await playLine({ sente, gote }, ['2g2f', '8c8d'], 2);
  await waitForMoves(gote, 4);
});

for (const [locale, size] of look('ja', 'phone'))
  test(`a mail address, and a new password by mail, ${locale}`, async () => {
    const words = CATALOGUES[locale].account;
    const mail: MailServer = await startMailServer();
    const site = await startRealServer({
      ...mail.settings,
      // Links go to wherever people reach the site; the test puts its own address in their place.
      KOMADAI__SERVER__PUBLIC_URL: 'http://localhost:8080',
    });
    try {
      const { page } = await person({ locale, size });
      const open = async (letter: string, word: string) => {
        const ticket = new RegExp(`/account#${word}=([0-9a-f]+)`).exec(letter)?.[1];
        await page.goto('about:blank');
        await page.goto(`${site.url}/account#${word}=${ticket}`);
      };
      await page.goto(`${site.url}/account`);
      await page.check('input[type=radio][value=register]');
      await fill(page, { handle: 'minh-anh', password: 'bảy con tốt đen' });
      await page.click('.account-form button[type=submit]');
      await page.waitForSelector('.lobby');
      await page.goto(`${site.url}/account`);
      const card = page.getByRole('region', { name: words.mail.title });
      await card.locator('input[name=email]').fill('minh@example.org');
      await card.locator('input[name=password]').fill('bảy con tốt đen');
      await card.getByRole('button', { name: words.mail.set }).click();
      await page.getByText(words.mail.unverified('minh@example.org')).waitFor();
      await isBarrierFree(page, 'address');
      await open(await mail.letter(), 'verify');
      await page.getByText(words.mail.done).waitFor();
      expect(page.url()).toBe(`${site.url}/account`);
      await page.getByRole('button', { name: words.mail.toAccount }).click();
      await page.getByText(words.mail.verified('minh@example.org')).waitFor();

      await page.getByRole('button', { name: words.signOut, exact: true }).click();
      await page.waitForSelector('.lobby');
      await page.goto(`${site.url}/account`);
      await page.getByRole('button', { name: words.forgotten.link }).click();
      await page.fill('input[name=email]', 'Minh@example.org');
      await isBarrierFree(page, 'forgotten');
      await page.getByRole('button', { name: words.forgotten.send }).click();
      await page.getByText(words.forgotten.sent).waitFor();
      await open(await mail.letter(), 'reset');
      await page.fill('input[name=password]', 'tám con tốt đen');
      await isBarrierFree(page, 'reset');
      await page.getByRole('button', { name: words.forgotten.save }).click();
      await page.waitForSelector('input[name=handle]');
      await fill(page, { handle: 'minh-anh', password: 'tám con tốt đen' });
      await page.click('.account-form button[type=submit]');
      await page.waitForSelector('.lobby');
      // The letter that told of the new password freezes the account.
      await open(await mail.letter(), 'freeze');
      await isBarrierFree(page, 'freezing');
      await page.getByRole('button', { name: words.freeze.freeze }).click();
      await page.getByRole('heading', { name: words.freeze.done }).waitFor();
      await page.getByRole('button', { name: words.forgotten.title }).click();
      await page.getByRole('button', { name: words.forgotten.back }).click();
      await fill(page, { handle: 'minh-anh', password: 'tám con tốt đen' });
      await page.click('.account-form button[type=submit]');
      await page.getByText(words.problems.frozen).waitFor();
    } finally {
      await site.stop();
      mail.stop();
    }
  });

/** What an authenticator app shows for a key, so many steps of 30 seconds from now (RFC 6238). */
function codeOf(key: string, later = 0): string {
  const bits = [...key.replaceAll(' ', '')]
    .map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
    .join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later));
  const digest = createHmac('sha1', Buffer.from(bytes)).update(step).digest();
  const at = (digest[19] ?? 0) & 15;
  return String((digest.readUInt32BE(at) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

for (const [locale, size] of look('vi', 'wide'))
  test(`a second step, ${locale}`, async () => {
    const words = CATALOGUES[locale].account;
    const { page } = await person({ locale, size });
    const signIn = async () => {
      await page.goto(`${server.url}/account`);
      await fill(page, { handle: 'minh-anh', password: 'bảy con tốt đen' });
      await page.click('.account-form button[type=submit]');
      await page.waitForSelector('input[name=code]');
    };
    await page.goto(`${server.url}/account`);
    await page.check('input[type=radio][value=register]');
    await fill(page, { handle: 'minh-anh', password: 'bảy con tốt đen' });
    await page.click('.account-form button[type=submit]');
    await page.waitForSelector('.lobby');
    await page.goto(`${server.url}/account`);
    const card = page.getByRole('region', { name: words.factor.title });
    await card.locator('input[name=password]').fill('bảy con tốt đen');
    await card.getByRole('button', { name: words.factor.turnOn }).click();
    const key = await card.locator('.factor-key').innerText();
    await card.locator('input[name=code]').fill('000');
    await card.getByRole('button', { name: words.factor.confirm }).click();
    await page.getByText(words.problems.wrong_code).waitFor();
    await isBarrierFree(page, 'the key');
    await card.locator('input[name=code]').fill(codeOf(key));
    await card.getByRole('button', { name: words.factor.confirm }).click();
    await card.locator('.recovery-codes code').first().waitFor();
    const codes = await card.locator('.recovery-codes code').allInnerTexts();
    expect(codes).toHaveLength(10);
    await isBarrierFree(page, 'recovery codes');
    await card.getByRole('button', { name: words.factor.noted }).click();
    await page.getByText(words.factor.on(10)).waitFor();

    await page.getByRole('button', { name: words.signOut, exact: true }).click();
    await page.waitForSelector('.lobby');
    await signIn();
    await isBarrierFree(page, 'the code');
    await page.fill('input[name=code]', codeOf(key, 1));
    await page.getByRole('button', { name: words.factor.next }).click();
    await page.waitForSelector('.lobby');
    await page.goto(`${server.url}/account`);
    await page.getByRole('button', { name: words.signOut, exact: true }).click();
    await page.waitForSelector('.lobby');
    await signIn();
    await page.fill('input[name=code]', (codes[0] ?? '').toLowerCase());
    await page.getByRole('button', { name: words.factor.next }).click();
    await page.waitForSelector('.lobby');
    await page.goto(`${server.url}/account`);
    await page.getByText(words.factor.on(9)).waitFor();
    await card.getByText(words.factor.turnOff).first().click();
    const off = card.getByRole('form', { name: words.factor.turnOff });
    await off.locator('input[name=password]').fill('bảy con tốt đen');
    await off.locator('input[name=code]').fill(codes[0] ?? '');
    await off.locator('button[type=submit]').click();
    await page.getByText(words.problems.wrong_code).waitFor();
    await off.locator('input[name=code]').fill(codes[1] ?? '');
    await card.getByRole('button', { name: words.factor.turnOff }).click();
    await card.getByRole('button', { name: words.factor.turnOn }).waitFor();
  });

for (const [locale, size] of look('ja', 'phone'))
  test(`programs, whom one keeps away, and deleting the account, ${locale}`, async () => {
    const words = CATALOGUES[locale].account;
    server.run(['admin', 'create', 'bob-bob'], 'bảy con tốt đen');
    const { page } = await person({ locale, size });
    await page.goto(`${server.url}/account`);
    await page.check('input[type=radio][value=register]');
    await fill(page, { handle: 'minh-anh', password: 'bảy con tốt đen' });
    await page.click('.account-form button[type=submit]');
    await page.waitForSelector('.lobby');
    await page.evaluate(() =>
      fetch('/api/v1/me/relations', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ handle: 'bob-bob', distance: 'block' }),
      }),
    );
    await page.goto(`${server.url}/account`);
    const away = page.getByRole('region', { name: words.away.title });
    await away.getByText(words.away.block, { exact: true }).waitFor();
    const card = page.getByRole('region', { name: words.tokens.title, exact: true });
    await card.locator('summary').click();
    await card.locator('input[name=name]').fill('máy của tôi');
    await card.locator('input[name=password]').fill('bảy con tốt đen');
    await card.getByRole('button', { name: words.tokens.make }).click();
    await page.getByText(words.problems.bad_scopes).waitFor();
    await card.locator('input[name=read]').check();
    await isBarrierFree(page, 'tokens');
    await card.getByRole('button', { name: words.tokens.make }).click();
    const token = await card.locator('.new-token').innerText();
    const ask = () =>
      fetch(`${server.url}/api/v1/me/imports`, { headers: { authorization: `Bearer ${token}` } });
    expect((await ask()).status).toBe(200);
    await card.getByText(words.tokens.never).waitFor();
    await page.getByRole('region', { name: words.sessions.title }).getByText(words.sessions.this).waitFor();
    await isBarrierFree(page, 'a token');
    await card.getByRole('button', { name: words.tokens.copied }).click();
    await card.getByRole('button', { name: words.tokens.revoke('máy của tôi') }).click();
    await card.getByText(words.tokens.none).waitFor();
    expect((await ask()).status).toBe(401);

    await away.getByRole('button', { name: words.away.undo('bob-bob') }).click();
    await away.getByText(words.away.none).waitFor();

    const data = page.getByRole('region', { name: words.data.title });
    const kept = await page.evaluate(() => fetch('/api/v1/me/data.json').then((answer) => answer.json()));
    expect(kept.account.handle).toBe('minh-anh');
    await data.getByText(words.data.delete).first().click();
    await data.locator('input[name=password]').fill('tám con tốt đen');
    await data.locator('input[name=sure]').check();
    await data.getByRole('button', { name: words.data.delete }).click();
    await data.getByText(words.problems.wrong_password).waitFor();
    await isBarrierFree(page, 'deleting');
    await data.locator('input[name=password]').fill('bảy con tốt đen');
    await data.getByRole('button', { name: words.data.delete }).click();
    await page.waitForSelector('.lobby');
    await page.goto(`${server.url}/account`);
    await fill(page, { handle: 'minh-anh', password: 'bảy con tốt đen' });
    await page.click('.account-form button[type=submit]');
    await page.getByText(words.problems.wrong_password).waitFor();
  });

test('what is missing is said in the language of the page, and a password can be looked at', async () => {
  const words = CATALOGUES.vi.fields;
  const { page } = await person({ size: 'phone', locale: 'vi' });
  await page.goto(`${server.url}/account`);
  await page.locator('input[value="register"]').press('Space');
  await page.locator('form button[type=submit]').click();
  expect(await page.locator('.field .wrong').allInnerTexts()).toEqual([words.missing, words.missing]);
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('handle');
  // What may be typed is said once, where something else was.
  const { handleHelp, passwordHelp } = CATALOGUES.vi.account;
  await page.fill('input[name=handle]', '秋山');
  await page.fill('input[name=password]', 'ngắn quá');
  expect(await page.locator('.field .wrong').allInnerTexts()).toEqual([handleHelp, passwordHelp]);
  expect(await page.getByText(passwordHelp).count()).toBe(1);
  await page.getByRole('button', { name: words.showPassword }).click();
  expect(await page.locator('input[name=password]').getAttribute('type')).toBe('text');
  expect(await page.inputValue('input[name=password]')).toBe('ngắn quá');
  await isBarrierFree(page);
});
