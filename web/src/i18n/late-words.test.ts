import { beforeEach, expect, test, vi } from 'vitest';

let words: typeof import('.');
beforeEach(async () => {
  vi.restoreAllMocks();
  vi.stubGlobal('document', { documentElement: { style: {} } });
  vi.resetModules();
  words = await import('.');
});

/** Whether everything is said, in which language. */
const said = () => [words.language.peek(), 'explorer' in words.t()];

test('the first page does without the late words, whatever the language', async () => {
  await words.loadLanguage('en');
  expect(said()).toEqual(['en', false]);
  await words.loadLanguage('ja');
  expect(said()).toEqual(['ja', false]);
});

test('every page that asks has them, however many ask at once', async () => {
  await words.loadLanguage('en');
  const pages = [1, 2].map(() => words.loadLateWords().then(said));
  expect(await Promise.all(pages)).toEqual([
    ['en', true],
    ['en', true],
  ]);
});

test('a language that is chosen meanwhile is whole as well, and so is every one after it', async () => {
  const first = words.loadLanguage('en');
  const page = words.loadLateWords().then(said);
  const other = words.loadLanguage('ja');
  expect(await page).toEqual(['ja', true]);
  await Promise.all([first, other]);
  expect(said()).toEqual(['ja', true]);
  await words.loadLanguage('vi');
  expect(said()).toEqual(['vi', true]);
});

test('what was asked for before and comes after takes no words away', async () => {
  const { LANGUAGES: all } = await import('./made/languages');
  await words.loadLanguage('en');
  const { boards } = await import('./made/boards/en');
  let come = () => {};
  const slow = new Promise<typeof boards>((resolve) => {
    come = () => resolve(boards);
  });
  vi.spyOn(all.en, 'boards').mockReturnValueOnce(slow);
  const board = words.loadLateWords('boards');
  await words.loadLateWords();
  expect(said()).toEqual(['en', true]);
  come();
  await board;
  expect(said()).toEqual(['en', true]);
});

test('where they cannot be had the page fails, and is whole once it is asked for again', async () => {
  const { LANGUAGES: all } = await import('./made/languages');
  await words.loadLanguage('en');
  vi.spyOn(all.en, 'late').mockRejectedValueOnce(new Error('offline'));
  await expect(words.loadLateWords()).rejects.toThrow('offline');
  expect(said()).toEqual(['en', false]);
  await words.loadLateWords();
  expect(said()).toEqual(['en', true]);
});

test('a board has its own words and not yet the others', async () => {
  await words.loadLanguage('en');
  expect('chat' in words.t()).toBe(false);
  await words.loadLateWords('boards');
  expect('chat' in words.t()).toBe(true);
  expect(said()).toEqual(['en', false]);
  await words.loadLateWords();
  expect(said()).toEqual(['en', true]);
  expect('chat' in words.t()).toBe(true);
});
