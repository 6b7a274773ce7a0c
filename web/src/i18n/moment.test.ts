import { expect, test } from 'vitest';
import { ownTag } from './moment';

test.each([
  ['en', ['en-GB', 'en'], 'en-GB'],
  ['en', ['vi-VN', 'vi', 'en-US'], 'en-US'],
  ['en', ['vi-VN', 'vi'], 'en-GB'],
  ['en', ['en'], 'en'],
  ['vi', ['en-GB'], 'vi'],
  ['ja', ['ja-JP', 'en'], 'ja-JP'],
  ['fr', ['fr-CA'], 'fr-CA'],
  ['zh-Hant', ['zh-CN'], 'zh-Hant'],
])('%s among %j is written as %s', (of, wanted, expected) => {
  expect(ownTag(of, wanted)).toBe(expected);
});

test('a British browser has the day first and 24 hours', () => {
  const text = (tag: string) =>
    new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(
      Date.UTC(2026, 10, 28, 16, 22),
    );
  expect(text(ownTag('en', ['en-GB']))).toBe('28 Nov 2026, 16:22');
});
