/** A club moves in: the name on the door, its sign, its colours, its languages. */

import { beforeEach, expect, test } from 'vitest';
import { isBarrierFree } from './order';
import { usePeople } from './people';
import { register, signIn } from './players';
import { type RealServer, startRealServer } from './server';

let server: RealServer;
// A browser notes every answer that refuses something.
const person = usePeople({ mayComplain: true });

beforeEach(async () => {
  server = await startRealServer();
  return () => server.stop();
});

/** As long as a name may be. */
const NAME = 'Câu lạc bộ Shogi Hà Nội – Huế';

const SIGN = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8h-8z" fill="#0a7f2e"/></svg>`;

/** Somebody who may change the site, on a page of theirs. */
async function admin(size: 'wide' | 'phone', locale: string) {
  const player = await register(server.url, 'root-user', '5k');
  player.close();
  server.run(['admin', 'role', 'root-user', 'admin']);
  const { page, context } = await person({ size, locale });
  await signIn(context, server.url, player.cookie);
  await page.goto(`${server.url}/admin/branding`);
  await page.waitForSelector('.settings-form');
  return page;
}

for (const [size, theme] of [
  ['wide', 'light'],
  ['phone', 'dark'],
] as const)
  test(`a club gives the site its name and look, ${size}`, async () => {
    const page = await admin(size, 'vi');
    await isBarrierFree(page);
    await page.fill('input[name=name]', NAME);
    // A yellow that nobody could read on paper.
    await page.locator('.branding-part input[type=checkbox]').first().uncheck();
    await page.fill('input[type=color]', '#ffe94a');
    const vi = page.locator('details', { has: page.locator('summary[lang=vi]') });
    await vi.locator('textarea').first().fill('Chào mừng đến câu lạc bộ của chúng tôi!');
    await vi.locator('textarea').last().fill('Lịch sự với mọi người.\n\nKhông dùng máy khi chơi.');
    await page.locator('label[lang=de] input').uncheck();
    await page.setInputFiles('input[type=file]', {
      name: 'sign.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(SIGN),
    });
    await page.locator('.toast').first().waitFor();
    await page.locator('.settings-form > button[type=submit]').click();
    await expect.poll(() => page.title()).toContain(NAME);
    await page.waitForSelector('.settings-form');

    const { page: stranger } = await person({ size, locale: 'vi', theme });
    await stranger.goto(server.url);
    await stranger.getByText('Chào mừng đến câu lạc bộ của chúng tôi!').waitFor();
    expect(await stranger.title()).toContain(NAME);
    expect(await stranger.locator('.brand').textContent()).toBe(NAME);
    expect(await stranger.locator('.koma-name').count()).toBe(0);
    const { scroll, shown } = await stranger.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      shown: window.innerWidth,
    }));
    expect(scroll).toBeLessThanOrEqual(shown);
    // The contrast of buttons and links is looked at too.
    await stranger.locator('.site-footer').waitFor();
    await isBarrierFree(stranger);
    expect(await stranger.locator('.languages button').count()).toBe(7);
    expect(await stranger.locator('.languages [lang=de]').count()).toBe(0);
    const footer = stranger.locator('.site-links');
    await footer.getByRole('link', { name: 'Chạy bằng Komadai' }).waitFor();
    await footer.getByRole('link', { name: 'Nội quy' }).click();
    await stranger.getByText('Không dùng máy khi chơi.').waitFor();
    await isBarrierFree(stranger);
    const manifest = await stranger.evaluate(async () => (await fetch('/manifest.webmanifest')).json());
    expect(manifest).toMatchObject({ name: NAME, short_name: NAME });
    const offline = await stranger.evaluate(async () => (await fetch('/offline.html')).text());
    expect(offline).toContain(`máy chủ ${NAME}`);
    expect(offline).not.toContain('%site%');
  });

test('what cannot be a sign is refused in words', async () => {
  const page = await admin('wide', 'en');
  await page.setInputFiles('input[type=file]', {
    name: 'sign.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(SIGN.replace('<path', '<script>alert(1)</script><path')),
  });
  const toast = page.locator('.toast', { hasText: '<script>' });
  await toast.waitFor();
  expect(await page.locator('.branding-sign button').count()).toBe(1);
});

test('a site without a name of its own is called as the program', async () => {
  const { page } = await person({ locale: 'en' });
  await page.goto(server.url);
  await page.locator('.site-footer').waitFor();
  expect(await page.locator('.brand').textContent()).toBe('Komadai駒台');
  const shell = await page.evaluate(async () => (await fetch('/')).text());
  expect(shell).not.toContain('%site%');
});
