/** A game's snapshot to start tests from. */

import type { GameSnapshot } from '../src/wire/generated';

export const START = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1';

export function snapshotOf(changes: Partial<GameSnapshot>): GameSnapshot {
  const side = { main_ms: 600_000, periods: 1 };
  return {
    game: 'AbCdEfGh12',
    variant: 'standard',
    start: START,
    handicap: null,
    rules: {
      illegal: 'reject',
      repetition: 'draw',
      impasse: 'points27',
      impasse_draw: 'draw',
      max_moves: 500,
      takeback: true,
    },
    rated: false,
    preset: 'casual',
    clock: { kind: 'byoyomi', main_ms: 600_000, byoyomi_ms: 30_000, periods: 1 },
    phase: 'playing',
    players: {
      sente: { user: 'UserUser11', name: 'Guest 4711', guest: true, king: '王' },
      gote: { user: 'UserUser22', name: 'Guest 1234', guest: true, king: '玉' },
    },
    creator: { user: 'UserUser11', name: 'Guest 4711', guest: true, king: '王' },
    wish: 'random',
    you: null,
    furigoma: null,
    moves: [],
    sfen: START,
    turn: 'sente',
    ply: 0,
    check: false,
    repetitions: 1,
    impasse: null,
    clocks: { sente: side, gote: side, running: 'sente' },
    now: 0,
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
    created: 0,
    ...changes,
  };
}
