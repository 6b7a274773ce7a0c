/** A game within another site's page: live, with nothing to press but the steps. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usePeople } from './people';
import { type RealServer, startRealServer } from './server';
import { meetByLink, playLine } from './table';

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

  await pages.gote.getByRole('button', { name: 'Embed' }).click();
  await pages.gote.waitForSelector('.toast');
  site.close();
});
