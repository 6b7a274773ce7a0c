/** A team event online: one founds a team, another asks for a place in it, and the captain says yes. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { CATALOGUES, look, usePeople } from './people';
import { type Player, register, requestAs, signIn } from './players';
import { type RealServer, startRealServer } from './server';

let server: RealServer;
const person = usePeople();

beforeAll(async () => {
  server = await startRealServer({ KOMADAI__LIMITS__REQUESTS_PER_MINUTE: '100000' });
});
afterAll(() => server.stop());

const ask = <T>(by: Player, path: string, body: unknown) =>
  requestAs<T>([server.url, by.cookie], 'POST', `/tournaments${path}`, body);

async function event(organiser: Player): Promise<string> {
  const plan = {
    variant: 'standard',
    rules: 'tournament',
    clock: { kind: 'sudden_death', main_ms: 600_000 },
    grace_ms: 600_000,
    team_entry: { founding: true, admission: 'captain', reserves: 1 },
  };
  const format = { t: 'team', boards: 2, inner: { t: 'swiss', rounds: 3 } };
  const settings = { name: 'Giải đồng đội', format, plan };
  const { code } = await ask<{ code: string }>(organiser, '', { create: crypto.randomUUID(), settings });
  await ask(organiser, `/${code}/acts`, { id: crypto.randomUUID(), act: { t: 'open' }, reason: '' });
  return code;
}

for (const [locale, size] of look('vi', 'phone'))
  test(`a team is founded, and its captain takes somebody in, ${locale}`, async () => {
    const words = CATALOGUES[locale].tournaments;
    const organiser = await register(server.url, `chu-${locale}`, '1d');
    const code = await event(organiser);
    const comes = async (who: Player) => {
      const { page, context } = await person({ locale, size });
      await signIn(context, server.url, who.cookie);
      await page.goto(`${server.url}/tournaments/${code}`);
      return page;
    };
    const captain = await comes(await register(server.url, `an-${locale}`, '5k'));
    await captain.getByRole('button', { name: words.join, exact: true }).click();
    const dialog = captain.getByRole('dialog');
    await dialog.getByText(words.teams.none).waitFor();
    await dialog.locator('input[name=team]').fill('Huế');
    await dialog.locator('button[name=found-team]').click();
    const team = captain.locator('.team', { hasText: 'Huế' });
    await team.getByText(words.teams.youLead).waitFor();

    const other = await comes(await register(server.url, `binh-${locale}`, '5k'));
    await other.locator('button[name=choose-team]').click();
    await other.getByRole('dialog').locator('button[name=join-team]').click();
    await other.getByText(words.teams.asked('Huế', 'captain')).waitFor();
    await captain.locator('button[name=admit-to-team]').click();
    const ours = other.locator('.team', { hasText: 'Huế' });
    await ours.getByText(words.teams.places(2, 3)).waitFor();
    expect(await ours.locator('.team-place').allTextContents()).toEqual(['1', '2']);
    await other.getByText(words.entered).waitFor();

    // The captain plays at the second board.
    await team.getByRole('button', { name: words.teams.up(`binh-${locale}`) }).click();
    await ours
      .locator('li', { hasText: words.teams.captain })
      .locator('.team-place', { hasText: '2' })
      .waitFor();
  });
