import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import type { Catalogue } from '../../src/i18n/made/catalogue.ts';
import { check, percentOf, readWords } from './catalogues.ts';
import { compile } from './generate.ts';
import { report } from './report.ts';

// All of words/ is read again and again, on machines that do other things too.
vi.setConfig({ testTimeout: 120_000 });

const WORDS = join(import.meta.dirname, '../../../words');
const WEB = join(import.meta.dirname, '../..');
const folders: string[] = [];

/** The source and one language. */
function copyOfWords(): string {
  const folder = mkdtempSync(join(tmpdir(), 'words-'));
  folders.push(folder);
  for (const tag of ['en', 'vi']) cpSync(join(WORDS, tag), join(folder, tag), { recursive: true });
  return folder;
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

type Entries = Record<string, { defaultMessage: string; arguments?: Record<string, string> }>;
const read = (path: string): Entries => JSON.parse(readFileSync(path, 'utf8'));
const write = (path: string, entries: unknown) => writeFileSync(path, JSON.stringify(entries));

/**
 * A language that nobody speaks: everything of English between brackets, but for the files left
 * out.
 */
function madeUp(folder: string, tag: string, without: string[] = []): void {
  cpSync(join(folder, 'en'), join(folder, tag), { recursive: true });
  write(join(folder, tag, 'language.json'), {
    name: 'Nadsat',
    draft: true,
    notation: 'western_digits',
    locale: 'tlh_AQ',
  });
  for (const name of readdirSync(join(folder, 'en')).filter((it) => it !== 'language.json')) {
    const path = join(folder, tag, name);
    if (without.includes(name)) {
      rmSync(path);
      continue;
    }
    const own = Object.entries(read(path)).map(([key, { defaultMessage }]) => [
      key,
      { defaultMessage: `⟦${defaultMessage}⟧` },
    ]);
    write(path, Object.fromEntries(own));
  }
}

/** All words of a language, run as the client does. */
async function wordsOf(files: ReadonlyMap<string, string>, tag: string): Promise<Catalogue> {
  const folder = mkdtempSync(join(tmpdir(), 'words-'));
  folders.push(folder);
  for (const part of ['boards', 'late', 'whole']) mkdirSync(join(folder, part));
  const own = join(WEB, 'src/i18n');
  for (const path of [`${tag}.ts`, `boards/${tag}.ts`, `late/${tag}.ts`, `whole/${tag}.ts`]) {
    const code = files.get(path) ?? '';
    writeFileSync(join(folder, path), code.replace(/'[./]+(plural|joined)'/g, `'${own}/$1'`));
  }
  return (await import(/* @vite-ignore */ join(folder, `whole/${tag}.ts`))).words;
}

test('what is in words/ is sound', () => {
  const { text, sound } = report(WORDS);
  expect(sound, text).toBe(true);
});

test.each(['vi', 'en', 'ja'])('%s is complete', (tag) => {
  const { catalogues } = readWords(WORDS);
  const english = catalogues.find((it) => it.tag === 'en');
  const own = catalogues.find((it) => it.tag === tag);
  if (!english || !own) throw new Error(`there is no words/${tag}`);
  expect(own.about.complete).toBe(true);
  expect(percentOf(own, english)).toBe(100);
});

test('one more language takes JSON alone, and says in English what it does not say itself', async () => {
  const folder = copyOfWords();
  madeUp(folder, 'tlh', ['clubs.json']);
  const text = report(folder).text;
  expect(text).toMatch(/^tlh +9\d % {2}Nadsat \(draft, \d+ messages missing\)$/m);
  const { files, offline } = compile(folder);
  expect(offline).toContain('<section lang="tlh">');
  expect(files.get('languages.ts')).toContain('"tlh": { ...{"name":"Nadsat"');
  const words = await wordsOf(files, 'tlh');
  expect(words.lobby.moves(1)).toBe('⟦1 move⟧');
  expect(words.lobby.moves(3)).toBe('⟦3 moves⟧');
  expect(words.ratings.grade(2, true)).toBe('⟦2-dan⟧');
  expect(words.chat.after).toEqual(['⟦Good game!⟧', '⟦Thank you!⟧']);
  expect(words.clubs.title).toBe('Clubs');
  expect(words.clubs.members(1)).toBe('1 member');
});

test('a language with little of it is not offered', () => {
  const folder = copyOfWords();
  const most = [
    'lessons',
    'tournaments',
    'tournament-form',
    'tournament-desk',
    'clubs',
    'account',
    'site',
    'game',
    'problems',
    'players',
    'setup',
  ];
  madeUp(
    folder,
    'tlh',
    most.map((name) => `${name}.json`),
  );
  expect(report(folder).text).toMatch(/^tlh .*not offered below 70 %/m);
  expect(compile(folder).files.get('languages.ts')).not.toContain('tlh');
});

test.each<[string, string, string | RegExp]>([
  ['lobby.moves', '{n, plural, one {# ход} other {# ходов}}', /plural “few” of ru is missing/],
  ['lobby.moves', '{n, plural, zero {0} one {1} few {2} many {3} other {#}}', 'ru has no plural “zero”'],
  ['lobby.moves', '{n, plural, one {# ход', /character \d+/],
  ['lobby.acceptLabel', 'Играть', '{name} is missing'],
  ['lobby.acceptLabel', 'Играть с {nmae}', 'English gives no {nmae}'],
  ['lobby.acceptLabel', '{name, plural, one {a} few {b} many {c} other {d}}', 'only a number has a plural'],
  ['lobby.title', '   ', 'says nothing'],
  ['lobby.titel', 'Играть', 'English has no such message'],
])('%s: %s is found', (key, defaultMessage, wrong) => {
  const folder = copyOfWords();
  cpSync(join(folder, 'en/language.json'), join(folder, 'ru/language.json'), { recursive: true });
  write(join(folder, 'ru/language.json'), { name: 'Русский', notation: 'western_digits', locale: 'ru_RU' });
  write(join(folder, 'ru/frame.json'), { [key]: { defaultMessage } });
  const { catalogues, problems } = readWords(folder);
  const [english, own] = ['en', 'ru'].map((tag) => catalogues.find((it) => it.tag === tag));
  if (!english || !own) throw new Error('a language is missing');
  const said = [...problems, ...check(own, english)].map(({ where, what }) => `${where} ${what}`);
  expect(said.length).toBeGreaterThan(0);
  expect(said.join('\n')).toMatch(wrong);
});

/** English and one language with these messages and forms, compiled, and what it says. */
async function withForms(messages: Record<string, string>, forms: Record<string, string>) {
  const folder = copyOfWords();
  madeUp(folder, 'tlh');
  const about = join(folder, 'tlh/language.json');
  write(about, { ...read(about), forms });
  const path = join(folder, 'tlh/game.json');
  const own = Object.entries(messages).map(([key, defaultMessage]) => [key, { defaultMessage }]);
  write(path, { ...read(path), ...Object.fromEntries(own) });
  return { text: report(folder).text, folder };
}

test('a language says pieces and sides in forms of its own', async () => {
  const { text, folder } = await withForms(
    {
      'keys.takes': 'schlägt {piece_den}',
      'keys.drops': '{side_von}: {piece} auf {to}',
      'keys.picksUpFromHand': '{piece, select, rook {Der Turm ist los.} other {Los: {piece}.}}',
    },
    {
      den: '{it, select, rook {den Turm} other {den {it}}}',
      von: 'von {it, select, gote {hinten} other {{it}}}',
    },
  );
  expect(text).toMatch(/^tlh +100 %/m);
  const words = await wordsOf(compile(folder).files, 'tlh');
  const rook = { code: 'rook', name: 'R' };
  const pawn = { code: 'pawn', name: 'P' };
  expect([words.keys.takes(rook), words.keys.takes(pawn)]).toEqual(['schlägt den Turm', 'schlägt den P']);
  expect(words.keys.drops('gote', pawn, '55')).toBe('von hinten: P auf 55');
  expect(words.keys.drops('sente', pawn, '55')).toBe('von ⟦Sente⟧: P auf 55');
  expect(words.keys.picksUpFromHand(rook)).toBe('Der Turm ist los.');
  expect(words.keys.picksUpFromHand(pawn)).toBe('Los: P.');
});

test.each<[string, Record<string, string>, string]>([
  ['schlägt {piece_den}', {}, 'English gives no {piece_den}'],
  ['schlägt {piece_den}', { den: '{it, select, rok {den Turm} other {{it}}}' }, 'no {…} is ever “rok”'],
  ['schlägt {piece_den}', { den: '{it, select, rook {den Turm} other {den}}' }, '{it} is missing'],
  ['schlägt {piece_den}', { den: '{it, select, rook {den Turm}' }, 'tlh/language.json: den'],
  ['schlägt {piece_den}', { den: '{its}' }, 'English gives no {its}'],
  ['schlägt', { den: 'den {it}' }, '{piece} is missing'],
  ['{piece, select, rok {x} other {{piece}}}', {}, 'no {…} is ever “rok”'],
])('%s with the forms %o is refused', async (message, forms, wrong) => {
  expect((await withForms({ 'keys.takes': message }, forms)).text).toContain(wrong);
});

test.each<[string, object, string]>([
  ['nav.menu', { defaultMessage: 'Menu', description: '' }, 'has no description'],
  [
    'nav.menu',
    { defaultMessage: 'Menu', description: 'Menu: the list of players.' },
    'is short and shares its description',
  ],
  [
    'lobby.moves',
    { defaultMessage: '{n} moves', description: 'How long a game is.', arguments: { n: 'number' } },
    'does not say what {n} is',
  ],
])('%s is to be described: %o', (key, message, wrong) => {
  const folder = copyOfWords();
  const path = join(folder, 'en/frame.json');
  write(path, { ...read(path), [key]: message });
  expect(report(folder).text).toContain(wrong);
});

test('a key that stands twice, and one in another file than in English, are found', () => {
  const folder = copyOfWords();
  const nav = { 'nav.menu': { defaultMessage: 'x' } };
  write(join(folder, 'vi/bots.json'), { ...read(join(folder, 'vi/bots.json')), ...nav });
  expect(report(folder).text).toContain('is in bots.json already');
});
