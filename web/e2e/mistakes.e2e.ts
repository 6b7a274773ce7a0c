/**
 * Nothing that goes wrong at an event over the board is final: the first round is looked at, taken
 * back and paired anew, a latecomer is put in, and what is over is opened again.
 */

import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isInOrder } from './order';
import { CATALOGUES, look, picture, usePeople } from './people';
import { register, requestAs, signIn } from './players';
import { type RealServer, startRealServer } from './server';
import { workbook } from './workbook';

let server: RealServer;
const person = usePeople();

beforeAll(async () => {
  server = await startRealServer();
});
afterAll(() => server.stop());

/** Chooses from the menu of the desk. */
async function fromMenu(page: Page, name: string): Promise<void> {
  await page.locator('.manage .more-menu button').first().click();
  await page.locator('.manage .more-menu').getByRole('button', { name }).click();
}

for (const [locale, size] of look('vi', 'wide'))
  test(`what went wrong at an event, ${size} in ${locale}`, async () => {
    const words = CATALOGUES[locale].tournaments;
    const organiser = await register(server.url, `organiser-${locale}`, '1d');
    organiser.close();
    const ask = <T = unknown>(path: string, body: unknown) =>
      requestAs<T>([server.url, organiser.cookie], 'POST', path, body);
    const { code } = await ask<{ code: string }>('/tournaments', {
      create: randomUUID(),
      settings: {
        name: 'Giải cuối tuần',
        format: { t: 'swiss', rounds: 2 },
        plan: {
          variant: 'standard',
          clock: { kind: 'byoyomi', main_ms: 900_000, byoyomi_ms: 60_000 },
          grace_ms: 600_000,
          at_the_board: true,
          late_until: 2,
        },
      },
    });
    const entries = [
      { name: 'Nguyễn Thị Ánh', grade: '20 cấp', nationality: 'VN' },
      { name: '佐藤 健', grade: '二段', nationality: 'JP' },
      { name: 'Seán O’Neill', grade: 'nhị đẳng', nationality: 'IE' },
      { name: 'Anna', grade: '3k' },
      { name: 'Bình', grade: 'cấp 5', nationality: 'VN' },
    ];
    const act = (wanted: unknown) => ask(`/tournaments/${code}/acts`, { id: randomUUID(), act: wanted });
    await act({ t: 'enter_all', entries });
    await act({ t: 'open' });

    const { context, page } = await person({ locale, size });
    await signIn(context, server.url, organiser.cookie);
    await page.goto(`${server.url}/tournaments/${code}`);
    await page.check('input[type=radio][value=manage]', { force: true });
    const dialog = page.getByRole('dialog');

    // A list comes as a workbook, too.
    await page.locator('button[name=bring-list]').click();
    const rows = [
      ['Họ tên', 'Elo', 'Đẳng cấp'],
      ['Hà', 1500, '20 cấp'],
      ['Khánh', null, '初段'],
    ];
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'danh-sach.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: workbook(rows),
    });
    await expect
      .poll(() => dialog.locator('textarea[name=list]').inputValue())
      .toBe('Họ tên\tElo\tĐẳng cấp\nHà\t1500\t20 cấp\nKhánh\t\t初段');
    expect(await dialog.locator('.brought li').count()).toBe(2);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    const lines = dialog.locator('.round-preview li');

    // The first round is looked at as any other, and begins as it was seen.
    await page.getByRole('button', { name: words.acts.begin, exact: true }).click();
    await expect.poll(() => lines.count()).toBe(3);
    await picture(page, `first-round-${locale}`);
    await isInOrder(page, 'the first round');
    await dialog.getByRole('button', { name: words.acts.begin }).click();
    await dialog.waitFor({ state: 'detached' });
    const open = page.locator('.result-grid li.open');
    await expect.poll(() => open.count()).toBe(2);
    // A round is not offered as long as the server would refuse it.
    expect(await page.getByRole('button', { name: words.acts.next_round }).count()).toBe(0);

    // It is taken back, with a reason that everybody reads.
    await fromMenu(page, words.acts.take_back(1));
    await dialog.locator('[name=reason]').fill('Thiếu hai người');
    await picture(page, `take-back-${locale}`);
    await isInOrder(page, 'taking a round back');
    await dialog.getByRole('button', { name: words.acts.take_back(1) }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: words.acts.begin, exact: true }).waitFor();
    await page.check('input[type=radio][value=about]', { force: true });
    await page.getByText(words.takeBack.done(1, 'Thiếu hai người')).waitFor();
    await page.check('input[type=radio][value=manage]', { force: true });

    // It begins again, and who comes a minute later meets whoever has no game.
    await page.getByRole('button', { name: words.acts.begin, exact: true }).click();
    await expect.poll(() => lines.count()).toBe(3);
    await dialog.getByRole('button', { name: words.acts.begin }).click();
    await dialog.waitFor({ state: 'detached' });
    await act({ t: 'enter', entry: { name: 'Dũng đến muộn' } });
    await open.first().waitFor();
    await page.check('input[type=radio][value=players]', { force: true });
    await page.locator('.entry-known', { hasText: 'Dũng đến muộn' }).waitFor();
    // The part of the desk is in the address: it is there after a reload, and the way back leads to
    // the one before.
    await page.reload();
    await page.locator('.entry-known', { hasText: 'Dũng đến muộn' }).waitFor();
    await page.goBack();
    await page.locator('button[name=repair]').click();
    await dialog.locator('option', { hasText: 'Dũng đến muộn' }).first().waitFor({ state: 'attached' });
    await dialog.locator('[name=reason]').fill('Đến muộn');
    await dialog
      .getByText(/Dũng đến muộn/)
      .last()
      .waitFor();
    await dialog.getByRole('button', { name: words.acts.repair }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => open.count()).toBe(3);

    // What the federation would refuse stands beside its file.
    await page.locator('button[name=fesa-check]').click();
    await dialog.getByText(words.fesa.tooShort).waitFor();
    await dialog.getByText(/佐藤/).waitFor();
    await picture(page, `fesa-${locale}`);
    await isInOrder(page, 'what FESA would refuse');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    // What is over is opened again.
    const view = await requestAs<{ rounds: { games: { key: string; result: string | null }[] }[] }>(
      [server.url, organiser.cookie],
      'GET',
      `/tournaments/${code}`,
    );
    for (const { key, result } of view.rounds.flatMap(({ games }) => games))
      if (result === null) await act({ t: 'result', game: key, outcome: 'sente' });
    await act({ t: 'close', at_once: false });
    await page.locator('.page-head').getByText(words.phases.over).waitFor();
    await fromMenu(page, words.acts.reopen);
    await dialog.locator('[name=reason]').fill('Sai giải thưởng');
    await dialog.getByRole('button', { name: words.acts.reopen }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(words.reopened).waitFor();
    await isInOrder(page, 'a tournament open for corrections');
    await page.getByRole('button', { name: words.acts.closeAgain }).click();
    await dialog.getByRole('button', { name: words.acts.close }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(words.reopened).waitFor({ state: 'detached' });
  });
