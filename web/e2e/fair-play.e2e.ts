/** An opponent who leaves the table, as the one who stays sees it. */

import { beforeEach, expect, test } from 'vitest';
import { CATALOGUES, picture, usePeople } from './people';
import { type RealServer, startRealServer } from './server';
import { meetByLink, playLine } from './table';
import { sees } from './watch-notices';

let server: RealServer;
const person = usePeople();

beforeEach(async () => {
  server = await startRealServer({ KOMADAI__LIMITS__CLAIM_AFTER_S: '4' });
  return () => server.stop();
});

for (const [locale, size, win] of [
  ['vi', 'phone', true],
  ['en', 'wide', false],
] as const)
  test(`who stays at the table waits, then ends the game, ${locale}`, async () => {
    const words = CATALOGUES[locale];
    const [one, other] = [await person({ locale, size }), await person({ locale })];
    const { sente, gote } = await meetByLink(server.url, one, other);
    await playLine({ sente, gote }, ['7g7f', '3c3d']);

    await gote.goto(`${server.url}/kifu`);
    // Seconds later it counts no more.
    await sees(sente, '', '.absence[role=timer]');
    await picture(sente, `absence-counting-${locale}-${size}`);
    await gote.goBack();
    await sente.waitForSelector('.absence', { state: 'detached' });

    await gote.goto(`${server.url}/kifu`);
    const button = sente.getByRole('button', {
      name: win ? words.game.absence.win : words.game.absence.callOff,
    });
    await button.waitFor();
    await picture(sente, `absence-over-${locale}-${size}`);
    await button.click();
    await sente.getByRole('heading', { name: win ? words.result.youWin : words.result.noResult }).waitFor();
    const reason = win ? words.result.own.abandoned('gote') : words.result.reasons.aborted;
    expect(await sente.locator('.result').innerText()).toContain(reason);
  });
