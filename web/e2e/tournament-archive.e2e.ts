/** An event of two years ago comes from a file, is found among others, and shows who won it. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { words as vi } from '../src/i18n/made/whole/vi';
import { picture, usePeople } from './people';
import { type Player, register, signIn } from './players';
import { type RealServer, startRealServer } from './server';

const words = vi.tournaments;

let server: RealServer;
let officer: Player;
const person = usePeople({ mayComplain: true });

beforeAll(async () => {
  server = await startRealServer();
  officer = await register(server.url, 'officer', '1d');
}, 60_000);
afterAll(async () => {
  officer.close();
  await server.stop();
});

const NAMES = ['Nguyễn, Bình', 'Trần, An', 'Lê, Chi', 'Phạm, Dũng'];
const CELLS = [
  '     2 w 1     3 b 1',
  '     1 b 0     4 w 1',
  '     4 w =     1 w 0',
  '     3 b =     2 b 0',
];

const line = (i: number) =>
  [
    `001 ${String(i + 1).padStart(4)}      ${(NAMES[i] ?? '').padEnd(33)} ${1999 - i} VIE`,
    `${''.padStart(23)}  0.0 ${String(i + 1).padStart(4)}${CELLS[i]}`,
  ].join('');

const FILE = [
  '012 Giải vô địch Hà Nội',
  '022 Hà Nội',
  '042 2024/05/14',
  '052 2024/05/15',
  '102 Đỗ Thị Mai',
  'XXR 2',
  ...NAMES.map((_, i) => line(i)),
].join('\r\n');

test('an event of the past is read in, published, found and looked at on a phone', {
  timeout: 120_000,
}, async () => {
  const { page } = await person({ locale: 'vi', size: 'phone' });
  await signIn(page.context(), server.url, officer.cookie);
  await page.goto(`${server.url}/tournaments/new`);
  await page.locator('summary', { hasText: words.form.load }).click();
  await page.locator('input[name=event-file]').setInputFiles({
    name: 'giai.trf',
    mimeType: 'text/plain',
    buffer: Buffer.from(FILE),
  });
  await page.waitForURL(/\/tournaments\/\w{10}$/);
  await page.locator('h1', { hasText: 'Giải vô địch Hà Nội' }).waitFor();
  const code = page.url().split('/').at(-1) ?? '';
  await page.locator('button[name=publish]').click();
  await page.locator('.page-head .note', { hasText: words.phases.over }).first().waitFor();

  // Somebody who knows nothing but a name finds it.
  const { page: other } = await person({ locale: 'vi', size: 'phone' });
  await other.goto(`${server.url}/tournaments`);
  await other.locator('h2', { hasText: '2024' }).waitFor();
  await picture(other, 'tournament-archive', true);
  await other.locator('input[name=q]').fill('nguyen binh');
  await other.locator('input[name=q]').press('Enter');
  const found = other.locator('.tournament-list li');
  await expect.poll(() => found.count()).toBe(1);
  expect(await found.innerText()).toContain('Bình Nguyễn');
  expect(other.url()).toContain('q=nguyen+binh');
  await other.locator('input[name=q]').fill('khong co');
  await other.locator('input[name=q]').press('Enter');
  await other.getByText(words.archive.nothing).waitFor();

  // From the standings to the card of the second, from there to the first, who won.
  await other.goto(`${server.url}/tournaments/${code}`);
  await other.locator('.standings a', { hasText: 'An Trần' }).click();
  await other.locator('h1', { hasText: 'An Trần' }).waitFor();
  expect(await other.locator('.card-round').count()).toBe(2);
  await picture(other, 'tournament-card', true);
  await other.locator('.card-neighbours a', { hasText: 'Bình Nguyễn' }).click();
  await other.locator('h1', { hasText: 'Bình Nguyễn' }).waitFor();
  await expect.poll(() => other.locator('.card-round-total').last().innerText()).toBe('2');

  // It was the wrong file.
  await page.reload();
  await page.locator('.segments label', { hasText: words.tabs.manage }).first().click();
  await page.check('input[type=radio][value=settings]', { force: true });
  await page.locator('button', { hasText: words.archive.delete }).click();
  await page.locator('dialog button', { hasText: words.archive.delete }).click();
  await page.waitForURL(/\/tournaments$/);
  await other.goto(`${server.url}/tournaments/${code}`);
  await other.getByText(words.notFound).first().waitFor();
});
