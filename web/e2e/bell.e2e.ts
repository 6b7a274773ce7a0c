/** An evening with the page open: what concerns one arrives, is counted, listed and seen. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isInOrder } from './order';
import { CATALOGUES, look, picture, usePeople } from './people';
import { beginByLetter, type Player, register, requestAs, signIn } from './players';
import { type RealServer, startRealServer } from './server';
import { keepNotices, sees } from './watch-notices';

const START = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1';

let server: RealServer;
const person = usePeople();

beforeAll(async () => {
  server = await startRealServer({ KOMADAI__LIMITS__REQUESTS_PER_MINUTE: '100000' });
});
afterAll(() => server.stop());

const send = (by: Player, method: string, path: string, body?: unknown) =>
  requestAs([server.url, by.cookie], method, path, body);

interface School {
  pupil: Player;
  teacher: Player;
  setHomework(title: string): Promise<void>;
}

/** A club whose owner teaches one of its members. */
async function school(name: string): Promise<School> {
  const teacher = await register(server.url, `thay-${name}`, '1d');
  const pupil = await register(server.url, `tro-${name}`, '5k');
  const slug = `lop-${name}`;
  const settings = { name: 'Lớp tối', joining: 'open' };
  await send(teacher, 'POST', '/clubs', { create: crypto.randomUUID(), slug, settings });
  const act = (by: Player, wanted: unknown) =>
    send(by, 'POST', `/clubs/${slug}/acts`, { id: crypto.randomUUID(), act: wanted });
  await act(pupil, { t: 'join' });
  const { members } = (await send(teacher, 'GET', `/clubs/${slug}/members?variant=standard&speed=rapid`)) as {
    members: { id: string; handle: string }[];
  };
  const lineOf = (who: Player) => members.find((it) => it.handle === who.handle)?.id;
  await act(teacher, { t: 'teacher', member: lineOf(teacher), teaches: true });
  await act(teacher, { t: 'teach', pupil: lineOf(pupil) });
  await act(pupil, { t: 'learn', teacher: lineOf(teacher) });
  return {
    pupil,
    teacher,
    setHomework: async (title) => {
      const due_ms = Date.now() + 7 * 24 * 3_600_000;
      const tasks = [{ t: 'tsume_of', plies: 1, n: 3 }];
      await act(teacher, { t: 'set_homework', homework: { title, due_ms, tasks } });
    },
  };
}

async function comesTo(who: Player, path: string, options: Parameters<typeof person>[0]): Promise<Page> {
  const { page, context } = await person(options);
  await watchBadge(page);
  await signIn(context, server.url, who.cookie);
  await page.goto(`${server.url}${path}`);
  await page.waitForSelector('.link-state.open');
  return page;
}

/** Has a page say what badge it asks for at the icon of an installed app, instead of the system. */
const watchBadge = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(navigator, {
      setAppBadge: async (n: number) => document.documentElement.setAttribute('data-badge', `${n}`),
    });
  });

const counts = (page: Page, n: number) =>
  page.locator('.bell .bell-count').getByText(`${n}`, { exact: true }).waitFor();

for (const [locale, size] of look('vi', 'phone'))
  test(`homework and a study arrive while one reads, ${locale}`, async () => {
    const words = CATALOGUES[locale];
    const { pupil, teacher, setHomework } = await school(locale);
    const page = await comesTo(pupil, '/variants', { locale, size });
    // What was agreed before is there, and once it has been looked at it is old.
    await page.locator('.bell').click();
    await page.locator('.bell-items li.new').first().waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.bell-count').waitFor({ state: 'detached' });
    const second = await page.context().newPage();
    await second.goto(`${server.url}/study`);
    await second.waitForSelector('.link-state.open');

    await keepNotices(page);
    await setHomework('Chiếu hết một nước');
    await sees(page, words.bell.homeworkSet(teacher.handle));
    await counts(page, 1);
    await page.waitForFunction(() => document.title.startsWith('(1) '));
    await page.locator('html[data-badge="1"]').waitFor();
    await isInOrder(page, 'a notice of homework');
    await picture(page, `bell-notice-${locale}`);

    const draft = {
      title: 'Khai cuộc Yagura',
      description: '',
      topics: [],
      visibility: 'private',
      chapters: [
        {
          name: 'Một',
          tree: {
            variant: 'standard',
            start: START,
            headers: [],
            nodes: [{ id: 0, parent: null }],
            next: 1,
            at: 0,
          },
        },
      ],
    };
    const { study } = (await send(teacher, 'POST', '/studies', draft)) as { study: string };
    await send(teacher, 'PUT', `/studies/${study}/members/${pupil.handle}`, { role: 'contributor' });
    for (const open of [page, second]) await counts(open, 2);

    // The list says it with names and doors, first what waits for an answer.
    await page.locator('.bell').click();
    const list = page.getByRole('dialog');
    await list.getByText(words.study.invitation.bar(teacher.handle, draft.title)).waitFor();
    await list.getByText('Chiếu hết một nước').waitFor();
    // It is told once, where it is answered.
    expect(await list.locator('.bell-items li.new').count()).toBe(1);
    expect(await list.getByText(draft.title).count()).toBe(1);
    await isInOrder(page, 'the list');
    await picture(page, `bell-list-${locale}`);
    // Seen here, it is seen in every tab.
    await second.locator('.bell-count').waitFor({ state: 'detached' });
    await list.getByRole('button', { name: words.tournaments.invitation.accept }).click();
    await list.locator('.bell-waits').waitFor({ state: 'detached' });
    // And stays among what was told.
    await list.locator('.bell-items li', { hasText: draft.title }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.bell').click();
    await list.getByText('Chiếu hết một nước').waitFor();
    expect(await list.locator('.bell-items li.new').count()).toBe(0);
    const homework = list.locator('.bell-items li', { hasText: 'Chiếu hết một nước' });
    await homework.getByRole('link', { name: new RegExp(words.bell.open) }).click();
    await page.waitForURL('**/coaching');
    await list.waitFor({ state: 'detached' });
    // A page on which it stands follows.
    await page.getByText('Chiếu hết một nước').first().waitFor();
    await setHomework('Tuần sau');
    await page.getByText('Tuần sau').first().waitFor();
    for (const player of [pupil, teacher]) player.close();
  });

test('whoever has heard nothing reads what would be there', async () => {
  const an = await register(server.url, 'an-hears-nothing', '5k');
  const page = await comesTo(an, '/variants', { locale: 'en', size: 'wide' });
  await page.locator('.bell').click();
  await page.getByText(CATALOGUES.en.bell.none).waitFor();
  await isInOrder(page, 'an empty list');
  an.close();
});

for (const [locale, size] of look('vi', 'phone'))
  test(`a move that waits is all that the bell speaks of, and its board has the page to itself, ${locale}`, async () => {
    const words = CATALOGUES[locale];
    const [me, rival] = [
      await register(server.url, `toi-${locale}`, '5k'),
      await register(server.url, `ban-${locale}`, '5k'),
    ];
    await beginByLetter(me, rival);
    const page = await comesTo(me, '/my-move', { locale, size });
    const board = page.locator('.my-moves .live-game');
    await board.locator('.small-board piece').first().waitFor();
    const { width = 0 } = (await board.boundingBox()) ?? {};
    expect(width).toBeGreaterThan(300);
    const history = page.waitForResponse('**/api/v1/me/bell*');
    await page.locator('.bell').tap();
    await page.locator('.bell-waits').getByText(words.correspondence.ourMove(rival.handle)).waitFor();
    await (await history).finished();
    await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => setTimeout(shown))));
    expect(await page.locator('.bell-list .empty').count()).toBe(0);
    me.close();
    rival.close();
  });
