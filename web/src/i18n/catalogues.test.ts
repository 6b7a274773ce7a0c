import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { words as de } from './made/whole/de';
import { words as en } from './made/whole/en';
import { words as ja } from './made/whole/ja';
import { words as vi } from './made/whole/vi';

type Leaf = string | ((...args: never[]) => string);

/** Every word of a catalogue by its path. */
function leaves(value: unknown, path = ''): [string, Leaf][] {
  if (typeof value === 'string' || typeof value === 'function') return [[path, value as Leaf]];
  return Object.entries(value as object).flatMap(([key, inner]) =>
    leaves(inner, path ? `${path}.${key}` : key),
  );
}

const CATALOGUES = { en, vi, ja };

test.each(Object.keys(CATALOGUES) as (keyof typeof CATALOGUES)[])('%s has words everywhere', (name) => {
  const own = new Map(leaves(CATALOGUES[name]));
  expect([...own.keys()].sort()).toEqual(
    leaves(en)
      .map(([path]) => path)
      .sort(),
  );
  for (const [path, word] of own) if (typeof word === 'string') expect(word.trim(), path).not.toBe('');
});

/** Names that are the same in every language. */
const SAME =
  /^(admin\.nothing|bridges\.kinds\.|bots\.mark|nav\.menu|players\.places\.|training\.tsume\.nav|archive\.headers\.Byoyomi|tournaments\.(cells\.|files\.(event_trf|opengotha)|formats\.mcmahon|toss)|lobby\.(backTo|moves)|game\.title|chat\.(greet|resigns)|time\.|setup\.clock\.|setup\.byoyomi|variants\.|game\.byoyomi|settings\.notations|keys\.inHand|pieces\.)/;

test.each(['vi', 'ja'] as const)('%s is translated', (name) => {
  const english = new Map(leaves(en));
  const left = leaves(CATALOGUES[name])
    .filter(([path, word]) => typeof word === 'string' && word === english.get(path) && !SAME.test(path))
    .map(([path]) => path);
  expect(left).toEqual([]);
});

test.each([
  ['ja', /コンピュータ(?!ー)/],
  ['vi', /nghỉ phép|ván (thư tín|cờ thư(?! tín))/i],
  // Alone it is a queen, and not a side.
  ['vi', /(?<![bB]ên )(?<!\p{L})Hậu(?!\p{L}| thủ)/u],
] as const)('%s says no other word for the same thing: %s', (name, other) => {
  const said = leaves(CATALOGUES[name]).filter(([, word]) => other.test(String(word).normalize('NFC')));
  expect(said.map(([path]) => path)).toEqual([]);
});

test('§5 the words the Vietnamese club has fixed', () => {
  expect(vi.sides).toMatchObject({
    sente: 'Bên Tiên',
    gote: 'Bên Hậu',
    uwate: 'Bên chấp',
    shitate: 'Bên nhận chấp',
  });
  expect(vi.game.resignYes).toBe('Tôi xin thua');
  expect(vi.game.promote).toBe('Phong cấp');
  expect(vi.game.handOf('sente')).toContain('Quân trên tay');
  expect(vi.result.reasons.illegal_move).toContain('Nước đi phạm luật');
  expect(vi.result.reasons.repetition).toContain('Lặp lại nước đi');
  expect(vi.result.reasons.perpetual_check).toContain('Chiếu lặp');
  expect(vi.result.reasons.time).toContain('Hết thời gian');
  expect(vi.result.reasons.checkmate).toContain('Chiếu hết');
  expect(vi.impasse.title).toBe('Thế cờ bế tắc');
  expect(vi.impasse.declare).toBe('Tuyên bố Nhập Ngọc');
  expect(vi.result.illegal.nifu).toContain('Hai Tốt');
  expect(vi.result.illegal.uchifuzume).toContain('Thả Tốt chiếu hết');
  expect(vi.handicaps).toMatchObject({
    lance: 'Chấp Thương',
    '3_pawns': 'Chấp cầm 3 Tốt',
    naked_king: 'Chấp toàn bộ',
  });
  expect(vi.keys.drops('sente', { code: 'pawn', name: 'Tốt' }, '55')).toContain('thả Tốt');
  expect(vi.game.furigoma('A', 3, 2, 'A')).toBe('Tung quân cờ cho A: 3 Tốt, 2 Tokin. A là bên Tiên.');
});

test('pieces stand in sentences as the language bends them', () => {
  const pawn = { code: 'pawn', name: de.pieces.standard.P ?? '' };
  const silver = { code: 'promoted_silver', name: de.pieces.standard['+S'] ?? '' };
  expect(de.keys.takes(pawn)).toBe('schlägt den Bauern');
  expect(de.keys.takes(silver)).toBe('schlägt das umgewandelte Silber');
  expect(de.variantWords.hint.lent(pawn, silver)).toContain('zieht das umgewandelte Silber wie ein Bauer,');
  expect(en.editor.more({ code: 'eagle', name: 'eagle' })).toBe('Add an eagle');
});

/** What a message says with 1 for everything it is given; '' where it wants a list. */
function saidOfOne(word: Leaf): string {
  if (typeof word === 'string') return '';
  try {
    return (word as (...args: unknown[]) => string)(...Array(word.length).fill(1));
  } catch {
    return '';
  }
}

test('English says one thing in the singular', () => {
  // A name may be called 1, and so may a round; a loss is one already; these are never said of one
  // thing.
  const verbs =
    /^(loss|is|has|was|does|starts|asks|offers|invites|declines|challenges|needs|wins|beats|mates|moves|proposes|calls|applies|forfeits)$/;
  const never = new Set([
    'players.countsLength',
    'fields.tooShort',
    'game.repeated',
    'training.learn.progress',
    'review.several',
  ]);
  const wrong = leaves(en)
    .filter(([path]) => !never.has(path))
    .map(([path, word]) => [path, String(saidOfOne(word))] as const)
    .filter(([, said]) =>
      [...said.matchAll(/(?<![\d.,])1 ([a-z]{2,}s)\b/g)].some(([, noun]) => !verbs.test(noun ?? '')),
    );
  expect(wrong).toEqual([]);
});

test.each(['vi', 'ja'] as const)('%s says no clause in English', (name) => {
  const english = /\b(the|this|that|you|your|with|for|and|is|are|was)\b/i;
  const left = leaves(CATALOGUES[name])
    .map(([path, word]) => [path, typeof word === 'string' ? word : saidOfOne(word)] as const)
    .filter(([, said]) => english.test(said));
  expect(left).toEqual([]);
});

/** Everything the client is written in but the catalogues and the tests. */
function sources(folder: URL): string {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => {
      if (entry.isDirectory()) return entry.name === 'made' ? '' : sources(new URL(`${entry.name}/`, folder));
      return /(?<!\.test)\.tsx?$/.test(entry.name) ? readFileSync(new URL(entry.name, folder), 'utf8') : '';
    })
    .join('\n');
}

test('every word is used somewhere', () => {
  const text = sources(new URL('../', import.meta.url));
  // Read as a property, or named in quotes where a table or the server says which.
  const read = new Set([...text.matchAll(/(?:\.|')([A-Za-z_$][\w$]*)/g)].map(([, name]) => name));
  /** Groups whose members are found by a name that is not written here. */
  const lookedUp = (group: string) =>
    new RegExp(`\\.${group}(\\[|\\)|,| as | \\})|Record<string, [^=;]*=[^=;]*\\.${group};`).test(text);
  const unused = leaves(en)
    .map(([path]) => path)
    .filter((path) => {
      const parts = path.split('.');
      // A list is read as a whole.
      const last = parts.findLast((part) => !/^\d+$/.test(part)) ?? '';
      return !read.has(last) && !parts.slice(0, -1).some(lookedUp);
    });
  expect(unused).toEqual([]);
});

test('what the server says in English for programs is shown to nobody', () => {
  const text = sources(new URL('../', import.meta.url));
  // It is read where words are looked up by it, and put into no page.
  expect(text.match(/\{[^{}\n]*\b(?:refused|problem|cause|note)\.(?:message|detail|text)\}/g) ?? []).toEqual(
    [],
  );
  expect(text.match(/\?\? \w+\.(?:message|detail)\b/g) ?? []).toEqual([]);
});
