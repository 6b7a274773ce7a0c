/** A game as its frames tell it. */

import type { Client } from './client.js';
import { movesOf } from './moves.js';
import { Refused } from './refused.js';
import type { Frame } from './stream.js';
import type { Dests, GameEvent, GameResult, GameSnapshot, Side } from './wire.js';

/** A move is refused like this when the position has changed in the meantime. */
const OVERTAKEN = new Set<string>(['stale_ply', 'not_your_turn', 'game_over', 'halted']);

/** How a game stands. The same object changes with every frame. */
export class Game {
  variant = 'standard';
  sfen = '';
  you: Side | null = null;
  players: GameSnapshot['players'] = { sente: null, gote: null };
  clocks: GameSnapshot['clocks'] | null = null;
  phase: GameSnapshot['phase'] = 'waiting';
  ply = 0;
  halted = false;
  dests: Dests | null = null;
  result: GameResult | null = null;

  constructor(
    private readonly client: Client,
    readonly code: string,
  ) {}

  /** Whose turn it is. */
  get turn(): Side {
    return this.sfen.split(' ')[1] === 'b' ? 'sente' : 'gote';
  }

  /** Whether a move of this account is waited for. */
  get isMyTurn(): boolean {
    return this.phase === 'playing' && !this.result && !this.halted && this.turn === this.you;
  }

  /**
   * In USI, none when it is mate, which is told before the end; asked for where illegal moves lose, since frames say
   * nothing of them there.
   */
  async legalMoves(): Promise<string[]> {
    if (!this.dests) {
      const { variant, sfen } = this;
      const answer = await this.client.send({ t: 'position', variant, sfen });
      this.dests = answer.position?.dests ?? {};
    }
    return movesOf(this.dests);
  }

  /** Makes a move; `false` when the position has changed in the meantime. */
  move(usi: string): Promise<boolean> {
    return this.say(this.client.send({ t: 'move', game: this.code, ply: this.ply, usi }));
  }

  /** Gives it up; `false` when it is over. */
  resign(): Promise<boolean> {
    return this.say(this.client.send({ t: 'resign', game: this.code }));
  }

  private async say(answer: Promise<unknown>): Promise<boolean> {
    try {
      await answer;
      return true;
    } catch (error) {
      if (error instanceof Refused && OVERTAKEN.has(error.code)) return false;
      throw error;
    }
  }

  /** Takes a frame in; whether the position, its clocks or its end have changed. */
  hear(frame: Frame): boolean {
    if (frame.t === 'snapshot') {
      const { variant, sfen, you, players, clocks, phase, ply, halted, dests, result } =
        frame.snapshot as GameSnapshot;
      Object.assign(this, { variant, sfen, you, players, clocks, phase, ply, halted, dests, result });
      return true;
    }
    const told = frame.event as GameEvent;
    switch (told.t) {
      case 'started':
        this.phase = 'playing';
        this.you = told.you ?? null;
        this.players = told.players;
        this.dests = told.dests ?? null;
        break;
      case 'moved':
      case 'taken_back':
        this.ply = told.ply;
        this.sfen = told.sfen;
        this.dests = told.dests ?? null;
        break;
      case 'ended':
        this.phase = 'over';
        this.result = told.result;
        break;
      case 'arbiter':
        this.halted = told.halted;
        break;
      case 'interrupted':
      case 'resumed':
        break;
      default:
        return false;
    }
    this.clocks = told.clocks;
    return true;
  }
}
