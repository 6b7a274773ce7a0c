/** Who has started a server becomes its first admin in the browser, and looks after accounts there. */

import { beforeEach, expect, test } from 'vitest';
import { isBarrierFree } from './order';
import { CATALOGUES, picture, usePeople } from './people';
import { register, signIn } from './players';
import { type RealServer, startRealServer } from './server';

let server: RealServer;
const person = usePeople();

beforeEach(async () => {
  server = await startRealServer();
  return () => server.stop();
});

for (const [size, locale] of [
  ['phone', 'vi'],
  ['wide', 'en'],
] as const)
  test(`the first admin is made at the machine itself, ${size} in ${locale}`, async () => {
    const words = CATALOGUES[locale];
    const { page } = await person({ size, locale });
    await page.goto(`${server.url}/first-admin`);
    await page.getByText(words.admin.first.lead).waitFor();
    await isBarrierFree(page);
    await picture(page, `first-admin-${size}`, true);
    const { scroll, shown } = await page.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      shown: window.innerWidth,
    }));
    expect(scroll).toBeLessThanOrEqual(shown);
    await page.getByLabel(words.account.handle, { exact: true }).fill('chu-nha');
    await page.getByLabel(words.account.password, { exact: true }).fill('bảy con tốt đen');
    await page.getByLabel(words.admin.first.siteName, { exact: true }).fill('Hội quán');
    await page.getByRole('button', { name: words.admin.first.become }).click();
    await page.waitForURL(`${server.url}/admin`);
    await page.waitForSelector('.plot');
    expect(await page.title()).toContain('Hội quán');

    // Nobody becomes it twice.
    const late = await person({ locale });
    await late.page.goto(`${server.url}/first-admin`);
    await late.page.getByText(words.admin.first.closed).waitFor();
  });

for (const [size, locale] of [
  ['wide', 'vi'],
  ['phone', 'ja'],
] as const)
  test(`an admin looks after accounts, ${size} in ${locale}`, async () => {
    const words = CATALOGUES[locale];
    const own = words.admin.accounts;
    const admin = await register(server.url, 'root-user', '5k');
    admin.close();
    (await register(server.url, 'hanako', '5k')).close();
    server.run(['admin', 'role', 'root-user', 'admin']);
    const { page, context } = await person({ size, locale });
    await signIn(context, server.url, admin.cookie);
    await page.goto(`${server.url}/admin/accounts`);
    const lines = page.locator('.account-lines > li');
    await lines.nth(1).waitFor();
    await isBarrierFree(page);
    await picture(page, `accounts-${size}`, true);

    await page.getByLabel(own.search).fill('hana');
    await page.getByRole('button', { name: own.find, exact: true }).click();
    await page.waitForFunction(() => document.querySelectorAll('.account-lines > li').length === 1);
    const acts = async (act: string) => {
      await lines.first().getByRole('button', { name: words.game.more }).click();
      await page.getByRole('button', { name: act, exact: true }).click();
    };
    await acts(own.rename);
    await page.getByLabel(own.newName).fill('花子');
    await page.getByLabel(words.site.moderation.reason).fill('asked for it');
    await isBarrierFree(page);
    await page.getByRole('dialog').getByRole('button', { name: own.rename }).click();
    await page.getByText('花子').first().waitFor();
    await acts(own.remove);
    await page.getByLabel(words.site.moderation.reason).fill('asked for it');
    await page.getByRole('dialog').getByRole('button', { name: own.remove }).click();
    await page.getByText(own.none).waitFor();

    await page.getByLabel(own.inviteRole).selectOption('moderator');
    await page.getByRole('button', { name: own.inviteMake }).click();
    const link = await page.locator('.invite-link code').textContent();
    const guest = await person({ size, locale });
    await guest.page.goto(link ?? '');
    await guest.page.getByLabel(words.account.handle, { exact: true }).fill('taro-desu');
    await guest.page.getByLabel(words.account.password, { exact: true }).fill('bảy con tốt đen');
    await guest.page.locator('form.account-form button.primary').click();
    await guest.page.waitForURL(`${server.url}/`);
    await guest.page.goto(`${server.url}/moderation`);
    await guest.page.getByRole('heading', { name: words.site.moderation.title, level: 1 }).waitFor();
    await guest.page.getByText(words.site.moderation.sanctions).first().waitFor();
  });
