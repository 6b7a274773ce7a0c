import { expect, test } from 'vitest';
import { ownAddress } from './own-address';

const ORIGIN = 'https://shogi.example';

test('a page of this site is gone back to', () => {
  expect(ownAddress('/?seek=a1', ORIGIN)).toBe('https://shogi.example/?seek=a1');
  expect(ownAddress('/clubs/hue#invite=x', ORIGIN)).toBe('https://shogi.example/clubs/hue#invite=x');
  // What begins with two slashes stays a page of this site.
  expect(ownAddress('/.//evil.example', ORIGIN)).toBe('https://shogi.example//evil.example');
});

test.each([
  null,
  '',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '\n//evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  'http://',
])('no other one: %j', (text) => {
  expect(ownAddress(text, ORIGIN)).toBe(null);
});
