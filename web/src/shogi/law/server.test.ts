/**
 * The law against the server's: games drawn from what is legal, which differ as soon as the law
 * does.
 */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { VARIANTS } from '../../wire/variants';
import { isMated, legalMoves, type Offered } from '../law';
import { fromSfen, type Position, play, sfenOf } from '../position';
import { checkedRoyals } from '../reach';
import { parseUsi } from '../usi';

/** Where the games are, if not those that every run compares (`cargo xtask law`). */
const FILE = process.env.LAW_FILE ?? new URL('../../../test/games/law.txt', import.meta.url);

const GAMES = readFileSync(FILE, 'utf8').trimEnd().split('\n');

/** Long enough for more games than every run compares. */
const TIMEOUT_MS = 3_600_000;

for (const { name } of VARIANTS)
  test(`the law of ${name} is the server's`, { timeout: TIMEOUT_MS }, () => {
    const games = GAMES.filter((game) => game.startsWith(`${name}\t`));
    expect(games.length).toBeGreaterThan(0);
    let positions = 0;
    for (const game of games) positions += compare(game);
    if (process.env.LAW_FILE)
      process.stdout.write(`${name}: ${positions} positions in ${games.length} games\n`);
  });

/** Plays a game, and gives back how many positions it had. */
function compare(game: string): number {
  const [variant = '', sfen = '', seed, sums = '', end] = game.split('\t');
  const dice = diceOf(Number(seed));
  let position = fromSfen(variant, sfen);
  let sum = 0x811c9dc5;
  let ply = 0;
  for (; ; ply++) {
    const text = said(position);
    sum = added(sum, text);
    if (hex(sum & 0xff, 2) !== sums.slice(2 * ply, 2 * ply + 2))
      expect.fail(`${variant} ${sfen}, seed ${seed}, ply ${ply}: the server does not say ${text}`);
    if (2 * ply + 2 === sums.length) break;
    position = chosen(position, dice);
  }
  expect(hex(sum, 8), game).toBe(end);
  return ply + 1;
}

/** Everything that the law says of a position, in order. */
function said(position: Position): string {
  const state = isMated(position) ? 'mate' : checkedRoyals(position).length > 0 ? 'check' : '';
  const keys = sorted(legalMoves(position)).map(([key, squares]) => ` ${key}:${squares.join('')}`);
  return `${sfenOf(position).replace(/ 1$/, '')} ${state}${keys.join('')}`;
}

const MARKS = { no: '', may: '?', must: '+' };

function sorted(legal: Offered): [string, string[]][] {
  const all = [...legal].map(([key, squares]): [string, string[]] => [
    key,
    [...squares].map(([to, promotion]) => to + MARKS[promotion]).sort(),
  ]);
  return all.sort(([a], [b]) => (a < b ? -1 : 1));
}

function added(sum: number, text: string): number {
  let next = sum;
  for (let i = 0; i < text.length; i++) next = Math.imul(next ^ text.charCodeAt(i), 0x01000193);
  return next >>> 0;
}

const hex = (sum: number, digits: number) => sum.toString(16).padStart(digits, '0');

/** Numbers without pattern, as the server draws them (Mulberry32). */
function diceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let z = Math.imul(state ^ (state >>> 15), state | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return (z ^ (z >>> 14)) >>> 0;
  };
}

/** The position after a legal move; often a capture or a promotion where there are some. */
function chosen(position: Position, dice: () => number): Position {
  const texts = sorted(legalMoves(position))
    .filter(([key]) => !key.endsWith('!'))
    .flatMap(([key, squares]) =>
      squares.flatMap((square) => {
        const to = square.replace(/[?+]$/, '');
        return [...(square.endsWith('+') ? [] : [key + to]), ...(to === square ? [] : [`${key}${to}+`])];
      }),
    );
  const moves = texts.map(parseUsi).filter((usi) => usi !== null);
  const sharp = moves.filter((usi) => usi.promote || position.board.has(usi.to));
  const among = dice() % 3 === 0 && sharp.length > 0 ? sharp : moves;
  const usi = among[dice() % Math.max(1, among.length)];
  return usi ? play(position, usi) : position;
}
