/**
 * The state of the game page: what the server says, which move is looked at, and the move in the
 * making. Views are functions of its signals; pointer, keyboard and typed moves all come in through
 * `attempt`.
 */

import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { BoardModel } from '../board/board-grid';
import { anyDests, type Offered } from '../board/dests';
import { type Attempt, createMaking } from '../board/making';
import type { Asking } from '../board/promotion-choice';
import { go } from '../router';
import { forgetMyGame } from '../session';
import { settings } from '../settings/settings';
import { legalMoves } from '../shogi/law';
import { play } from '../shogi/position';
import { checkedRoyals } from '../shogi/reach';
import { squaresOf, type Usi, usiOf } from '../shogi/usi';
import type { Answer, Command, Socket } from '../socket/socket';
import { toast } from '../ui/toast';
import type { GameEvent, GameSnapshot, OfferKind, Side } from '../wire/generated';
import { applyEvent, isStrict, myTurn } from './game-state';
import { createLooking } from './looking';
import { moveTold, type WholeEvent } from './move-told';
import { createPremove, premovesAt } from './premove';
import { createSending, type Sending } from './sending';
import { createWhyNot, type WhyNot } from './why-not';

export type { Attempt } from '../board/making';

/** Something that just happened, for sounds, announcements and notices. */
export type GameNews = { event: WholeEvent; before: GameSnapshot; after: GameSnapshot };

export interface GameStore extends BoardModel, Asking, Pick<Sending, 'unsent'>, Pick<WhyNot, 'whyNot'> {
  readonly confirming: ReadonlySignal<Usi | null>;
  readonly sending: ReadonlySignal<Usi | null>;
  readonly code: string;
  readonly game: ReadonlySignal<GameSnapshot | null>;
  /** Refusal code when the game cannot be had. */
  readonly gone: ReadonlySignal<string | null>;
  /** How many moves the shown position has behind it. */
  readonly ply: ReadonlySignal<number>;
  /** Whether an earlier position than the newest is shown. */
  readonly lookingBack: ReadonlySignal<boolean>;
  readonly orientation: ReadonlySignal<Side>;
  /** The moves of both sides that are tried out ahead of the game; null when none are to be. */
  readonly ahead: ReadonlySignal<readonly Usi[] | null>;
  readonly premove: ReadonlySignal<Attempt | null>;

  /**
   * Somebody wanted to move where nothing is offered: the server says why not, and nothing moves.
   */
  tried(move: Attempt): void;
  confirm(yes: boolean): void;
  /** Sends a move as it was typed, promotion included. */
  playTyped(usi: Usi): void;
  /** From here on the board is for moves that are only tried out; null goes back to the game. */
  tryAhead(moves: readonly Usi[] | null): void;
  look(ply: number | null): void;
  flip(): void;
  setPremove(move: Attempt | null): void;
  serverNow(): number;
  command(command: GameCommand): Promise<Answer>;
  onNews(listener: (news: GameNews) => void): () => void;
  close(): void;
}

type GameCommand =
  | { t: 'resign' | 'abort' | 'declare' | 'rematch' | 'join' }
  | { t: 'claim'; win: boolean }
  | { t: 'offer'; kind: OfferKind }
  | { t: 'answer'; kind: OfferKind; accept: boolean }
  | { t: 'conditions'; ply: number; lines: string[] }
  | { t: 'chat'; text: string };

export function createGameStore(
  code: string,
  socket: Pick<Socket, 'follow' | 'send' | 'serverNow'>,
  moveOver: (next: string) => void = (next) => go(`/${next}`),
): GameStore {
  const game = signal<GameSnapshot | null>(null);
  const gone = signal<string | null>(null);
  const looking = createLooking(game);
  const { ahead, looked, played, line, newest, ply, lookingBack } = looking;
  const { whyNot, tell, ask } = createWhyNot(code, socket);
  const { confirming, sending, ...moves } = createSending(code, socket, tell);
  const { premove, ...premoving } = createPremove();
  const listeners = new Set<(news: GameNews) => void>();

  const listener = {
    snapshot(snapshot: unknown) {
      const next = snapshot as GameSnapshot;
      if (next.ply !== game.value?.ply) ahead.value = null;
      game.value = next;
      if (next.phase === 'over') forgetMyGame(code);
      // A move that is on its way while we were away stays in the air until it is answered.
      if (next.ply !== moves.sentAt()) clearMove();
    },
    event(raw: unknown) {
      const before = game.value;
      if (!before) return;
      const told = raw as GameEvent;
      const position = played.peek().at(-1);
      if (!position) return;
      const event = told.t === 'played' ? moveTold(told, position, before.clocks) : told;
      const after = applyEvent(before, event);
      game.value = after;
      if (event.t === 'moved' || event.t === 'taken_back' || event.t === 'ended') {
        sending.value = null;
        ahead.value = null;
        making.clear();
        confirming.value = null;
        looked.value = null;
      }
      if (event.t === 'taken_back' || event.t === 'ended') premove.value = null;
      if (event.t === 'ended') forgetMyGame(code);
      for (const heard of listeners) heard({ event, before, after });
      if (event.t === 'moved') playPremove();
      const next = after.result?.next;
      // A replay or a rematch: the players move over by themselves.
      if (after.you && next && next !== before.result?.next) moveOver(next);
    },
    refused(refusal: string) {
      gone.value = refusal;
    },
  };

  const shown = computed(() => {
    const { value: current } = game;
    const position = line.value[ply.value];
    if (!current || !position) return null;
    const moving = lookingBack.value ? null : (sending.value ?? confirming.value);
    if (moving) return { position: play(position, moving), last: squaresOf(moving), checks: [] };
    if (!lookingBack.value && making.shown.value) return { ...making.shown.value, checks: [] };
    const tried = ahead.value?.[ply.value - played.value.length];
    const move = tried ?? current.moves[ply.value - 1]?.usi;
    // §2.1 While a strict game is played nothing points at a check that was overlooked.
    const hush = isStrict(current) && current.phase === 'playing';
    return { position, last: squaresOf(move), checks: hush ? [] : checkedRoyals(position) };
  });

  /** All that may be played, whatever is in the making. */
  const possible = computed<Offered | null>(() => {
    const { value: current } = game;
    const position = line.value[newest.value];
    if (!current || !position || lookingBack.value) return null;
    if (ahead.value) return legalMoves(position);
    if (!myTurn(current)) return null;
    if (sending.value || confirming.value) return null;
    return isStrict(current) ? anyDests(position) : legalMoves(position);
  });

  const making = createMaking(
    () => ({ position: line.value[newest.value] ?? null, offered: possible.value }),
    (usi) => settle(usi),
  );
  const offered = computed(() => (making.asking.value ? null : (making.next.value ?? possible.value)));

  const premoves = computed(() => {
    const position = line.value[newest.value];
    const isElsewhere = lookingBack.value || ahead.value !== null;
    return game.value && position && !isElsewhere ? premovesAt(game.value, position, sending.value) : null;
  });

  // Everything that is announced at once finds its place ready.
  let unfollow = socket.follow(`game:${code}`, listener);

  function clearMove() {
    making.clear();
    moves.clear();
  }

  function send(usi: Usi) {
    if (game.value) moves.send(usi, game.value.ply);
  }

  function settle(usi: Usi) {
    if (ahead.value) {
      making.clear();
      ahead.value = [...ahead.value, usi];
      return;
    }
    if (settings.confirmMoves.value) confirming.value = usi;
    else send(usi);
  }

  function attempt(move: Attempt) {
    const { value: current } = game;
    if (!current) return;
    if (!offered.value) {
      if (premoves.value) layPremove(move);
      return;
    }
    // What is not offered goes to the server all the same, which says what is wrong with it.
    if (!making.attempt(move) && !making.stepping.value && !ahead.value)
      settle(usiOf(move.from, move.to, false));
  }

  function tried(move: Attempt) {
    const { value: current } = game;
    const position = line.value[newest.value];
    if (!current || !position || !offered.value || ahead.value) return;
    ask(position, current.ply, move);
  }

  const layPremove = (move: Attempt) => premoving.lay(move, line.value[newest.value]);

  function playPremove() {
    if (!premove.value || game.value?.turn !== game.value?.you) return;
    const usi = premoving.take(offered);
    if (usi) send(usi);
  }

  return {
    code,
    game,
    gone,
    line,
    ply,
    lookingBack,
    shown,
    orientation: looking.orientation,
    flip: looking.flip,
    offered,
    premoves,
    asking: making.asking,
    stepping: making.stepping,
    confirming,
    sending,
    unsent: moves.unsent,
    ahead,
    premove,
    whyNot,
    attempt,
    tried,
    answerPromotion: making.answerPromotion,
    answerStep: making.answerStep,
    pass: making.pass,
    confirm(yes) {
      const usi = confirming.value;
      if (!usi) return;
      if (yes) send(usi);
      else confirming.value = null;
    },
    playTyped(usi) {
      if (offered.value) settle(usi);
    },
    tryAhead(moves) {
      clearMove();
      looked.value = null;
      premove.value = null;
      ahead.value = moves;
    },
    look(next) {
      clearMove();
      looked.value = next === null || next >= newest.value ? null : Math.max(0, next);
    },
    setPremove(move) {
      if (move) layPremove(move);
      else premove.value = null;
    },
    serverNow: () => socket.serverNow(`game:${code}`),
    async command(command) {
      const answer = await socket.send({ ...command, game: code } as Command);
      if (answer.t === 'refused') toast.refusal(answer);
      // Sitting down changes what we may see: ask for everything again.
      else if (command.t === 'join') {
        unfollow();
        unfollow = socket.follow(`game:${code}`, listener);
      }
      return answer;
    },
    onNews(heard) {
      listeners.add(heard);
      return () => listeners.delete(heard);
    },
    close() {
      unfollow();
      moves.close();
      listeners.clear();
    },
  };
}
