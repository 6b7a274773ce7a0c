import { expect, test } from 'vitest';
import { elsewhere } from './elsewhere';

const EVEN = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1';
const LANCE = 'lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1';

const at = (start: string, moves: string[]) =>
  Object.fromEntries(elsewhere({ start, moves }).map(({ name, href }) => [name, new URL(href)]));

test('an even game says so, with its moves', () => {
  const { 'Piyo Shogi': piyo, KENTO: kento, 'SHOGI-EXTEND': extend } = at(EVEN, ['7g7f', '3c3d', '8h2b+']);
  expect(piyo?.searchParams.get('sfen')).toBe('position startpos moves 7g7f 3c3d 8h2b+');
  expect(kento?.searchParams.get('moves')).toBe('7g7f.3c3d.8h2b+');
  expect([kento?.searchParams.has('initpos'), kento?.hash]).toEqual([false, '#3']);
  const body = extend?.searchParams.get('xbody') ?? '';
  expect(body).toMatch(/^[\w-]+$/);
  expect(atob(body.replaceAll('-', '+').replaceAll('_', '/'))).toBe(
    'position startpos moves 7g7f 3c3d 8h2b+',
  );
});

test('a game from elsewhere begins there', () => {
  const { 'Piyo Shogi': piyo, KENTO: kento } = at(LANCE, []);
  expect(piyo?.searchParams.get('sfen')).toBe(`position sfen ${LANCE}`);
  expect([kento?.searchParams.get('initpos'), kento?.searchParams.get('moves')]).toEqual([LANCE, '']);
});
