/** The board of somebody who keeps a score: what is entered, what waits for the network, and what was refused. */

import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { problemOf } from '../api/request';
import { askDests } from '../board/asked-dests';
import type { Offered } from '../board/dests';
import { createMaking } from '../board/making';
import type { BoardModel } from '../game/board-grid';
import type { Asking } from '../game/promotion-choice';
import type { Position } from '../shogi/position';
import { promotionOf } from '../shogi/promotion';
import { checkedRoyals, reachOf } from '../shogi/reach';
import { type Square, square } from '../shogi/square';
import { formatUsi, parseUsi, squaresOf, type Usi } from '../shogi/usi';
import type { Socket } from '../socket/socket';
import { uuid } from '../uuid';
import type { BoardScore, NumberedEntry, RefusedEntry, ScoreEntry, Side } from '../wire/generated';
import { problemText, scoreOf, writeEntries } from './broadcast-api';
import { add, type Queue, read, settle } from './entry-queue';
import { type Entered, entered } from './score';

/** How often it is tried again, and looked for what others have entered. */
const AGAIN_AFTER_MS = 4_000;

/** How many entries are sent at once. */
const AT_ONCE_MAX = 200;

export interface ScoreStore extends BoardModel, Asking {
  /** Null while nothing is known of the score. */
  readonly state: ReadonlySignal<Entered | null>;
  readonly waiting: ReadonlySignal<number>;
  /** What the server has not taken, and why; nothing more is sent before it is dropped. */
  readonly refused: ReadonlySignal<RefusedEntry | null>;
  /** The first entry that waits. */
  readonly first: ReadonlySignal<ScoreEntry | null>;
  /** Why nothing can be read, if so. */
  readonly problem: ReadonlySignal<string | null>;
  /** Whether the next move on the board is sealed. */
  readonly sealing: { value: boolean };
  /** The clocks as they run here. */
  readonly clocks: ReadonlySignal<Readonly<Record<Side, number | null>>>;
  readonly running: ReadonlySignal<Side | null>;
  enter(entry: ScoreEntry): void;
  /** A clock was pressed: it stops, is noted, and the other one runs. */
  press(side: Side): void;
  setClock(side: Side, ms: number): void;
  drop(): void;
  flip(): void;
  close(): void;
}

export function createScoreStore(
  socket: Pick<Socket, 'send'>,
  code: string,
  board: string,
  mainMs: number | null,
): ScoreStore {
  const key = `komadai.score.${board}`;
  const score = signal<BoardScore | null>(readScore(localStorage.getItem(`${key}.known`)));
  const queue = signal<Queue>(read(localStorage.getItem(key)));
  const refused = signal<RefusedEntry | null>(null);
  const problem = signal<string | null>(null);
  const sealing = signal(false);
  const orientation = signal<Side>('sente');
  const refreshed = signal(0);

  const keep = effect(() => localStorage.setItem(key, JSON.stringify(queue.value)));
  const state = computed<Entered | null>(() => {
    const known = score.value;
    if (!known) return null;
    const all = [...known.entries.map((it) => it.entry), ...queue.value.entries.map((it) => it.entry)];
    return entered(known.variant, known.start, all);
  });
  const position = computed(() => (state.value?.end ? null : (state.value?.position ?? null)));
  const { offered: judged, close: stopOffers } = askDests(socket, position);
  // Without a network nobody says what is legal: then the moves of the pieces are enough.
  const offered = computed(() => judged.value ?? (position.value ? byReach(position.value) : null));

  const enter = (entry: ScoreEntry) => {
    const known = score.value?.entries.length ?? 0;
    queue.value = add(queue.value, known, uuid(), entry);
    void send();
  };
  const thinking = signal<{ side: Side; since: number } | null>(null);
  const spent = (): { spent_ms?: number } => {
    const at = thinking.peek();
    return at ? { spent_ms: Math.max(0, Date.now() - at.since) } : {};
  };
  const playMove = (usi: Usi) => {
    const text = formatUsi(usi);
    const now = state.peek();
    if (now?.sealed != null) enter({ t: 'opened', usi: text });
    else if (sealing.value) enter({ t: 'sealed', usi: text });
    else enter({ t: 'move', usi: text, ...spent() });
    sealing.value = false;
    refreshed.value++;
  };
  const making = createMaking(() => ({ position: position.value, offered: offered.value }), playMove);

  let isSending = false;
  const send = async () => {
    if (isSending || refused.value !== null) return;
    isSending = true;
    try {
      while (queue.value.entries.length > 0) {
        const { follows, entries } = queue.value;
        const answer = await writeEntries(code, board, follows, entries.slice(0, AT_ONCE_MAX));
        // What is known has them before they are gone from what waits: the board does not flicker.
        await load();
        queue.value = settle(queue.value, answer);
        if (answer.refused) {
          refused.value = answer.refused;
          break;
        }
      }
      problem.value = null;
    } catch (cause) {
      told(cause);
    }
    isSending = false;
  };
  const load = async () => {
    const found = await scoreOf(code, board);
    score.value = found;
    localStorage.setItem(`${key}.known`, JSON.stringify(found));
  };
  /** Without an answer there is nothing to say: it is tried again. */
  const told = (cause: unknown) => {
    problem.value = problemOf(cause).code === 'unreachable' ? null : problemText(cause);
  };
  const tick = async () => {
    if (queue.value.entries.length > 0) return send();
    try {
      await load();
      problem.value = null;
    } catch (cause) {
      told(cause);
    }
  };
  void tick();
  const again = setInterval(() => void tick(), AGAIN_AFTER_MS);
  const online = () => void tick();
  addEventListener('online', online);

  const now = signal(Date.now());
  const ticking = setInterval(() => {
    now.value = Date.now();
  }, 250);
  const clocks = computed(() => {
    const known = state.value?.clocks ?? { sente: null, gote: null };
    const left = { sente: known.sente ?? mainMs, gote: known.gote ?? mainMs };
    const at = thinking.value;
    const before = at && left[at.side];
    if (at && typeof before === 'number') left[at.side] = Math.max(0, before - (now.value - at.since));
    return left;
  });

  return {
    state,
    waiting: computed(() => queue.value.entries.length),
    refused,
    first: computed(() => queue.value.entries[0]?.entry ?? null),
    problem,
    sealing,
    clocks,
    running: computed(() => thinking.value?.side ?? null),
    enter,
    press(side) {
      const left = clocks.peek()[side];
      if (left !== null && thinking.peek()?.side === side)
        enter({ t: 'clock', side, remaining_ms: Math.round(left) });
      thinking.value = { side: side === 'sente' ? 'gote' : 'sente', since: Date.now() };
    },
    setClock(side, ms) {
      enter({ t: 'clock', side, remaining_ms: ms });
    },
    drop() {
      // What follows it was entered on top of it.
      queue.value = { follows: 0, entries: [] };
      refused.value = null;
      void tick();
    },
    game: computed(() => ({ you: position.value?.turn ?? 'sente', handicap: null })),
    line: computed(() => (state.value ? [state.value.position] : [])),
    shown: computed(() => {
      void refreshed.value;
      const here = state.value;
      if (!here) return null;
      if (making.shown.value) return { ...making.shown.value, checks: [] as Square[] };
      const last = parseUsi(here.moves.at(-1) ?? '');
      return {
        position: here.position,
        last: last ? squaresOf(last) : [],
        checks: checkedRoyals(here.position),
      };
    }),
    orientation,
    offered: computed(() => making.next.value ?? offered.value),
    premoves: signal(null),
    asking: making.asking,
    stepping: making.stepping,
    attempt(move) {
      if (!making.attempt(move)) refreshed.value++;
    },
    answerPromotion: making.answerPromotion,
    answerStep: making.answerStep,
    pass: making.pass,
    flip() {
      orientation.value = orientation.value === 'sente' ? 'gote' : 'sente';
    },
    close() {
      stopOffers();
      keep();
      clearInterval(again);
      clearInterval(ticking);
      removeEventListener('online', online);
    },
  };
}

/** What was known of a score before the network went. */
function readScore(text: string | null): BoardScore | null {
  try {
    const known = JSON.parse(text ?? '') as BoardScore | null;
    return known && Array.isArray(known.entries) && typeof known.start === 'string' ? known : null;
  } catch {
    return null;
  }
}

/** Where the pieces of the side to move reach, legal or not; the server judges it. */
function byReach(position: Position): Offered {
  const { board, variant, turn, hands } = position;
  const offered = new Map<string, ReadonlyMap<Square, 'no' | 'may' | 'must'>>();
  const empty: Square[] = [];
  for (let rank = 0; rank < variant.ranks; rank++)
    for (let file = 1; file <= variant.files; file++)
      if (!board.has(square(file, rank))) empty.push(square(file, rank));
  for (const [from, piece] of board)
    if (piece.side === turn)
      offered.set(from, new Map(reachOf(position, from).map((to) => [to, promotionOf(position, from, to)])));
  for (const [kind, count] of hands[turn])
    if (count > 0) offered.set(`${kind}*`, new Map(empty.map((to) => [to, 'no'])));
  return offered;
}

/** An entry as it is called to somebody: its move, or what it is. */
export const entryText = (entry: ScoreEntry | NumberedEntry['entry']): string =>
  'usi' in entry && entry.usi ? entry.usi : 'text' in entry ? entry.text : entry.t;
