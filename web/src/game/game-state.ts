/**
 * The state of one game as this tab knows it: the server's snapshot, moved along by the server's
 * events.
 */

import { shownName } from '../people/shown-name';
import { other, turnOf } from '../shogi/position';
import type { ChatLine, GameResult, GameSnapshot, Player } from '../wire/generated';
import type { WholeEvent } from './move-told';

/** Endings without a winner that are no draw either. */
export const NO_RESULT = new Set<GameResult['reason']>(['no_first_move', 'aborted', 'annulled']);

/** Chat lines kept; older ones fall off. */
const CHAT_MAX = 200;

export function applyEvent(game: GameSnapshot, event: WholeEvent): GameSnapshot {
  switch (event.t) {
    case 'created':
    case 'stalled':
      return game;
    case 'started':
      return {
        ...game,
        phase: 'playing',
        players: event.players,
        you: event.you,
        furigoma: event.furigoma,
        clocks: event.clocks,
        now: event.now,
      };
    case 'moved':
      return {
        ...game,
        moves: [
          ...game.moves.slice(0, event.ply - 1),
          { usi: event.usi, thought_ms: event.thought_ms, credit_ms: event.credit_ms ?? 0 },
        ],
        ply: event.ply,
        ...reached(event),
        // The next move cancels what was on offer.
        offers: [],
      };
    case 'offered':
      return {
        ...game,
        offers: [...game.offers.filter((it) => it.kind !== event.kind), { by: event.by, kind: event.kind }],
      };
    case 'answered':
      return { ...game, offers: game.offers.filter((it) => it.kind !== event.kind) };
    case 'taken_back':
      return {
        ...game,
        moves: game.moves.slice(0, event.ply),
        ply: event.ply,
        ...reached(event),
        offers: [],
      };
    case 'ended':
      return { ...game, phase: 'over', result: event.result, clocks: event.clocks, offers: [] };
    case 'arbiter':
      return { ...game, halted: event.halted, clocks: event.clocks, now: event.now };
    case 'away':
      return {
        ...game,
        vacations: { sente: null, gote: null, ...game.vacations, [event.side]: event.vacation },
        clocks: event.clocks,
        now: event.now,
      };
    case 'agreed':
    case 'interrupted':
    case 'resumed':
      return { ...game, clocks: event.clocks, now: event.now };
    case 'next':
      return game.result ? { ...game, result: { ...game.result, next: event.game }, offers: [] } : game;
    case 'chat': {
      const { t: _, ...line } = event;
      return { ...game, chat: [...game.chat, line].slice(-CHAT_MAX) };
    }
    case 'conditions':
      return { ...game, conditions: event.lines };
    case 'presence':
      return { ...game, connected: event.connected, claim_at: event.claim_at, watchers: event.watchers };
  }
}

/** The position after a move or a take-back. What is as it mostly is was left out. */
function reached(event: Extract<WholeEvent, { t: 'moved' | 'taken_back' }>) {
  const { sfen, check = false, repetitions = 1, impasse = null, clocks, now } = event;
  return { sfen, turn: turnOf(sfen), check, repetitions, impasse, clocks, now };
}

/** Who sits on the other side; null for watchers. */
/** What somebody in a seat is called; null while it is empty. */
export const nameOf = (player: { name: string } | null | undefined): string | null =>
  player ? shownName(player.name) : null;

export const opponentOf = ({ you, players }: Pick<GameSnapshot, 'you' | 'players'>): Player | null =>
  you && players[other(you)];

/** The highest level of the machine that beginners play. */
const BEGINNERS_LEVEL_MAX = 3;

/** Whether it is the machine as beginners play it. */
export const isBeginnersOpponent = (opponent: Player | null): boolean =>
  opponent?.engine === true && (opponent.level ?? 0) <= BEGINNERS_LEVEL_MAX;

/** Whether this tab may move now. */
export function myTurn(game: GameSnapshot): boolean {
  return game.phase === 'playing' && game.you === game.turn;
}

export function isStrict(game: GameSnapshot): boolean {
  return game.rules.illegal === 'loses';
}

export type { ChatLine };
