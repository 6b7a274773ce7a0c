import { expect, test } from 'vitest';
import { codeIn, routeOf } from './router';

test.each([
  ['/', { page: 'lobby' }],
  ['/design', { page: 'design' }],
  ['/AbCdEfGh12', { page: 'game', code: 'AbCdEfGh12' }],
  ['/AbCdEfGh12/', { page: 'game', code: 'AbCdEfGh12' }],
  ['/AbCdEfGh1', { page: 'unknown' }],
  ['/AbCdEfGh10', { page: 'unknown' }],
  ['/kifu', { page: 'archive' }],
  [
    '/kifu/019a0b1c-2d3e-7f40-8a9b-0c1d2e3f4a5b',
    { page: 'replay', id: '019a0b1c-2d3e-7f40-8a9b-0c1d2e3f4a5b' },
  ],
  ['/kifu/x', { page: 'unknown' }],
  ['/@/Minh_Anh', { page: 'profile', id: 'Minh_Anh' }],
  ['/@/Minh_Anh/1d', { page: 'certificate', id: 'Minh_Anh/1d' }],
  ['/@/Minh_Anh/x', { page: 'unknown' }],
  ['/clubs', { page: 'clubs' }],
  ['/clubs/new', { page: 'club-form', slug: '' }],
  ['/clubs/ha-noi', { page: 'club', slug: 'ha-noi' }],
  ['/clubs/ha-noi/edit', { page: 'club-form', slug: 'ha-noi' }],
  ['/clubs/Hà', { page: 'unknown' }],
  ['/players', { page: 'players' }],
  ['/games', { page: 'search' }],
  ['/tsume', { page: 'tsume', id: '' }],
  ['/tsume/12', { page: 'tsume', id: '12' }],
  ['/tsume/012', { page: 'unknown' }],
  ['/learn', { page: 'learn', id: '' }],
  ['/learn/heian_rules', { page: 'learn', id: 'heian_rules' }],
  ['/settings', { page: 'settings' }],
  ['/about/us', { page: 'unknown' }],
])('%s', (path, expected) => {
  expect(routeOf(path)).toEqual(expected);
});

test.each([
  ['https://shogi.example/AbCdEfGh12', 'AbCdEfGh12'],
  ['  AbCdEfGh12 ', 'AbCdEfGh12'],
  ['localhost:8080/AbCdEfGh12?x=1#y', 'AbCdEfGh12'],
  ['https://shogi.example/', null],
  ['hello', null],
])('the code in %s', (text, code) => {
  expect(codeIn(text)).toBe(code);
});
