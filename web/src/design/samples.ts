/**
 * Games in every state, for the design page: snapshots as a server would send them, and a socket
 * that sends only those.
 */

import { createGameStore, type GameStore } from '../game/game-store';
import type { Socket } from '../socket/socket';
import type { GameSnapshot } from '../wire/generated';

const START = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1';
const AFTER_FOUR = 'lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P4P1/PP1PPPP1P/1B5R1/LNSGKGSNL w - 4';
const HANA = { user: 'SampleUser1', name: 'Trần Thị Hoa', guest: false, king: '玉' } as const;
const GUEST = { user: 'SampleUser2', name: 'Guest 4711', guest: true, king: '王' } as const;

const base: GameSnapshot = {
  game: 'Samp1eGame',
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
  clock: { kind: 'byoyomi', main_ms: 600_000, byoyomi_ms: 30_000, periods: 3 },
  phase: 'playing',
  players: { sente: HANA, gote: GUEST },
  creator: HANA,
  wish: 'random',
  you: 'sente',
  furigoma: { tossed_for: GUEST.user, pawns: [true, false, true, true, false], fu: 3 },
  moves: [
    { usi: '7g7f', thought_ms: 4_000, credit_ms: 0 },
    { usi: '3c3d', thought_ms: 2_000, credit_ms: 0 },
    { usi: '2g2f', thought_ms: 11_000, credit_ms: 0 },
  ],
  sfen: AFTER_FOUR,
  turn: 'gote',
  ply: 3,
  check: false,
  repetitions: 1,
  impasse: null,
  clocks: {
    sente: { main_ms: 583_000, periods: 3 },
    gote: { main_ms: 0, periods: 2 },
    running: null,
    elapsed_ms: 0,
  },
  now: 0,
  dests: null,
  offers: [],
  result: null,
  connected: { sente: true, gote: false },
  claim_at: { sente: null, gote: null },
  halted: false,
  tournament: null,
  delay: 0,
  watchers: 3,
  chat: [
    { by: HANA.name, side: 'sente', text: 'よろしくお願いします', at: 1 },
    { by: GUEST.name, side: 'gote', text: 'Xin chào!', at: 2 },
    { by: 'Guest 7', side: null, text: 'Good luck to both.', at: 3 },
  ],
  created: 0,
};

const over = (changes: Partial<NonNullable<GameSnapshot['result']>>): GameSnapshot => ({
  ...base,
  phase: 'over',
  result: {
    reason: 'resignation',
    winner: 'sente',
    illegal: null,
    illegal_usi: null,
    left: null,
    next: null,
    ...changes,
  },
});

const count = { king_in_zone: true, pieces_in_zone: 8, in_check: false, points: 28, points_everywhere: 31 };

export type SampleName =
  | 'playing'
  | 'furigoma'
  | 'waiting'
  | 'joining'
  | 'offered'
  | 'asked'
  | 'impasse'
  | 'won'
  | 'lost'
  | 'drawn';

export const KINGS = { sente: '王', gote: '玉' } as const;

export const SAMPLES: Record<SampleName, GameSnapshot> = {
  playing: base,
  furigoma: { ...base, moves: [], sfen: START, turn: 'sente', ply: 0 },
  waiting: { ...base, phase: 'waiting', players: { sente: HANA, gote: null }, moves: [], ply: 0 },
  joining: { ...base, phase: 'waiting', you: null, players: { sente: null, gote: null }, moves: [], ply: 0 },
  offered: { ...base, offers: [{ by: 'gote', kind: 'takeback' }] },
  asked: { ...base, offers: [{ by: 'sente', kind: 'impasse' }] },
  impasse: { ...base, turn: 'sente', impasse: { sente: count, gote: { ...count, points: 14 } } },
  won: over({}),
  lost: over({ reason: 'illegal_move', winner: 'gote', illegal: 'nifu', illegal_usi: 'P*2e' }),
  drawn: over({ reason: 'repetition', winner: null }),
};

export function mapSamples<T>(make: (snapshot: GameSnapshot) => T): Record<SampleName, T> {
  return Object.fromEntries(Object.entries(SAMPLES).map(([name, it]) => [name, make(it)])) as Record<
    SampleName,
    T
  >;
}

/** A store that has this snapshot and will hear nothing more. */
export function sampleStore(snapshot: GameSnapshot): GameStore {
  const socket: Socket = {
    connection: 'open',
    user: null,
    lagMs: null,
    serverNow: () => 0,
    onChange: () => () => {},
    send: () => new Promise(() => {}),
    follow(_, listener) {
      listener.snapshot(snapshot);
      return () => {};
    },
    setPace: () => {},
    offline: () => {},
    nudge: () => {},
    close: () => {},
  };
  return createGameStore(snapshot.game, socket);
}
