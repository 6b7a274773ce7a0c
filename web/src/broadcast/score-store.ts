/**
 * The board of somebody who keeps a score: what is entered, what waits for the network, and what
 * was refused.
 */

import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { problemOf } from '../api/request';
import { endText } from '../archive/words';
import { createOwnBoard, type OwnBoard } from '../board/own-board';
import { moveText } from '../board/words';
import { clockFace } from '../clock/format';
import { t } from '../i18n/whole';
import { legalMoves } from '../shogi/law';
import { formatUsi, squaresOf, type Usi } from '../shogi/usi';
import { uuid } from '../uuid';
import type { AnnouncedTime, BoardScore, RefusedEntry, ScoreEntry } from '../wire/generated';
import { problemText, scoreOf, writeEntries } from './broadcast-api';
import { add, EMPTY, type Queue, read, settle } from './entry-queue';
import { holdBoard } from './hold-board';
import { knownKey, queueKey } from './kept-scores';
import { type Entered, entered } from './score';
import { createScoreClocks, type ScoreClocks } from './score-clocks';

/** How often it is tried again, and looked for what others have entered. */
const AGAIN_AFTER_MS = 4_000;

/** How many entries are sent at once. */
const AT_ONCE_MAX = 200;

export interface ScoreStore
  extends OwnBoard,
    Pick<ScoreClocks, 'clocks' | 'running' | 'press' | 'pause' | 'resume'> {
  /** Null while nothing is known of the score. */
  readonly state: ReadonlySignal<Entered | null>;
  readonly waiting: ReadonlySignal<number>;
  /** What the server has not taken, and why; nothing more is sent before it is dropped. */
  readonly refused: ReadonlySignal<Refused | null>;
  /**
   * Whether another tab of this browser has the board: entries have one order, so one tab enters.
   */
  readonly elsewhere: ReadonlySignal<boolean>;
  /** Why nothing can be read, if so. */
  readonly problem: ReadonlySignal<string | null>;
  /** Whether the next move on the board is sealed. */
  readonly sealing: { value: boolean };
  /**
   * Seals a move, or without one what is in an envelope; the clock of its side is noted, and stands
   * still.
   */
  seal(usi?: string): void;
  enter(entry: ScoreEntry): void;
  drop(): void;
  close(): void;
}

/** An entry that the server has not taken, in the reader's words. */
export interface Refused {
  entry: string;
  /** The server's reason, where nobody has entered something else. */
  detail: string;
  /** What somebody else has entered there. */
  other: { by: string | null; entry: string } | null;
}

export function createScoreStore(code: string, board: string, time: AnnouncedTime | null): ScoreStore {
  const key = queueKey(board);
  const knownAt = knownKey(board);
  const score = signal<BoardScore | null>(null);
  const queue = signal<Queue>(EMPTY);
  const refusal = signal<RefusedEntry | null>(null);
  const elsewhere = signal(false);
  const problem = signal<string | null>(null);
  const sealing = signal(false);

  const state = computed<Entered | null>(() => {
    const known = score.value;
    if (!known) return null;
    const all = [...known.entries.map((it) => it.entry), ...queue.value.entries.map((it) => it.entry)];
    return entered(known.variant, known.start, all);
  });
  const offered = computed(() => (state.value && !state.value.end ? legalMoves(state.value.position) : null));

  const enter = (entry: ScoreEntry) => {
    const known = score.value?.entries.length ?? 0;
    queue.value = add(queue.value, known, uuid(), entry);
    void send();
  };
  const clocks = createScoreClocks(state, time, enter);
  const playMove = (usi: Usi) => {
    const text = formatUsi(usi);
    const now = state.peek();
    if (now?.sealed != null) enter({ t: 'opened', usi: text });
    else if (sealing.value) seal(text);
    else {
      enter({ t: 'move', usi: text, ...clocks.spent() });
      clocks.noteTurn(now?.position.turn);
    }
    own.refreshed.value++;
  };
  const seal = (usi?: string) => {
    clocks.noteTurn(state.peek()?.position.turn);
    enter(usi === undefined ? { t: 'sealed' } : { t: 'sealed', usi });
    clocks.stop();
    sealing.value = false;
  };
  const standing = computed(
    () => state.value && { position: state.value.position, last: squaresOf(state.value.moves.at(-1)) },
  );
  const { board: own } = createOwnBoard(standing, offered, playMove);

  let isSending = false;
  const send = async () => {
    if (isSending || refusal.value !== null) return;
    isSending = true;
    try {
      while (queue.value.entries.length > 0) {
        const { follows, entries } = queue.value;
        const answer = await writeEntries(code, board, follows, entries.slice(0, AT_ONCE_MAX));
        // What is known has them before they are gone from what waits: the board does not flicker.
        await load();
        queue.value = settle(queue.value, answer);
        if (answer.refused) {
          refusal.value = answer.refused;
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
    localStorage.setItem(knownAt, JSON.stringify(found));
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
  let again: ReturnType<typeof setInterval> | undefined;
  let keep = () => {};
  const online = () => void tick();
  const begin = () => {
    elsewhere.value = false;
    score.value = readScore(localStorage.getItem(knownAt));
    queue.value = read(localStorage.getItem(key));
    keep = effect(() => localStorage.setItem(key, JSON.stringify(queue.value)));
    void tick();
    again = setInterval(() => void tick(), AGAIN_AFTER_MS);
    addEventListener('online', online);
  };
  const letGo = holdBoard(key, begin, () => {
    elsewhere.value = true;
  });
  const refused = computed(() =>
    refusal.value && score.value ? refusedOf(refusal.value, score.value, queue.value) : null,
  );

  return {
    ...own,
    state,
    waiting: computed(() => queue.value.entries.length),
    refused,
    elsewhere,
    problem,
    sealing,
    seal,
    clocks: clocks.clocks,
    running: clocks.running,
    enter,
    press: clocks.press,
    pause: clocks.pause,
    resume: clocks.resume,
    drop() {
      // What follows it was entered on top of it.
      queue.value = EMPTY;
      refusal.value = null;
      void tick();
    },
    close() {
      keep();
      letGo();
      clearInterval(again);
      clocks.close();
      removeEventListener('online', online);
    },
  };
}

/** What was refused, in words: the first entry that waits, and what somebody else has entered there. */
function refusedOf({ detail, other }: RefusedEntry, known: BoardScore, queue: Queue): Refused | null {
  const first = queue.entries[0]?.entry;
  if (!first) return null;
  /** What the entries up to a number come to. */
  const upTo = (n: number) =>
    entered(
      known.variant,
      known.start,
      known.entries.slice(0, n).map((it) => it.entry),
    );
  return {
    entry: entryText(first, upTo(queue.follows)),
    detail,
    other: other ? { by: other.by ?? null, entry: entryText(other.entry, upTo(other.n - 1)) } : null,
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

/** An entry as it is called to somebody: its move in their notation, or what it is. */
export function entryText(entry: ScoreEntry, before: Entered | null): string {
  const words = t().broadcast.entering;
  if ('usi' in entry && entry.usi)
    return before ? moveText(before.position, entry.usi, before.moves.at(-1)) : entry.usi;
  switch (entry.t) {
    case 'move':
      return entry.usi;
    case 'undo':
      return words.undo;
    case 'sealed':
      return words.seal;
    case 'opened':
      return words.open;
    case 'paused':
      return words.pause;
    case 'resumed':
      return words.resume;
    case 'result':
      return endText(entry.cause, entry.winner ?? null);
    case 'illegal':
      return t().broadcast.illegal(entry.text);
    case 'clock':
      return words.clock(clockFace(entry.remaining_ms));
    case 'note':
      return words.note(entry.text);
  }
}
