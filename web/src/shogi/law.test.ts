import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { isMated, legalMoves } from './law';
import { fromSfen } from './position';

const MARKS = { no: '', may: '?', must: '+' };

/** Where an origin leads, as the protocol writes it, in order. */
function from(variant: string, sfen: string, origin: string): string {
  const squares = [...(legalMoves(fromSfen(variant, sfen)).get(origin) ?? [])];
  return squares
    .map(([to, promotion]) => to + MARKS[promotion])
    .sort()
    .join(' ');
}

const countOf = (variant: string, sfen: string) =>
  [...legalMoves(fromSfen(variant, sfen))]
    .filter(([origin]) => !origin.endsWith('!'))
    .flatMap(([, squares]) => [...squares.values()])
    .reduce((count, promotion) => count + (promotion === 'may' ? 2 : 1), 0);

test.each([
  [
    '§1.2 a rook goes on until something stands there',
    '4k4/9/9/9/9/4p4/9/1P2R4/4K4 b - 1',
    '5h',
    '1h 2h 3h 4h 5f 5g 6h 7h',
  ],
  [
    '§1.3 promotion is offered from and to the zone',
    '4k4/9/2S6/9/9/9/9/9/4K4 b - 1',
    '7c',
    '6b? 6d? 7b? 8b? 8d?',
  ],
  ['§1.3 a knight must promote on the last two ranks', '4k4/9/9/3N5/9/9/9/9/4K4 b - 1', '6d', '5b+ 7b+'],
  ['§1.3 and a lance on the last', 'k8/9/9/9/9/9/9/9/K7L b - 1', '1i', '1a+ 1b? 1c? 1d 1e 1f 1g 1h'],
  ['§1.5 a pinned piece stays on its line', '4k4/4r4/9/9/9/9/9/4G4/4K4 b - 1', '5h', '5g'],
  ['§1.5 a pinned piece beside its line does not move', '4k4/4r4/9/9/9/9/9/4N4/4K4 b - 1', '5h', ''],
  ['§1.5 a king does not go where it is attacked', '4k4/9/9/9/9/9/9/3r5/4K4 b - 1', '5i', '4i 6h'],
  ['§1.5 nor back along the line of the check', '4k4/9/9/9/4r4/4K4/9/9/9 b - 1', '5f', '4f 4g 5e 6f 6g'],
  ['§1.5 a check is met by taking', '4k4/9/9/9/4r4/9/9/9/B3K4 b G 1', '9i', '5e'],
  ['§1.5 or by what stands between', '4k4/9/9/9/4r4/9/9/9/B3K4 b G 1', 'G*', '5f 5g 5h'],
  ['§1.5 two checks are met by the king alone', '4k4/9/9/9/4r4/9/3n5/9/4K4 b G 1', 'G*', ''],
  ['§1.4 nifu', 'k8/9/9/9/9/9/PPPPPPPP1/9/K8 b P 1', 'P*', '1b 1c 1d 1e 1f 1g 1h 1i'],
  [
    '§1.4 a tokin is no pawn on the file',
    'k8/9/9/9/9/8+P/PPPPPPPP1/9/K8 b P 1',
    'P*',
    '1b 1c 1d 1e 1g 1h 1i',
  ],
])('%s', (_, sfen, origin, expected) => {
  expect(from('standard', sfen, origin)).toBe(expected);
});

test('§1.4 what could never move again is not dropped', () => {
  const sfen = '4k4/9/9/9/9/9/9/9/4K4 b NLP 1';
  const ranks = (piece: string) =>
    new Set(
      from('standard', sfen, piece)
        .split(' ')
        .map((it) => it.slice(-1)),
    );
  expect([...ranks('P*')].sort().join('')).toBe('bcdefghi');
  expect([...ranks('L*')].sort().join('')).toBe('bcdefghi');
  expect([...ranks('N*')].sort().join('')).toBe('cdefghi');
});

const PAWN_MATE = '7lk/9/8G/9/9/9/9/9/K8 b PG 1';

test('§1.4 a dropped pawn does not mate, anything else may', () => {
  expect(from('standard', PAWN_MATE, 'P*').split(' ')).not.toContain('1b');
  expect(from('standard', PAWN_MATE, 'G*').split(' ')).toContain('1b');
  // A gold that can take it.
  const guarded = PAWN_MATE.replace('7lk', '7gk');
  expect(from('standard', guarded, 'P*').split(' ')).toContain('1b');
  // A pawn that is moved there mates.
  expect(from('standard', '7lk/9/6G1P/9/9/9/9/9/K8 b - 1', '1c')).toBe('1b?');
});

test('§1.4 whoever can take a pawn only by exposing the king is mated by it', () => {
  const pinned = '3R3gk/9/8G/9/9/9/9/9/K8 b P 1';
  expect(from('standard', pinned, 'P*').split(' ')).not.toContain('1b');
});

test('§12 check shogi lets a dropped pawn mate, and is over with the first check', () => {
  expect(from('check', PAWN_MATE, 'P*').split(' ')).toContain('1b');
  expect(countOf('check', '4k4/9/9/9/4R4/9/9/9/4K4 w - 1')).toBe(0);
});

test('§2 mate is check without a move', () => {
  expect(isMated(fromSfen('standard', '4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1'))).toBe(true);
  expect(isMated(fromSfen('standard', '4k4/4G4/9/9/9/9/9/9/4K4 w - 1'))).toBe(false);
  expect(isMated(fromSfen('standard', 'k8/9/1G7/9/9/9/9/9/4K4 w - 1'))).toBe(false);
});

test('§8 in sho shogi a second royal lifts the duty to save the first', () => {
  const both = '4k4/9/9/9/4r4/9/9/9/3+EK4 b - 1';
  expect(from('sho', both, '5i')).toBe('4h 4i 5h 6h');
  const elephant = '4k4/9/9/E8/4r4/9/9/9/4K4 b - 1';
  // In check, and only a new prince helps.
  expect(from('sho', elephant, '9d')).toBe('8c+ 9c+');
});

test('§8 in dobutsu shogi a lion may be left to be taken, and its arrival ends the game', () => {
  expect(from('dobutsu', '1l1/1c1/1L1/3 b - 1', '2c')).toBe('1b 1c 1d 2b 2d 3b 3c 3d');
  expect(countOf('dobutsu', 'L2/3/3/2l w - 1')).toBe(0);
  expect(countOf('dobutsu', 'L2/1l1/3/3 w - 1')).toBeGreaterThan(0);
});

test('§10 in kyoto shogi pieces turn at every move and are dropped with either face', () => {
  const sfen = '2k2/5/5/5/2K1P b T 1';
  expect(from('kyoto', sfen, '1e')).toBe('1d+');
  expect(from('kyoto', sfen, 'T*')).toBe(from('kyoto', sfen, 'L*'));
  expect(from('kyoto', sfen, 'L*').split(' ')).toContain('1a');
});

test('§11 in annan shogi a piece moves as the one behind it, and pawns may stand anywhere', () => {
  expect(from('annan', '4k4/9/9/9/9/4P4/4N4/9/K8 b - 1', '5f')).toBe('4d 6d');
  expect(from('annan', '4k4/9/9/9/9/9/9/9/K8 b P 1', 'P*').split(' ')).toContain('1a');
  // §11.5 In front of the king no drop may leave it without a move.
  expect(from('annan', PAWN_MATE, 'P*').split(' ')).not.toContain('1b');
});

test('§13 in tori shogi two swallows may share a file, and what leaves the zone promotes', () => {
  expect(from('tori', '3k3/7/6S/6S/7/7/3K3 b S 1', 'S*').includes('1')).toBe(false);
  expect(from('tori', '3k3/7/6S/7/7/7/3K3 b S 1', 'S*').split(' ')).toContain('1e');
  expect(from('tori', '3k3/6F/7/7/7/7/3K3 b - 1', '1b')).toBe('1a+ 2a+ 2b+ 2c+');
});

test('§15 in cannon shogi cannons hop to take, and nobody leaves the line of one', () => {
  expect(from('cannon', '4k4/9/4p4/9/4P4/9/4U4/9/4K4 b - 1', '5g')).toBe('1g 2g 3g 4g 5c? 5f 5h 6g 7g 8g 9g');
  // A screen that steps between makes the check.
  expect(from('cannon', 'k3u4/9/9/9/9/9/9/3G5/4K4 b - 1', '6h')).not.toContain('5h');
});

test('§9.3 in chu shogi a key of two squares is a second step, and a pass one of them', () => {
  const sfen = 'kr10/1n10/12/1N10/12/8p3/8+H3/12/12/12/12/K11 b - 1';
  expect(from('chu', sfen, '4g4f')).toBe('4e 4g');
  // §9.4 A lion at distance two that a rook protects.
  expect(from('chu', sfen, '11d!')).toBe('11b');
  expect(from('chu', sfen, '11d').split(' ')).not.toContain('11b');
  expect(from('chu', sfen, '11d10c')).toBe('11d');
});

test('§9.4 after a lion was struck only a lion takes another', () => {
  const sfen = 'k11/12/12/12/12/3n4r3/12/12/12/3R8/12/K11 b 4f 1';
  expect(from('chu', sfen, '9j!')).toBe('9f');
  expect(from('chu', sfen.replace('4f', '-'), '9j!')).toBe('');
});

test('a position with more moves than any other is looked at in little time', () => {
  const most = 'R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1';
  expect(countOf('standard', most)).toBe(593);
  const times = Array.from({ length: 50 }, () => {
    const position = fromSfen('standard', most);
    const began = performance.now();
    legalMoves(position);
    return performance.now() - began;
  }).sort((a, b) => a - b);
  process.stdout.write(
    `593 moves in ${times[25]?.toFixed(2)} ms, at first in ${times.at(-1)?.toFixed(2)} ms\n`,
  );
});
