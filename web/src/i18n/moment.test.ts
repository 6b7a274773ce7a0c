import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { daysText, ownTag } from './moment';

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

test('days may be one, two or half known', () => {
  const two = daysText('2026-11-21', '2026-11-22');
  expect(two).toContain('21');
  expect(two).toContain('22');
  expect(daysText('2026-11-21', '2026-11-21')).toBe(daysText('2026-11-21', ''));
  expect(daysText('', '')).toBe('');
});

test('no other file formats instants for people', () => {
  const sources = new URL('../', import.meta.url).pathname;
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.tsx?$/.test(name),
  );
  expect(files.length).toBeGreaterThan(200);
  // With a language of its own, it makes parts for reckoning; without an argument it tells the zone.
  const others = files.filter(
    (name) =>
      name !== join('i18n', 'moment.ts') &&
      /DateTimeFormat\((?![)']|'en)|toLocale(Date|Time)String/.test(
        readFileSync(join(sources, name), 'utf8'),
      ),
  );
  expect(others).toEqual([]);
});
