/** A game of the server for the client's own tests: how it begins, and what is seen of it. */

import { randomBytes } from 'node:crypto';
import { Position as Oracle } from 'tsshogi';
import { HANDICAPS } from '../src/lobby/handicaps';
import type { ClockState, GameSnapshot, RuleSet, Setup, Side, User } from '../src/wire/generated';

const HANDICAP_SFEN: Record<string, string> = {
  '2_piece': 'lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1',
  lance: 'lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1',
};
const START = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1';

const CASUAL: RuleSet = {
  illegal: 'reject',
  repetition: 'draw',
  impasse: 'points27',
  impasse_draw: 'draw',
  max_moves: 500,
  takeback: true,
};
const PRESETS: Record<string, RuleSet> = {
  casual: CASUAL,
  tournament: { ...CASUAL, illegal: 'loses', repetition: 'replay', takeback: false },
  professional: { ...CASUAL, illegal: 'loses', repetition: 'replay', impasse: 'points24', takeback: false },
};

export interface Game {
  snapshot: GameSnapshot;
  seq: number;
  oracle: Oracle;
  turnBegan: number;
}

/** A game with this set-up that waits for somebody. */
export function snapshotOf(setup: Setup, creator: User): GameSnapshot {
  const start = typeof setup.start === 'string' ? (HANDICAP_SFEN[setup.start] ?? START) : setup.start.sfen;
  const clock = 'kind' in setup.clock ? setup.clock : setup.clock.sente;
  const main_ms =
    clock.kind === 'stopwatch'
      ? clock.main_minutes * 60_000
      : clock.kind === 'untimed'
        ? 86_400_000
        : clock.kind === 'correspondence'
          ? clock.days * 86_400_000
          : clock.main_ms;
  const side = { main_ms, periods: clock.kind === 'byoyomi' ? clock.periods : 0 };
  return {
    game: code(),
    variant: setup.variant,
    start,
    handicap: HANDICAPS.find((it) => it === setup.start) ?? null,
    rules: typeof setup.rules === 'string' ? (PRESETS[setup.rules] ?? CASUAL) : setup.rules,
    rated: setup.rated ?? false,
    preset: typeof setup.rules === 'string' ? setup.rules : null,
    clock: setup.clock,
    phase: 'waiting',
    players: { sente: null, gote: null },
    creator: { user: creator.id, name: creator.name, guest: creator.guest, king: '王' },
    wish: setup.side,
    you: null,
    furigoma: null,
    moves: [],
    sfen: start,
    turn: start.includes(' w ') ? 'gote' : 'sente',
    ply: 0,
    check: false,
    repetitions: 1,
    impasse: null,
    clocks: { sente: side, gote: side, running: null },
    now: Date.now(),
    dests: null,
    offers: [],
    result: null,
    connected: { sente: true, gote: true },
    claim_at: { sente: null, gote: null },
    halted: false,
    tournament: null,
    delay: 0,
    watchers: 0,
    chat: [],
    created: Date.now(),
  };
}

/** The game as it stands after the moves of a snapshot, which is put right. */
export function gameOf(snapshot: GameSnapshot): Game {
  const oracle = Oracle.newBySFEN(snapshot.start);
  if (!oracle) throw new Error(`no position: ${snapshot.start}`);
  const game: Game = {
    snapshot,
    seq: 0,
    oracle,
    turnBegan: Date.now() - (snapshot.clocks.elapsed_ms ?? 0),
  };
  for (const { usi } of snapshot.moves) {
    const move = oracle.createMoveByUSI(usi);
    if (!move || !oracle.doMove(move)) throw new Error(`no move: ${usi}`);
  }
  snapshot.ply = snapshot.moves.length;
  snapshot.sfen = oracle.getSFEN(snapshot.ply + 1);
  snapshot.turn = oracle.color === 'black' ? 'sente' : 'gote';
  return game;
}

/** Its clocks, and the instant for which they hold. */
export function clocksNow(game: Game): { clocks: ClockState; now: number } {
  const now = Date.now();
  const { clocks } = game.snapshot;
  return { clocks: { ...clocks, elapsed_ms: clocks.running ? now - game.turnBegan : 0 }, now };
}

export function sideOf(game: Game, user: User): Side | null {
  const { sente, gote } = game.snapshot.players;
  return sente?.user === user.id ? 'sente' : gote?.user === user.id ? 'gote' : null;
}

/** A new address. */
export function code(): string {
  const signs = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  return Array.from(randomBytes(10), (byte) => signs[byte % signs.length]).join('');
}
