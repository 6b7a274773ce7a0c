import { expect, test } from 'vitest';
import { codeIn, placeIn } from './router';
import { ROUTES } from './routes';

test.each([
  ['/', '/', {}],
  ['/design', '/design', {}],
  ['/moderation', '/moderation', {}],
  ['/AbCdEfGh12', '/:code', { code: 'AbCdEfGh12' }],
  ['/AbCdEfGh12/', '/:code', { code: 'AbCdEfGh12' }],
  ['/AbCdEfGh1', undefined, {}],
  ['/AbCdEfGh10', undefined, {}],
  ['/kifu', '/kifu', {}],
  ['/kifu/019a0b1c-2d3e-7f40-8a9b-0c1d2e3f4a5b', '/kifu/:id', { id: '019a0b1c-2d3e-7f40-8a9b-0c1d2e3f4a5b' }],
  ['/kifu/x', undefined, {}],
  ['/@/Minh_Anh', '/@/:handle', { handle: 'Minh_Anh' }],
  ['/@/Minh_Anh/1d', '/@/:handle/:grade', { handle: 'Minh_Anh', grade: '1d' }],
  ['/@/Minh_Anh/x', undefined, {}],
  ['/people/AbCdEfGh12', '/people/:code', { code: 'AbCdEfGh12' }],
  ['/tournaments/new', '/tournaments/new', {}],
  ['/tournaments/AbCdEfGh12', '/tournaments/:code', { code: 'AbCdEfGh12' }],
  ['/tournaments/AbCdEfGh12/edit', '/tournaments/:code/edit', { code: 'AbCdEfGh12' }],
  ['/embed/tournaments/AbCdEfGh12', '/embed/tournaments/:code', { code: 'AbCdEfGh12' }],
  ['/embed/broadcasts/AbCdEfGh12', '/embed/broadcasts/:code', { code: 'AbCdEfGh12' }],
  [
    '/embed/broadcasts/AbCdEfGh12/AbCdEfGh34',
    '/embed/broadcasts/:code/:chapter',
    { code: 'AbCdEfGh12', chapter: 'AbCdEfGh34' },
  ],
  ['/clubs', '/clubs', {}],
  ['/clubs/new', '/clubs/new', {}],
  ['/clubs/ha-noi', '/clubs/:slug', { slug: 'ha-noi' }],
  ['/clubs/ha-noi/coaching', '/clubs/:slug/coaching', { slug: 'ha-noi' }],
  ['/clubs/ha-noi/ladder', '/clubs/:slug/ladder', { slug: 'ha-noi' }],
  ['/clubs/ha-noi/edit', '/clubs/:slug/edit', { slug: 'ha-noi' }],
  ['/clubs/Hà', undefined, {}],
  ['/players', '/players', {}],
  ['/games', '/games', {}],
  ['/review', '/review', {}],
  ['/review/AbCdEfGh12', '/review/:code', { code: 'AbCdEfGh12' }],
  ['/review/x', '/review/:rest', { rest: 'x' }],
  ['/tsume', '/tsume', {}],
  ['/tsume/compose', '/tsume/compose', {}],
  ['/tsume/proposed', '/tsume/proposed', {}],
  ['/tsume/12', '/tsume/:number', { number: '12' }],
  ['/tsume/20007', '/tsume/:number', { number: '20007' }],
  ['/tsume/kyoto', '/tsume/:variant', { variant: 'kyoto' }],
  ['/tsume/012', undefined, {}],
  ['/learn', '/learn', {}],
  ['/learn/heian_rules', '/learn/:lesson', { lesson: 'heian_rules' }],
  ['/settings', '/settings', {}],
  ['/privacy', '/:topic', { topic: 'privacy' }],
  ['/about/us', undefined, {}],
])('%s', (address, path, parts) => {
  const place = placeIn(ROUTES, address);
  expect(place.row?.path).toBe(path);
  expect(place.parts).toEqual(parts);
});

test('no address is hidden by another page', () => {
  for (const { path } of ROUTES) if (!path.includes(':')) expect(placeIn(ROUTES, path).row?.path).toBe(path);
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
