/** A game within another site's page: live, with nothing to press but the steps. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isBarrierFree } from './order';
import { usePeople } from './people';
import { begin, register, requestAs, signIn } from './players';
import { type RealServer, startRealServer } from './server';
import { choose, meetByLink, playLine } from './table';

let server: RealServer;

const person = usePeople();

beforeAll(async () => {
  server = await startRealServer();
});
afterAll(() => server.stop());

test('another site shows a game as it is played, and nobody can do anything there', async () => {
  const people = [await person(), await person(), await person()] as const;
  const pages = await meetByLink(server.url, people[0], people[1]);
  const address = `${server.url}/embed/games/${pages.code}`;
  const { headers } = await fetch(address);
  expect(headers.get('content-security-policy')).toContain('frame-ancestors *');
  expect(headers.get('set-cookie')).toBeNull();
  // The game itself is for no frame.
  const own = await fetch(`${server.url}/${pages.code}`);
  expect(own.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");

  const { page } = people[2];
  const body = `<!doctype html><title>News</title><iframe src="${address}" width="720" height="480"></iframe>`;
  const site = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(body));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  const frame = page.frameLocator('iframe');
  await frame.locator('.embedded-game sg-pieces piece').first().waitFor();
  await playLine(pages, ['7g7f', '3c3d']);
  await expect.poll(() => frame.locator('.moves .move-text').count()).toBe(3);
  expect(await frame.locator(':is(.actions, .chat, .site-header, .typed-move)').count()).toBe(0);
  await pages.sente.click('.action-row button:last-child');
  await pages.sente.click('dialog button.danger');
  await frame.locator('.desk strong').waitFor();
  await frame.locator('.steps button').first().click();
  await frame.locator('.moves [aria-current="true"]', { hasText: 'Start' }).waitFor();
  expect(await frame.locator('.desk a').getAttribute('href')).toBe(`/${pages.code}`);

  // How it is embedded is said beside its files.
  await choose(pages.gote, '.result', 'Download');
  expect(await pages.gote.locator('.download-list li').allInnerTexts()).toEqual(
    expect.arrayContaining(['KIF', 'SVG', 'PNG', 'GIF']),
  );
  await pages.gote.keyboard.press('Escape');
  await choose(pages.gote, '.result', 'Embed');
  expect(await pages.gote.inputValue('.embed-code')).toContain(`<iframe src="${address}?lang=en"`);
  await isBarrierFree(pages.gote);
  site.close();
});

test('who plays is nobody in a frame, which looks as its address says; no other page is shown in one', {
  timeout: 120_000,
}, async () => {
  const [erin, finn] = [await register(server.url, 'erin', '1k'), await register(server.url, 'finn', '3k')];
  const { game, play } = await begin(erin, finn);
  const embedded = `${server.url}/embed/games/${game}`;

  const policy = async (path: string) => {
    const answer = await fetch(server.url + path);
    return [
      /frame-ancestors (\S+)/.exec(answer.headers.get('content-security-policy') ?? '')?.[1],
      answer.headers.has('set-cookie'),
    ];
  };
  expect(await policy(`/embed/games/${game}`)).toEqual(['*', false]);
  for (const path of ['/', `/${game}`, `/review/${game}`, '/account', '/watch', '/embed'])
    expect(await policy(path), path).toEqual(["'none'", true]);

  // Another site, in the browser of one of the players.
  const other = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html');
    answer.end(`<iframe src="${embedded}?theme=dark&lang=vi" width="640" height="460"></iframe>`);
  });
  await new Promise<void>((done) => other.listen(0, () => done()));
  try {
    const { page } = await person();
    await signIn(page.context(), server.url, erin.cookie);
    // By this name it is another site, to which no cookie comes; by the other it is the same one,
    // to which it does.
    for (const host of ['localhost', '127.0.0.1']) {
      await page.goto(`http://${host}:${(other.address() as AddressInfo).port}`);
      const frame = page.frameLocator('iframe');
      await frame.locator('sg-pieces piece').first().waitFor();
      expect(await frame.locator('html').getAttribute('data-theme')).toBe('dark');
      expect(await frame.locator('html').getAttribute('lang')).toBe('vi');
      expect(await frame.locator('.live-clock').count()).toBe(2);
      expect(await frame.locator('.desk a').getAttribute('href')).toBe(`/${game}`);

      // It moves with the game, and is stepped through, but nobody moves in it.
      const ply = host === 'localhost' ? 2 : 4;
      for (const next of [ply, ply + 1]) {
        await play(next);
        await frame.locator(`.moves li >> nth=${next + 1}`).waitFor();
      }
      expect(await frame.locator('sq.dest, .board-grid').count()).toBe(0);
      await frame.locator('.steps button').first().click();
      await expect.poll(() => frame.locator('.moves [aria-current="true"]').innerText()).toContain('0');
    }
  } finally {
    other.close();
  }
});

test('a study is stepped through in a frame, its exercises give nothing away, and a ladder is shown', async () => {
  const erin = await register(server.url, 'erin-too', '1k');
  erin.close();
  const send = <T>(verb: 'POST' | 'GET', path: string, body?: object) =>
    requestAs<T>([server.url, erin.cookie], verb, path, body);
  const tree = (comment: string) => ({
    variant: 'standard',
    start: 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1',
    nodes: [
      { id: 0, parent: null, comment },
      { id: 1, parent: 0, usi: '7g7f', comment: 'Opens the bishop' },
      { id: 2, parent: 1, usi: '3c3d' },
    ],
    next: 3,
    at: 0,
    headers: [],
  });
  const { study } = await send<{ study: string }>('POST', '/studies', {
    title: 'Openings',
    description: '',
    topics: [],
    visibility: 'unlisted',
    chapters: [
      { name: 'Bishop', tree: tree('The start') },
      { name: 'Find it', tree: tree('Which move?'), mode: 'practice' },
    ],
  });
  const { page } = await person({ locale: 'en' });
  await page.goto(`${server.url}/embed/studies/${study}`);
  await page.locator('.moves .move').nth(2).waitFor();
  await page.getByText('The start').waitFor();
  await page.locator('.steps button').nth(2).click();
  await page.getByText('Opens the bishop').waitFor();
  await page.selectOption('select[name=chapter]', { label: 'Find it' });
  await page.getByText('Which move?').waitFor();
  expect(await page.locator('.moves .move, .steps button').count()).toBe(0);
  expect(await page.locator(':is(.site-header, .board-grid)').count()).toBe(0);
  await isBarrierFree(page);

  await send('POST', '/clubs', {
    create: crypto.randomUUID(),
    slug: 'hanoi',
    settings: { name: 'Hà Nội', joining: 'open' },
  });
  const act = (wanted: object) => send('POST', '/clubs/hanoi/acts', { id: crypto.randomUUID(), act: wanted });
  const settings = {
    variant: 'standard',
    clock: { kind: 'correspondence', days: 3 },
    rated: true,
    reach: 2,
    answer_days: 7,
    refusals: 2,
    rest_days: 14,
  };
  await act({ t: 'set_ladder', settings });
  await act({ t: 'join_ladder' });
  await page.goto(`${server.url}/embed/clubs/hanoi/ladder`);
  await page.locator('.ladder-places').getByText('erin-too').waitFor();
  await isBarrierFree(page);
});
