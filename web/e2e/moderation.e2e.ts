/** What players do about one another, and those who run the site about them. */

import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { isBarrierFree } from './order';
import { CATALOGUES, look, picture, usePeople } from './people';
import { type RealServer, startRealServer } from './server';
import { choose, meetByLink } from './table';
import { sees } from './watch-notices';

const PASSWORD = 'bảy con tốt đen';

let server: RealServer;
const person = usePeople({ mayComplain: true });

beforeEach(async () => {
  server = await startRealServer();
  return () => server.stop();
});

async function signIn(page: Page, handle: string): Promise<void> {
  await page.goto(`${server.url}/account`);
  await page.fill('input[name=handle]', handle);
  await page.fill('input[name=password]', PASSWORD);
  await page.click('.account-form button[type=submit]');
  await page.waitForSelector('.lobby');
}

for (const [locale, size] of look('en', 'wide'))
  test(`from a report to what is done about it, ${locale}`, async () => {
    const words = CATALOGUES[locale].site;
    const [alice, bob] = [await person({ locale }), await person({ locale })];
    const { sente, gote } = await meetByLink(server.url, alice, bob);
    await gote.fill('.chat form input', 'tức quá!');
    await gote.press('.chat form input', 'Enter');
    await sente.getByText('tức quá!').waitFor({ state: 'attached' });

    await sente.click('.player.top .person-menu');
    await isBarrierFree(sente, 'person');
    await picture(sente, `person-${locale}`, true);
    await sente.click('dialog button[name=report]');
    await sente.selectOption('dialog select', 'abuse');
    await sente.fill('dialog textarea', 'Nói năng khó nghe.');
    await sente.click('dialog button[type=submit]');
    await sees(sente, words.person.sent);
    await sente.getByRole('button', { name: words.person.mute, exact: true }).click();
    await sente.getByText('tức quá!').waitFor({ state: 'detached' });
    await sente.keyboard.press('Escape');
    await sente.waitForSelector('dialog', { state: 'detached' });

    server.run(['admin', 'create', 'keeper', '--role', 'admin'], PASSWORD);
    const { page } = await person({ locale, size });
    await signIn(page, 'keeper');
    await page.click('.own-menu .drop-button');
    await page.click('.own-menu a[href="/moderation"]');
    await page.getByText('Nói năng khó nghe.').waitFor();
    await page.click('article details:has(input[name=reason]) > summary');
    await isBarrierFree(page, 'moderation');
    await page.fill('article input[name=reason]', 'lần đầu');
    await picture(page, `moderation-${locale}-${size}`, true);
    // What cannot be undone can be read under the pointer too.
    await page.hover('article .impose button');
    await isBarrierFree(page, 'a button under the pointer');
    await page.click('article .impose button');
    await page.getByRole('button', { name: words.moderation.lift }).waitFor();
    await page.locator('.audit', { hasText: words.moderation.actions.mute }).waitFor();
    await gote.fill('.chat form input', 'gì vậy?');
    await gote.press('.chat form input', 'Enter');
    await sees(gote, CATALOGUES[locale].refusals.muted);
    await page.getByRole('button', { name: words.moderation.lift }).click();
    await page.getByText(words.moderation.noSanctions).waitFor();
    await page.getByRole('button', { name: words.moderation.close, exact: true }).click();
    await page.getByText(words.moderation.noReports).waitFor();

    await page.fill('input[name=banner]', 'Tối nay bảo trì lúc 22 giờ.');
    await page.click('.site-form button');
    await page.locator('.site-notice').getByText('Tối nay bảo trì lúc 22 giờ.').waitFor();
    await page.reload();
    await page.getByText(words.moderation.actions.mute).waitFor();
    await page.goto(`${server.url}/privacy`);
    await page.getByRole('heading', { name: words.pages.privacy }).waitFor();
    await isBarrierFree(page, 'privacy');
    await picture(page, `privacy-${locale}-${size}`, true);
    await page.click('a[href="/source"]');
    await page.getByText(words.sourceLead).waitFor();
  });

for (const [locale, size] of look('ja', 'phone'))
  test(`a review is reported and taken away, ${locale}`, async () => {
    const { review, site } = CATALOGUES[locale];
    const words = site.moderation;
    const { page: author } = await person({ locale });
    await author.goto(`${server.url}/review`);
    await author.fill('.bring textarea', 'position startpos moves 7g7f 3c3d');
    await author.click('.bring button[type="submit"] >> nth=0');
    await author.waitForSelector('.review sg-pieces piece');
    await author.fill('.talk textarea', 'Toàn bọn gà!');
    await author.locator('.talk textarea').blur();
    await author.click('.sharing button.primary');
    await author.waitForURL(/\/review\/\w{10}$/);
    const address = author.url();

    const { page: reader } = await person({ locale, size });
    await reader.goto(address);
    await choose(reader, ':is(.sharing, .panel-head)', review.report);
    const form = reader.getByRole('dialog');
    await form.locator('select').selectOption('abuse');
    await form.locator('textarea').fill('Lời bình xúc phạm.');
    await isBarrierFree(reader, 'the report');
    await form.getByRole('button', { name: site.person.send }).click();
    await sees(reader, site.person.sent);

    server.run(['admin', 'create', 'keeper', '--role', 'admin'], PASSWORD);
    const { page } = await person({ locale, size });
    await signIn(page, 'keeper');
    await page.goto(`${server.url}/moderation`);
    const report = page.locator('article', { hasText: 'Lời bình xúc phạm.' });
    expect(await report.getByRole('link', { name: words.review }).getAttribute('href')).toBe(
      new URL(address).pathname,
    );
    await report.locator('summary').click();
    const removal = report.locator('form', { hasText: words.takeDownHelp });
    const takesDown = removal.getByRole('button', { name: words.takeDown });
    await takesDown.waitFor();
    await isBarrierFree(page, 'a reported review');
    // Nothing is taken away without a reason.
    await takesDown.click();
    const reason = removal.locator('input[name=reason]');
    expect(await reason.evaluate((it: HTMLInputElement) => it.validity.valueMissing)).toBe(true);
    await reason.fill('xúc phạm');
    await takesDown.click();
    await sees(page, words.taken);
    await report.getByRole('button', { name: words.close, exact: true }).click();
    await page.getByText(words.noReports).waitFor();
    // Who took it away and why stands in the log; nobody finds the review any more.
    await page.reload();
    await page.getByText(words.actions.remove_review).first().waitFor();
    await page.getByText('xúc phạm').first().waitFor();
    await reader.goto(address);
    await reader.getByRole('heading', { name: review.notFound }).waitFor();
    await isBarrierFree(reader, 'a review that is gone');
  });
