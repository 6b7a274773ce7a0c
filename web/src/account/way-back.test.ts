import { beforeEach, expect, test, vi } from 'vitest';
import { keepWayBack, takeWayBack } from './way-back';

const ORIGIN = 'https://shogi.example';
const at = (search: string) => vi.stubGlobal('location', new URL(`/account${search}`, ORIGIN));
const to = (path: string) => `${ORIGIN}${path}`;
const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  return () => vi.unstubAllGlobals();
});

test('the page that sent somebody here is gone back to, once, and from the letter’s link too', () => {
  at(`?${new URLSearchParams({ back: '/clubs/hanoi#invite=abc' })}`);
  keepWayBack();
  at('');
  expect(takeWayBack()).toBe(to('/clubs/hanoi#invite=abc'));
  expect(takeWayBack()).toBeNull();
});

test('only a page of this site is', () => {
  for (const back of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
    at(`?${new URLSearchParams({ back })}`);
    keepWayBack();
    expect(takeWayBack(), back).toBeNull();
  }
  // Nor what something else has put where it is kept.
  at('');
  localStorage.setItem('komadai.back', JSON.stringify({ back: 'https://evil.example/', at: Date.now() }));
  expect(takeWayBack()).toBeNull();
  localStorage.setItem('komadai.back', JSON.stringify({ back: '/clubs', at: Date.now() - 2 * 3_600_000 }));
  expect(takeWayBack()).toBeNull();
});
