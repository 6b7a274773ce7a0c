import { expect, test } from 'vitest';
import type { NotationName } from './notation';
import { fromSfen } from './position';
import { readTyped } from './typed';
import { formatUsi } from './usi';

const START = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1';
const KNIGHTS = '4k4/9/9/9/3N1N3/9/9/9/4K4 b - 1';
const SILVER = '4k4/9/3S5/9/9/9/9/9/4K4 b - 1';
const HAND = '4k4/9/9/4B4/9/9/9/9/4K4 b BPR 1';

const CASES: [string, NotationName, string, string][] = [
  [START, 'usi', '7g7f', '7g7f'],
  [START, 'usi', ' 7G7F ', '7g7f'],
  [START, 'western_digits', 'P-76', '7g7f'],
  [START, 'western_digits', 'p76', '7g7f'],
  [START, 'western_letters', 'P-7f', '7g7f'],
  [START, 'vietnamese', 'T-76', '7g7f'],
  [START, 'vietnamese', 't76', '7g7f'],
  [START, 'japanese', '7六歩', '7g7f'],
  [START, 'japanese', '７六歩', '7g7f'],
  [START, 'japanese', '76歩', '7g7f'],
  // Another notation than the one in use is understood as long as it says something else.
  [START, 'vietnamese', 'P-76', '7g7f'],
  [START, 'western_digits', 'V-58', '5i5h'],
  // B is a bishop or a silver by the notation in use.
  ['4k4/9/9/9/9/9/9/2S1B4/4K4 b - 1', 'western_digits', 'B-67', '5h6g'],
  ['4k4/9/9/9/9/9/9/2S1B4/4K4 b - 1', 'vietnamese', 'B-67', '7h6g'],
  [KNIGHTS, 'western_digits', 'N65-53+', '6e5c+'],
  [KNIGHTS, 'western_digits', 'N6553+', '6e5c+'],
  [KNIGHTS, 'vietnamese', 'M(65)-53+', '6e5c+'],
  [KNIGHTS, 'japanese', '5三桂左成', '6e5c+'],
  [KNIGHTS, 'western_digits', 'N-53+', 'unreadable'],
  [SILVER, 'western_digits', 'S-62=', '6c6b'],
  [SILVER, 'western_digits', 'S-62', 'open 6c6b'],
  [SILVER, 'japanese', '6二銀成', '6c6b+'],
  [SILVER, 'japanese', '6二銀', 'open 6c6b'],
  [HAND, 'usi', 'p*5e', 'P*5e'],
  [HAND, 'western_digits', 'R*55', 'R*5e'],
  [HAND, 'western_digits', "P'55", 'P*5e'],
  [HAND, 'vietnamese', 'X*55', 'R*5e'],
  [HAND, 'japanese', '5五飛', 'R*5e'],
  [HAND, 'japanese', '7六角打', 'B*7f'],
  [START, 'western_digits', 'hello', 'unreadable'],
  [START, 'western_digits', '', 'unreadable'],
];

test.each(CASES)('%s in %s: %s is %s', (sfen, notation, text, expected) => {
  const typed = readTyped(text, fromSfen('standard', sfen), null, notation);
  const got = typed.ok ? `${typed.open ? 'open ' : ''}${formatUsi(typed.usi)}` : typed.problem;
  expect(got).toBe(expected);
});

const CHU: [string, string][] = [
  ['7五・6五獅', 'unreadable'],
  ['6五・5四獅', '6f6e5d'],
  ['６五・５四獅', '6f6e5d'],
  ['6五居喰い', '6f6e6f'],
  ['じっと', '6f7f6f'],
  ['lnx65-54', '6f6e5d'],
  ['Lnx6e-5d', '6f6e5d'],
  ['Ln!65', '6f6e6f'],
  ['Ln--', '6f7f6f'],
  ['Ln66-64', '6f6d'],
  ['6四獅', '6f6d'],
  ['9四飛', 'open 9j9d'],
  ['R-94+', '9j9d+'],
  ['K-12k', '12l12k'],
  ['12十一玉', '12l12k'],
  ['K-12k', '12l12k'],
];

test.each(CHU)('in chu shogi %s is %s', (text, expected) => {
  const sfen = 'k11/1g10/12/12/6p5/6N5/5p6/12/12/3R8/12/K11 b - 1';
  const typed = readTyped(text, fromSfen('chu', sfen), null, 'western_digits');
  const got = typed.ok ? `${typed.open ? 'open ' : ''}${formatUsi(typed.usi)}` : typed.problem;
  expect(got).toBe(expected);
});

test.each(['T-54+', 'T-54', 't54', 'Tk-54', '5四と', '5四と成', '5e5d+'])(
  'a piece that turns at every move does so in %s, said or not',
  (text) => {
    const position = fromSfen('kyoto', 'pgkst/5/5/5/TSKGP b - 1');
    const typed = readTyped(text, position, null, 'western_digits');
    expect(typed.ok && formatUsi(typed.usi)).toBe('5e5d+');
    expect(typed.ok && typed.open).toBe(false);
  },
);

test('同 is where the last move went', () => {
  const position = fromSfen('standard', '4k4/9/9/9/9/9/9/4+r4/4K4 b - 1');
  const typed = readTyped('同玉', position, '5h', 'japanese');
  expect(typed.ok && formatUsi(typed.usi)).toBe('5i5h');
});

test('USI is taken as it stands, so that a strict game can be lost by it', () => {
  const typed = readTyped('7g5e', fromSfen('standard', START), null, 'vietnamese');
  expect(typed.ok && formatUsi(typed.usi)).toBe('7g5e');
});
