/**
 * A club night at real boards: a list of players comes in, results by keys, the next round looked
 * at before it counts.
 */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { isInOrder } from './order';
import { CATALOGUES, look, picture, usePeople } from './people';
import { register, signIn } from './players';
import { type RealServer, startRealServer } from './server';

const LIST = `Họ tên,Đẳng cấp,Elo,CLB
Ông Tám,1k,1500,Huế
Cô Chín,5 cấp,,Hà Nội
,3k,,
Bình,strong,,
佐藤,初段,1700,東京
Anna,2-kyu,,Huế
`;

let server: RealServer;
const person = usePeople();

beforeAll(async () => {
  server = await startRealServer();
});
afterAll(() => server.stop());

for (const [locale, size] of look('vi', 'wide'))
  test(`a club night, ${size} in ${locale}`, async () => {
    const words = CATALOGUES[locale].tournaments;
    const organiser = await register(server.url, `organiser-${locale}`, '1d');
    const { context, page } = await person({ locale, size });
    organiser.close();
    await signIn(context, server.url, organiser.cookie);
    await page.goto(`${server.url}/tournaments/new`);
    await page.fill('input[name=name]', 'Giải thu');
    await page.getByRole('button', { name: words.form.create }).click();
    await page.waitForURL(/tournaments\/[0-9A-Za-z]{10}$/);
    await page.check('input[type=radio][value=manage]', { force: true });

    // Who is wrong is told, and the others come in; the mended line follows.
    await page.getByRole('button', { name: words.bringIn.list }).click();
    await page.fill('textarea[name=list]', LIST);
    await page.getByText(words.bringIn.wrong.grade('strong')).waitFor();
    await picture(page, `list-${locale}`);
    await isInOrder(page, 'a list of players');
    // Nobody is left out by accident.
    const enter = page.getByRole('button', { name: words.bringIn.enter(4) });
    expect(await enter.isDisabled()).toBe(true);
    await page.getByLabel(words.bringIn.leaveOut(2)).check();
    await enter.click();
    await expect.poll(() => page.locator('.entry-known').count()).toBe(4);
    await page.getByRole('button', { name: words.bringIn.list }).click();
    await page.fill('textarea[name=list]', 'Ông Tám\nBình,3k\nDũng,4k');
    await page.getByText(words.bringIn.wrong.entered('Ông Tám')).waitFor();
    await page.getByLabel(words.bringIn.leaveOut(1)).check();
    await page.getByRole('button', { name: words.bringIn.enter(2) }).click();
    await expect.poll(() => page.locator('.entry-known').count()).toBe(6);

    await page.fill('input[name=name]', 'Bà Mười');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.entry-known').count()).toBe(7);
    // The next one can be typed at once.
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
    await page.locator('.entry-acts button').last().click();
    await expect.poll(() => page.locator('.entry-known').count()).toBe(6);

    await page.getByRole('button', { name: words.acts.begin, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: words.acts.begin }).click();
    const open = page.locator('.result-grid li.open');
    await expect.poll(() => open.count()).toBe(3);
    await picture(page, `grid-${locale}`, true);
    await isInOrder(page, 'the results of a round');
    // One key a board; the next one follows by itself.
    await page.keyboard.press('1');
    await expect.poll(() => open.count()).toBe(2);
    await page.keyboard.press('=');
    await expect.poll(() => open.count()).toBe(1);
    await page.keyboard.press('0');
    await expect.poll(() => open.count()).toBe(0);

    await page.getByRole('button', { name: words.acts.next_round }).click();
    const dialog = page.getByRole('dialog');
    await expect.poll(() => dialog.locator('.round-preview li').count()).toBe(3);
    await picture(page, `next-round-${locale}`);
    await isInOrder(page, 'the next round');
    // Another pairing is fixed here, and the others follow around it.
    await dialog.locator('summary').click();
    const chosen = dialog.locator('form').last();
    const before = await dialog.locator('.round-preview li').allInnerTexts();
    await chosen.locator('select').nth(1).selectOption({ index: 0 });
    await chosen.locator('select').nth(2).selectOption({ index: 5 });
    await chosen.locator('button[type=submit]').click();
    await dialog.getByText(words.why.ordered).waitFor();
    await picture(page, `next-round-fixed-${locale}`);
    await dialog.getByRole('button', { name: words.acts.unorder }).click();
    await expect.poll(() => dialog.locator('.round-preview li').allInnerTexts()).toEqual(before);
    const seen = await dialog.locator('.round-preview li').allInnerTexts();
    await dialog.getByRole('button', { name: words.acts.next_round }).click();
    await dialog.waitFor({ state: 'detached' });
    // What was looked at is what is played.
    await expect.poll(() => open.count()).toBe(3);
    // Names alone, without the grades behind them.
    const played = await open.evaluateAll((rows) =>
      rows.map((row) => {
        const names = row.cloneNode(true) as Element;
        for (const note of names.querySelectorAll('.note')) note.remove();
        return names.textContent ?? '';
      }),
    );
    const people = (text: string) => [...text.matchAll(/[▲△] (\p{L}+(?: \p{L}+)?)/gu)].map((it) => it[1]);
    expect(played.map(people).sort()).toEqual(seen.map(people).sort());

    await page.check('input[type=radio][value=standings]', { force: true });
    await page.waitForSelector('table.standings');
    await picture(page, `standings-${locale}`);
    await isInOrder(page, 'the standings');
    await page.getByRole('button', { name: CATALOGUES[locale].embed.copy }).click();
    expect(await page.inputValue('.embed-code')).toContain(`${server.url}/embed/tournaments/`);
    await page.keyboard.press('Escape');
    await page.check('input[type=radio][value=about]', { force: true });
    await picture(page, `about-${locale}`);
    await page.check('input[type=radio][value=manage]', { force: true });

    // A name that hangs misspelt on the wall is put right; what the draw was made from stays.
    await page.check('input[type=radio][value=players]', { force: true });
    await page.getByRole('heading', { name: words.players(6) }).waitFor();
    const anna = page.locator('li.pairing', { hasText: 'Anna' });
    await anna.getByRole('button', { name: words.acts.amend }).click();
    const amended = page.getByRole('dialog');
    expect(await amended.locator('input[name=seed]').count()).toBe(0);
    await amended.locator('input[name=name]').fill('Anna Müller');
    await amended.getByRole('button', { name: words.save }).click();
    await page.locator('.entry-known', { hasText: 'Anna Müller' }).waitFor();

    // The next event begins with the same settings.
    await page.locator('.manage .more-menu button').first().click();
    await page.getByRole('link', { name: words.copy }).click();
    await page.waitForURL(/from=/);
    await expect.poll(() => page.inputValue('input[name=name]')).toBe('Giải thu');
  });
