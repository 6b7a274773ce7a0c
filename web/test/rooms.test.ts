/** Which folders of `src` may import which. Circles between files are none anywhere. */

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = new URL('../src/', import.meta.url).pathname;

/**
 * What the lower rooms, and the files beside them, may import besides their own: rooms, or single
 * files of them.
 */
const BELOW: Record<string, readonly string[]> = {
  wire: [],
  shogi: ['wire'],
  'branding.ts': [],
  i18n: ['branding.ts', 'wire'],
  api: ['i18n', 'wire'],
  socket: ['wire'],
  clock: ['i18n', 'session.ts', 'settings/settings.ts', 'wire'],
  ui: ['api', 'i18n', 'router.ts', 'session.ts', 'settings/settings.ts', 'socket', 'title.ts', 'branding.ts'],
  'router.ts': ['i18n'],
  'session.ts': ['socket', 'wire'],
  'title.ts': ['branding.ts', 'i18n', 'router.ts'],
  board: ['i18n', 'settings/settings.ts', 'shogi', 'ui', 'wire'],
};

const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
  // What is made of the words knows the pages that they are for.
  (name) => /(?<!\.test)\.tsx?$/.test(name) && !name.startsWith(join('i18n', 'made')),
);
const known = new Set(files);

/**
 * What a file imports of ours at once; a page that is loaded when it is asked for is not among it.
 */
function importsOf(file: string, isLoaded = false): string[] {
  const all = readFileSync(join(SOURCES, file), 'utf8');
  // Types are gone when a page is loaded.
  const code = isLoaded ? all.replace(/^(?:import|export) type [^;]*;$/gm, '') : all;
  return [...code.matchAll(/^(?:import|export|\}).*?(?:from )?'(\.[^']*)';$/gm)].flatMap(([, path = '']) => {
    const bare = normalize(join(dirname(file), path));
    return [bare, `${bare}.ts`, `${bare}.tsx`, join(bare, 'index.ts')].filter((name) => known.has(name));
  });
}

const imports = new Map(files.map((file) => [file, importsOf(file)]));
const roomOf = (file: string) => file.split('/')[0] ?? '';

test('a lower room imports no higher one', () => {
  const upwards = files.flatMap((file) => {
    const below = BELOW[roomOf(file)];
    const other = (imports.get(file) ?? []).filter((it) => roomOf(it) !== roomOf(file));
    return other
      .filter((it) => below && !below.includes(it) && !below.includes(roomOf(it)))
      .map((it) => `${file} imports ${it}`);
  });
  expect(upwards).toEqual([]);
});

test('no files import each other in a circle', () => {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]) => {
    const at = path.indexOf(file);
    if (at >= 0) circles.push([...path.slice(at), file].join(' → '));
    if (at >= 0 || done.has(file)) return;
    for (const next of imports.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  expect(circles).toEqual([]);
});

/** All that is loaded with some files, and not later. */
function loadedWith(...entries: string[]): ReadonlySet<string> {
  const all = new Set(entries);
  for (const file of all) for (const next of importsOf(file, true)) all.add(next);
  return all;
}

test.each([
  ['what everybody loads first', ['main.tsx'], ['whole', 'of-boards']],
  [
    'a board',
    ['game/game-page.tsx', 'watch/live-game.tsx', 'tsume/daily-problem.tsx', 'trainer/trainer-table.tsx'],
    ['whole'],
  ],
])('%s says nothing with words that come later', (_, entries, later) => {
  const all = loadedWith(...entries);
  expect(later.filter((it) => all.has(join('i18n', `${it}.ts`)))).toEqual([]);
  expect(all.size).toBeGreaterThan(50);
});
