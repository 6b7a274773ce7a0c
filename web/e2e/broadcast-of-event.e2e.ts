/**
 * The last table of an event is broadcast: nothing is typed again, the organisers are asked, and
 * the result is taken with one press.
 */

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isInOrder } from './order';
import { CATALOGUES, look, picture, usePeople } from './people';
import { register, requestAs, signIn } from './players';
import { type RealServer, startRealServer } from './server';

let server: RealServer;
const person = usePeople();

beforeAll(async () => {
  server = await startRealServer();
});
afterAll(() => server.stop());

for (const [locale, size] of look('en', 'phone'))
  test(`a board of an event, ${size} in ${locale}`, async () => {
    const { tournaments: words, broadcast: shown } = CATALOGUES[locale];
    const organiser = await register(server.url, `organiser-${locale}`, '1d');
    const scorer = await register(server.url, `scorer-${locale}`, '1d');
    for (const one of [organiser, scorer]) one.close();
    const ask = <T = unknown>(who: typeof organiser, path: string, body: unknown) =>
      requestAs<T>([server.url, who.cookie], 'POST', path, body);
    const { code } = await ask<{ code: string }>(organiser, '/tournaments', {
      create: randomUUID(),
      settings: {
        name: `Cup ${locale}`,
        format: { t: 'swiss', rounds: 1 },
        plan: {
          variant: 'standard',
          clock: { kind: 'byoyomi', main_ms: 900_000, byoyomi_ms: 60_000 },
          grace_ms: 600_000,
          at_the_board: true,
        },
      },
    });
    const act = (wanted: unknown) =>
      ask(organiser, `/tournaments/${code}/acts`, { id: randomUUID(), act: wanted });
    await act({
      t: 'enter_all',
      entries: [
        { name: 'Anna', grade: '3k' },
        { name: 'Bình', grade: '2k' },
      ],
    });
    await act({ t: 'open' });
    await act({ t: 'begin' });

    // Event and game are chosen; players, grades, round and time come with them.
    const at = await person({ locale, size });
    await signIn(at.context, server.url, scorer.cookie);
    await at.page.goto(`${server.url}/broadcasts/new`);
    await at.page.fill('input[name=title]', 'Final table');
    await at.page.selectOption('select[name=visibility]', 'public');
    await at.page.selectOption('select[name=event]', code);
    await at.page.locator('select[name=eventGame] option').nth(1).waitFor({ state: 'attached' });
    await at.page.selectOption('select[name=eventGame]', { index: 1 });
    await expect
      .poll(async () => [
        ...[
          await at.page.inputValue('input[name=sente]'),
          await at.page.inputValue('input[name=gote]'),
        ].sort(),
      ])
      .toEqual(['Anna', 'Bình']);
    const sente = await at.page.inputValue('input[name=sente]');
    await at.page.locator('button[name=swap]').click();
    expect(await at.page.inputValue('input[name=gote]')).toBe(sente);
    await picture(at.page, `broadcast-of-event-form-${locale}`, true);
    await isInOrder(at.page, 'a broadcast of an event');
    await at.page.locator('form button[type=submit]').click();
    await at.page.waitForURL(/broadcasts\/[0-9A-Za-z]{10}$/);
    await at.page.locator(`a[href="/tournaments/${code}"]`).waitFor();
    await picture(at.page, `broadcast-of-event-${locale}`);

    // Who organises the event is asked.
    const desk = await person({ locale, size });
    await signIn(desk.context, server.url, organiser.cookie);
    await desk.page.goto(`${server.url}/tournaments/${code}#manage/settings`);
    await desk.page.getByRole('button', { name: words.broadcasts.take }).click();
    await desk.page.getByText(words.broadcasts.taken).waitFor();
    await picture(desk.page, `broadcasts-desk-${locale}`, true);
    await isInOrder(desk.page, 'the broadcasts of an event');

    const broadcast = new URL(at.page.url()).pathname;
    const { boards } = await requestAs<{ boards: { board: string }[] }>(
      [server.url, scorer.cookie],
      'GET',
      broadcast,
    );
    await ask(scorer, `${broadcast}/boards/${boards[0]?.board}/entries`, {
      follows: 0,
      entries: [{ id: randomUUID(), entry: { t: 'result', cause: 'resignation', winner: 'gote' } }],
    });

    // Whoever is gote at the board is sente of the pairing: the result is the event's.
    await desk.page.goto(`${server.url}/tournaments/${code}#manage/round`);
    await desk.page.reload();
    await desk.page.getByRole('button', { name: words.broadcasts.proposes(words.outcomes.sente) }).waitFor();
    await picture(desk.page, `broadcast-proposes-${locale}`);
    await isInOrder(desk.page, 'a proposed result');
    await desk.page.locator('button[name=take-proposed]').click();
    await desk.page.locator('button[name=take-proposed]').waitFor({ state: 'detached' });
    await desk.page.check('input[type=radio][value=rounds]', { force: true });
    await desk.page.locator('.pairing-player.won', { hasText: sente }).waitFor();
    await desk.page.getByRole('link', { name: words.watch }).click();
    await desk.page.waitForURL(new RegExp(`${broadcast}/`));
    await desk.page.getByText(shown.title).first().waitFor({ state: 'attached' });
  });
