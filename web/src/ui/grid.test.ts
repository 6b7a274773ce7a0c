/**
 * Buttons are of the kinds and sizes of `/design`. What is shaped otherwise has a name of its own,
 * and is listed here: the list may get shorter.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const KINDS = ['button', 'primary', 'quiet', 'danger', 'small', 'square', 'wide', 'no-print'];

const OWN = [
  // Lines of menus and of lists, moves and words in a text
  ...['menu-act', 'nav-link', 'move', 'link', 'move-link', 'add-chapter', 'text-toggle'],
  // Phrases to say, times to play
  ...['greeting', 'greeted', 'quick-button', 'challenge-button'],
  // Where it stands is said by the name, how it looks by its kind
  ...['bell', 'site-menu', 'person-menu', 'pairing-why', 'text-read', 'seek-door', 'begin-here'],
  // Who won at a table, by their name
  'evening-player',
  // Squares of the editor's hands
  'plain',
];

const SOURCES = new URL('..', import.meta.url).pathname;

test('no button makes a kind for itself', () => {
  const found = new Map<string, string>();
  for (const name of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.tsx')) continue;
    const text = readFileSync(`${SOURCES}/${name}`, 'utf8');
    const buttons = [...text.matchAll(/<button\b[^>]*?\bclass="([^"]*)"/g)].map((it) => it[1] ?? '');
    const links = [...text.matchAll(/<a\b[^>]*?\bclass="(button\b[^"]*)"/g)].map((it) => it[1] ?? '');
    for (const one of [...buttons, ...links].flatMap((it) => it.split(' '))) found.set(one, name);
  }
  expect(found.size).toBeGreaterThan(KINDS.length);
  const unknown = [...found].filter(([it]) => !KINDS.includes(it) && !OWN.includes(it));
  expect(unknown).toEqual([]);
  expect(OWN.filter((it) => !found.has(it))).toEqual([]);
});
