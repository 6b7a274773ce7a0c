import { readFileSync } from 'node:fs';
import { formatMove, Position as Oracle } from 'tsshogi';
import { expect, test } from 'vitest';
import { GAMES, movesOf } from '../../../test/games';
import { VARIANTS } from '../../wire/variants';
import { NOTATIONS, type NotationName, notationFor } from '../notation';
import { fromSfen, type Position, play, toSfen } from '../position';
import { couldPromote } from '../promotion';
import { checkedRoyals, reachOf } from '../reach';
import { square } from '../square';
import { formatUsi, parseUsi, type Usi } from '../usi';
import { isLarge } from '../variant';

const START = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1';

function usi(text: string): Usi {
  const move = parseUsi(text);
  if (!move) throw new Error(`${text} is no move`);
  return move;
}

/** Position, move, where the last one went, and the spelling in each system. */
const SPELLINGS: [string, string, string | null, Partial<Record<NotationName, string>>][] = [
  [
    START,
    '7g7f',
    null,
    {
      japanese: '7六歩',
      western_digits: 'P-76',
      western_letters: 'P-7f',
      vietnamese: 'T-76',
      csa: '+7776FU',
      usi: '7g7f',
    },
  ],
  // The examples of §5.
  [
    '4k4/9/9/2p6/9/9/9/9/2R1K4 b - 1',
    '7i7d',
    null,
    { japanese: '7四飛', western_digits: 'Rx74', western_letters: 'Rx7d', vietnamese: 'Xx74' },
  ],
  [
    '4k4/9/3S5/9/9/9/9/9/4K4 b - 1',
    '6c6b+',
    null,
    { japanese: '6二銀成', western_digits: 'S-62+', vietnamese: 'B-62+', csa: '+6362NG' },
  ],
  [
    '4k4/9/3S5/9/9/9/9/9/4K4 b - 1',
    '6c6b',
    null,
    { japanese: '6二銀不成', western_digits: 'S-62=', vietnamese: 'B-62=' },
  ],
  [
    '4k4/9/9/9/3N1N3/9/9/9/4K4 b - 1',
    '6e5c+',
    null,
    { japanese: '5三桂左成', western_digits: 'N65-53+', western_letters: 'N6e-5c+', vietnamese: 'M(65)-53+' },
  ],
  [
    '4k4/9/9/9/9/9/9/9/4K4 b PB 1',
    'P*5e',
    null,
    { japanese: '5五歩', western_digits: 'P*55', vietnamese: 'T*55' },
  ],
  [
    '4k4/9/9/4B4/9/9/9/9/4K4 b B 1',
    'B*7f',
    null,
    { japanese: '7六角打', western_digits: 'B*76', vietnamese: 'Tg*76' },
  ],
  [
    '4k4/9/9/9/9/9/9/9/4K1+R2 w - 1',
    '5a5b',
    '5b',
    { japanese: '同玉', western_digits: 'K-52', vietnamese: 'V-52' },
  ],
  [
    '4k4/9/9/9/9/9/9/9/+R3K4 b - 1',
    '9i9a',
    null,
    { japanese: '9一龍', western_digits: '+R-91', vietnamese: '+X-91' },
  ],
  // Golds told apart by where they come from.
  ['4k4/9/9/9/9/9/3GGG3/9/4K4 b - 1', '5g5f', null, { japanese: '5六金直' }],
  ['4k4/9/9/9/9/9/3GGG3/9/4K4 b - 1', '6g5f', null, { japanese: '5六金左' }],
  ['4k4/9/9/9/9/4G4/9/4G4/4K4 b - 1', '5h5g', null, { japanese: '5七金上' }],
  ['4k4/9/9/9/9/4G4/9/4G4/4K4 b - 1', '5f5g', null, { japanese: '5七金引' }],
  ['4k4/9/9/9/9/3S1S3/9/3S1S3/4K4 b - 1', '6h5g', null, { japanese: '5七銀左上' }],
  ['4k4/9/9/9/9/3S1S3/9/3S1S3/4K4 b - 1', '4f5g', null, { japanese: '5七銀右引' }],
  ['4k4/9/9/9/9/9/9/9/+R3K3+R b - 1', '1i1a', null, { japanese: '1一龍' }],
  ['4k4/9/9/9/9/9/+R7+R/9/4K4 b - 1', '9g5g', null, { japanese: '5七龍左' }],
  // Gote's left is the board's right.
  ['4k4/9/2n1n4/9/9/9/9/9/4K4 w - 1', '7c6e', null, { japanese: '6五桂右', vietnamese: 'M(73)-65' }],
];

test.each(SPELLINGS)('%s %s', (sfen, move, previous, spellings) => {
  const position = fromSfen('standard', sfen);
  for (const [name, spelling] of Object.entries(spellings))
    expect(NOTATIONS[name as NotationName].write(position, usi(move), previous), name).toBe(spelling);
});

/**
 * What the server writes into files, of every variant: a position, then where the last move went, a
 * move, and four spellings. Pages say squares of large boards otherwise than files (§9.7).
 */
const TABLE = readFileSync('../crates/kifu/tests/data/notations.txt', 'utf8');
const COLUMNS: NotationName[] = ['japanese', 'western_digits', 'western_letters', 'vietnamese'];

test('moves of all variants are written as the server writes them', () => {
  let position: Position | null = null;
  let n = 0;
  for (const line of TABLE.split('\n')) {
    if (line.startsWith('sfen ')) position = fromSfen(variantWith(line.slice(5)), line.slice(5));
    else if (line !== '' && !line.startsWith('#') && position) {
      const [last = '-', move = '', ...spellings] = line.split(' ');
      const before = last === '-' ? null : usi(last).to;
      for (const [i, name] of COLUMNS.entries()) {
        const written = notationFor(name, position.variant.name).write(position, usi(move), before);
        const expected = isLarge(position.variant) ? onLarge(spellings)[i] : spellings[i];
        expect(written, `${line}: ${name}`).toBe(expected?.replace('竜', '龍'));
        n++;
      }
    }
  }
  expect(n).toBeGreaterThan(200);
});

/** The same as pages say them of a large board: the last two as the one with letters. */
function onLarge([japanese = '', , letters = '', vietnamese = '']: string[]): string[] {
  const inBrackets = letters.replace(/^(\+?[A-Z][A-Za-z]*)(\d+[a-l])(?=[-x])/, '$1($2)');
  return [japanese, letters, letters, vietnamese.includes('(') ? inBrackets : letters];
}

/** The variant on whose board, and with whose pieces, a position is. */
function variantWith(sfen: string): string {
  const ranks = (sfen.split(' ')[0] ?? '').split('/');
  const kinds = [...(sfen.split(' ')[0] ?? '').matchAll(/\+?[A-Z]/gi)].map(([kind]) => kind.toUpperCase());
  const files = [...(ranks[0] ?? '').matchAll(/\d+|[A-Z]/gi)].reduce(
    (sum, [it]) => sum + (Number(it) || 1),
    0,
  );
  const found = VARIANTS.find(
    (it) => it.ranks === ranks.length && it.files === files && kinds.every((kind) => kind in it.pieces),
  );
  if (!found) throw new Error(`${sfen} is of no variant`);
  return found.name;
}

test.each(GAMES)(
  '%s is written as another implementation writes it, and ends in the same position',
  (game) => {
    let position = fromSfen('standard', START);
    const oracle = new Oracle();
    let previous: string | null = null;
    for (const [ply, text] of movesOf(game).entries()) {
      const theirs = oracle.createMoveByUSI(text);
      if (!theirs) throw new Error(`${text} at ${ply}`);
      const written = formatMove(oracle, theirs);
      const ours = NOTATIONS.japanese.write(position, usi(text), null);
      expect(ours, `ply ${ply}: ${text}`).toBe(plain(written));
      oracle.doMove(theirs, { ignoreValidation: false });
      position = play(position, usi(text));
      previous = usi(text).to;
      const { board, hands } = toSfen(position);
      expect(`${board} ${hands}`, `ply ${ply}`).toBe(oracle.sfen.replace(/^(\S+) . (\S+) .*$/, '$1 $2'));
    }
    expect(previous).not.toBeNull();
  },
);

/** A small generator of the same numbers every time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

/** Every way some piece of the side to move can go, as the client sees it. */
function ways(position: Position): Usi[] {
  const moves: Usi[] = [];
  for (const [from, piece] of position.board) {
    if (piece.side !== position.turn) continue;
    for (const to of reachOf(position, from))
      for (const promote of couldPromote(position, from, to) ? [true, false] : [false])
        moves.push({ drop: null, from, to, promote });
  }
  for (const [kind, count] of position.hands[position.turn])
    for (let rank = 0; count > 0 && rank < 9; rank++)
      for (let file = 1; file <= 9; file++)
        if (!position.board.has(square(file, rank)))
          moves.push({ drop: kind, from: null, to: square(file, rank), promote: false });
  return moves;
}

test.each([1, 2, 3, 4])(
  'game %i of random moves, full of promoted pieces, is written as another implementation writes it',
  (seed) => {
    const next = numbers(seed);
    let position = fromSfen('standard', START);
    const oracle = new Oracle();
    for (let ply = 0; ply < 220; ply++) {
      const legal = ways(position).flatMap((usi) => {
        const theirs = oracle.createMoveByUSI(formatUsi(usi));
        return theirs && oracle.isValidMove(theirs) ? [{ usi, theirs }] : [];
      });
      // Promotions and drops first, so that there is much to tell apart.
      const eager = legal.filter(({ usi }) => usi.promote || usi.drop !== null);
      const choices = eager.length > 0 && next(3) > 0 ? eager : legal;
      const chosen = choices[next(choices.length)];
      if (!chosen) break;
      expect(
        NOTATIONS.japanese.write(position, chosen.usi, null),
        `${oracle.sfen} ${formatUsi(chosen.usi)}`,
      ).toBe(plain(formatMove(oracle, chosen.theirs)));
      expect(checkedRoyals(position).length > 0, oracle.sfen).toBe(oracle.checked);
      oracle.doMove(chosen.theirs);
      position = play(position, chosen.usi);
    }
  },
);

/** Their spelling in ours: no side's mark, digits of one width, the old form of 竜. */
function plain(text: string): string {
  return text
    .replace(/^[☗☖▲△]/, '')
    .replace(/[１-９]/, (digit) => String('０１２３４５６７８９'.indexOf(digit)))
    .replace('竜', '龍');
}
