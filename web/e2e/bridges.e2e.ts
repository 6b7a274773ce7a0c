/**
 * A club's news in the chat where the group lives: an organiser adds it, tries it, hears what is
 * wrong, and puts it right.
 */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HookServer, startHookServer } from './hooks';
import { isInOrder } from './order';
import { CATALOGUES, picture, usePeople } from './people';
import { type Player, register, requestAs, signIn } from './players';
import { type RealServer, startRealServer } from './server';
import { keepNotices, sees } from './watch-notices';

let server: RealServer;
let hooks: HookServer;
let host: Player;
const person = usePeople({ mayComplain: true });
const { vi } = CATALOGUES;

beforeAll(async () => {
  hooks = await startHookServer();
  server = await startRealServer({
    KOMADAI__LIMITS__REQUESTS_PER_MINUTE: '100000',
    KOMADAI__BRIDGES__TO_PRIVATE: 'true',
    KOMADAI__BRIDGES__GAP_S: '0',
    KOMADAI__BRIDGES__TELEGRAM: hooks.url,
  });
  host = await register(server.url, 'minh', '5k');
  await requestAs([server.url, host.cookie], 'POST', '/clubs', {
    create: crypto.randomUUID(),
    slug: 'ha-noi',
    settings: { name: 'Shogi Hà Nội', joining: 'open' },
  });
}, 120_000);
afterAll(async () => {
  host.close();
  hooks.stop();
  await server.stop();
});

test.each(['phone', 'wide'] as const)('news in a group chat, %s', { timeout: 120_000 }, async (size) => {
  const words = vi.bridges;
  const { page } = await person({ locale: 'vi', size });
  await signIn(page.context(), server.url, host.cookie);
  await page.goto(`${server.url}/clubs/ha-noi#manage`);
  await keepNotices(page);
  await page.getByRole('button', { name: words.add }).click();
  const [form, line] = [page.getByRole('dialog'), page.locator('.bridge')];
  await form.getByLabel(words.kind).selectOption('telegram');
  await form.getByLabel(words.name, { exact: true }).fill('Nhóm Telegram');
  await form.getByLabel(words.fields.telegram.secret).fill('12:old');
  await form.getByLabel(words.fields.telegram.target).fill('-1001234');
  await isInOrder(page, 'the form of a bridge');
  await picture(page, 'bridge-form');
  await form.getByRole('button', { name: words.add }).click();
  await page.getByText(words.untried).waitFor();

  // The token is not valid: what is wrong is said, and what to do.
  hooks.status = 401;
  await line.getByRole('button', { name: words.trial }).click();
  expect((await hooks.hooked()).path).toBe('/bot12:old/sendMessage');
  await sees(page, words.faults.token);
  await line.locator('.warning').getByText(words.faults.token).waitFor();
  await picture(page, 'bridges', true);

  // With another one it arrives.
  hooks.status = 200;
  await line.getByRole('button', { name: words.edit }).click();
  await form.getByLabel(words.fields.telegram.secret).fill('12:new');
  await form.getByRole('button', { name: words.save }).click();
  await form.waitFor({ state: 'detached' });
  await line.getByRole('button', { name: words.trial }).click();
  const { path, body } = await hooks.hooked();
  expect(path).toBe('/bot12:new/sendMessage');
  expect(JSON.parse(body).text).toContain('“Shogi Hà Nội”');
  await sees(page, words.trialArrived);
  await isInOrder(page, 'the bridges of a club');

  await line.getByRole('button', { name: words.remove }).click();
  await page.getByRole('dialog').getByRole('button', { name: words.remove }).click();
  await line.waitFor({ state: 'detached' });
});
