import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { gluedIn } from './glue.ts';

// Every source is parsed, on machines that do other things too.
vi.setConfig({ testTimeout: 120_000 });

const SOURCES = join(import.meta.dirname, '../../src');

test('no sentence is put together in code', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /(?<!\.test|\.d)\.tsx?$/.test(name) && !name.startsWith(join('i18n', 'made')),
  );
  expect(files.length).toBeGreaterThan(200);
  const glued = files.flatMap((name) =>
    gluedIn(name, readFileSync(join(SOURCES, name), 'utf8')).map(
      ({ line, code }) => `${name}:${line} ${code}`,
    ),
  );
  expect(glued).toEqual([]);
});

const HEAD = `const words = t().clubs; const { players } = t(); const all: Catalogue = t();`;
/** `@{…}` is what stands in a template. */
const asCode = (code: string) => `${HEAD} export const it = ${code.replaceAll('@{', '$' + '{')};`;

test.each([
  '`@{words.name}: @{it.name}`',
  '`@{it.name} – @{words.name}`',
  '`@{all.sides.sente} @{all.sides.gote}`',
  '`The @{players.title}`',
  '`@{it.name} (@{gradeText(it.grade)}, @{it.rating})`',
  "words.by(name) + ' ' + words.date",
  'words.by(name) + words.date',
  "[words.name, it.name].filter(Boolean).join(' · ')",
  "it.map((one) => t().variants[one]).join(', ')",
  "`@{text}@{isOver ? ` · @{words.over}` : ''}`",
  '<p>{words.name}: {it.name}</p>',
  "<p>{it.name}{' · '}{words.name}</p>",
])('%s is glued', (code) => {
  expect(gluedIn('a.tsx', asCode(code))).not.toEqual([]);
});

test.each([
  '`@{it.file}-@{it.rank}`',
  '`▲ @{all.sides.sente}`',
  '`card @{isOwn}`',
  'words.by(it.name, words.date)',
  'noted([words.name, it.name])',
  "it.map(({ sfen }) => sfen).join(' ')",
  'it.rating + it.change',
  '<p>{words.name} <a href="/clubs">{words.title}</a></p>',
  '<p>{pointsText(it.a)} : {pointsText(it.b)}</p>',
])('%s is not', (code) => {
  expect(gluedIn('a.tsx', asCode(code))).toEqual([]);
});
