/**
 * A page has the fonts of `fonts/` beside its own, and none of the machine's: what they draw, and
 * what nothing draws.
 */

import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { usePeople } from './people';

const person = usePeople();

/** What many machines have, by the names that pages and browsers ask for. */
const OF_MACHINES = [
  'Noto Sans CJK JP',
  'Noto Serif CJK JP',
  'Noto Sans',
  'Noto Color Emoji',
  'Liberation Sans',
  'Arial',
  'Times New Roman',
  'IPAGothic',
  'system-ui',
  'ui-monospace',
  'serif',
  'sans-serif',
  'monospace',
  'emoji',
];

const TEXTS = [
  'Komadai Nguyễn Phước',
  '対局の駒台',
  '한국어',
  '体骨直',
  '😀♟️',
  '☗７六歩△３四歩',
  '→✓ⓘ',
  'ไทย عربي',
];

/** The families that a text is drawn with. */
async function drawnWith(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: 'p' });
  const families = new Set<string>();
  for (const nodeId of nodeIds) {
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    for (const { familyName } of fonts) families.add(familyName);
  }
  return [...families].sort();
}

for (const whole of [false, true])
  test(`whatever is asked for comes from the tree, ${whole ? 'with' : 'without'} windows`, async () => {
    const { page } = await person({ whole });
    const lines = OF_MACHINES.flatMap((family) =>
      TEXTS.flatMap((text) => [400, 700].map((weight) => ({ family, text, weight }))),
    );
    const rows = lines.map(
      ({ family, text, weight }) => `<p style="font-family:'${family}';font-weight:${weight}">${text}</p>`,
    );
    await page.setContent(`<html lang="ja">${rows.join('')}</html>`);
    expect(await drawnWith(page)).toEqual(['DejaVu Sans', 'DejaVu Sans Mono', 'Noto Sans JP']);
  });

/** Everything that a language's messages are written with. */
function charactersOf(language: string): string[] {
  const folder = new URL(`../../words/${language}/`, import.meta.url);
  const texts = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'));
  return [...new Set(texts.join(''))].filter((it) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(it));
}

for (const language of ['vi', 'en', 'ja'])
  test(`nothing is missing to write ${language}`, async () => {
    const { page } = await person();
    const missing = await page.evaluate((characters) => {
      const canvas = new OffscreenCanvas(24, 24);
      const context = canvas.getContext('2d', { willReadFrequently: true });
      if (!context) throw new Error('no canvas');
      context.font = '16px sans-serif';
      const drawn = (character: string) => {
        context.clearRect(0, 0, 24, 24);
        context.fillText(character, 2, 18);
        return context.getImageData(0, 0, 24, 24).data.join();
      };
      // Noncharacters, which no font has.
      const boxes = new Set(['\u{ffff}', '\u{fdd0}', '\u{1ffff}', ''].map(drawn));
      return characters.filter((it) => boxes.has(drawn(it)));
    }, charactersOf(language));
    expect(missing).toEqual([]);
  });
