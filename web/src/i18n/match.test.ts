import { expect, test } from 'vitest';
import { bestLanguage } from './match';

const OURS = ['en', 'ja', 'pt-BR', 'pt-PT', 'vi', 'zh-Hans', 'zh-Hant'];

test.each<[string[], string | null]>([
  [['vi'], 'vi'],
  [['vi-VN', 'en'], 'vi'],
  [['JA_jp'], 'ja'],
  [['en-GB'], 'en'],
  // Chinese is read in the script of its region.
  [['zh-TW'], 'zh-Hant'],
  [['zh-HK'], 'zh-Hant'],
  [['zh-Hant-MO'], 'zh-Hant'],
  [['zh'], 'zh-Hans'],
  [['zh-SG'], 'zh-Hans'],
  // Brazil and Portugal each have their own; others read either.
  [['pt-PT'], 'pt-PT'],
  [['pt-BR'], 'pt-BR'],
  [['pt'], 'pt-BR'],
  [['pt-AO'], 'pt-BR'],
  // What is not there is passed over, what is no tag as well.
  [['de', 'ja'], 'ja'],
  [['', '*', 'x', 'not a tag', 'vi'], 'vi'],
  [['vietnamese'], null],
  [[], null],
])('%j reads %s', (wanted, expected) => {
  expect(bestLanguage(wanted, OURS)).toBe(expected);
});

test('a script that somebody does not read is not offered to them', () => {
  expect(bestLanguage(['zh-TW', 'en'], ['zh-Hans', 'en'])).toBe('en');
});
