/** Whoever signs in or registers comes back to the page that sent them there. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { CATALOGUES, look, usePeople } from './people';
import { type Player, register, requestAs } from './players';
import { type RealServer, startRealServer } from './server';

let server: RealServer;
const person = usePeople();

beforeAll(async () => {
  server = await startRealServer({ KOMADAI__LIMITS__REQUESTS_PER_MINUTE: '100000' });
});
afterAll(() => server.stop());

const PASSWORD = 'bảy con tốt đen';

const send = <T>(by: Player, path: string, body: unknown) =>
  requestAs<T>([server.url, by.cookie], 'POST', path, body);

for (const [locale, size] of look('vi', 'phone'))
  test(`an invitation is still there after registering, ${locale}`, async () => {
    const words = CATALOGUES[locale];
    const owner = await register(server.url, `chu-${locale}`, '1d');
    const slug = `ha-noi-${locale}`;
    const settings = { name: 'Cờ Hà Nội', joining: 'invitation', private: true };
    await send(owner, '/clubs', { create: crypto.randomUUID(), slug, settings });
    const invite = { id: crypto.randomUUID(), act: { t: 'invite', days: 7, uses_max: null } };
    const { token } = await send<{ token: string }>(owner, `/clubs/${slug}/acts`, invite);

    const { page } = await person({ locale, size });
    await page.goto(`${server.url}/clubs/${slug}#invite=${token}`);
    await page.getByText(words.clubs.invited).waitFor();
    await page.getByRole('link', { name: words.account.register }).click();
    await page.locator('input[name=handle]').fill(`ba-${locale}`);
    await page.locator('input[name=password]').fill(PASSWORD);
    await page.locator('.account-form button[type=submit]').click();
    // At once before the club, with its name.
    await page.getByRole('heading', { level: 1, name: 'Cờ Hà Nội' }).waitFor();
    await page.getByText(words.clubs.invited).waitFor();
    await page.getByRole('button', { name: words.clubs.join }).click();
    await page.getByRole('link', { name: words.ladder.title }).waitFor();
  });

for (const [locale, size] of look('en', 'wide'))
  test(`one signs in from a tournament and takes part, ${locale}`, async () => {
    const words = CATALOGUES[locale];
    const organiser = await register(server.url, `host-${locale}`, '1d');
    const player = await register(server.url, `guest-${locale}`, '5k');
    player.close();
    const plan = {
      variant: 'standard',
      rules: 'tournament',
      clock: { kind: 'sudden_death', main_ms: 600_000 },
      grace_ms: 600_000,
    };
    const settings = { name: 'Autumn open', format: { t: 'swiss', rounds: 3 }, plan };
    const { code } = await send<{ code: string }>(organiser, '/tournaments', {
      create: crypto.randomUUID(),
      settings,
    });
    await send(organiser, `/tournaments/${code}/acts`, { id: crypto.randomUUID(), act: { t: 'open' } });

    const { page } = await person({ locale, size });
    await page.goto(`${server.url}/tournaments/${code}`);
    await page.getByRole('link', { name: words.tournaments.signInFirst }).click();
    await page.locator('input[name=handle]').fill(player.handle);
    await page.locator('input[name=password]').fill(PASSWORD);
    await page.locator('.account-form button[type=submit]').click();
    await page.waitForURL(`${server.url}/tournaments/${code}`);
    await page.getByRole('button', { name: words.tournaments.join, exact: true }).click();
    await page.getByText(words.tournaments.entered).waitFor();

    // Nobody is sent to another site.
    await page.goto(`${server.url}/account?${new URLSearchParams({ back: 'https://evil.example/' })}`);
    await page.getByRole('button', { name: words.account.signOut, exact: true }).waitFor();
    expect(new URL(page.url()).origin).toBe(server.url);
  });
