import { expect, test } from 'vitest';
import { words as en } from '../i18n/made/whole/en';
import { words as ja } from '../i18n/made/whole/ja';
import { words as vi } from '../i18n/made/whole/vi';
import { aroundName } from './in-sentence';
import { pageOf } from './people-api';

test.each([
  [{ name: 'Minh', user: '1234567890', handle: 'minh-anh' }, '/@/minh-anh'],
  [{ name: 'Minh', user: '1234567890' }, '/people/1234567890'],
  [{ name: 'Guest 12', user: '1234567890', guest: true }, null],
  [{ name: 'Komadai 3', user: '1234567890', guest: false, engine: true }, null],
  [{ name: 'By name alone' }, null],
])('%o is at %s', (person, address) => {
  expect(pageOf(person)).toBe(address);
});

test.each([en, vi, ja])('the sentences that hold a name hold it once', ({ challenges }) => {
  for (const of of [
    challenges.from,
    challenges.waiting,
    (name: string) => challenges.declinedBy(name, '!'),
  ]) {
    const [before, behind] = aroundName(of);
    expect(`${before}Minh${behind}`).toBe(of('Minh'));
    expect(behind).not.toContain('\u0001');
  }
});

test.each([en, vi, ja])('only the owner of a page is spoken to', ({ players }) => {
  const others = [
    players.missing('Lan', 3, 1500, 2, 1600),
    players.held('Lan', 1500),
    players.uncertain('Lan'),
  ];
  for (const text of others) expect(text).not.toMatch(/\b(you|your)\b|bạn|あなた/i);
  expect(players.uncertain('Lan')).toContain('Lan');
  expect(players.uncertain(null)).not.toContain('Lan');
});
