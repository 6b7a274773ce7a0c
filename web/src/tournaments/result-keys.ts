/**
 * Results typed on the keyboard, whatever has the focus: which board is meant, and how it came out.
 *
 * A result goes to the board that is chosen. Another is chosen by the arrows, or by `B` and its
 * number, which ends by itself once no other board begins like it.
 */

import type { PairingOutcome } from '../wire/generated';

/** As other programs have it: the first of a board wins, the second does, nobody does; and who did not come. */
export const OUTCOME_KEYS: Record<string, PairingOutcome> = {
  '1': 'sente',
  '0': 'gote',
  '2': 'gote',
  '=': 'draw',
  '5': 'draw',
  '+': 'gote_no_show',
  '-': 'sente_no_show',
  '−': 'sente_no_show',
};

/** What a number is begun with: the second stands on the pad of numbers. */
const NUMBER_KEYS: ReadonlySet<string> = new Set(['b', 'B', '.', ',']);

export interface KeyState {
  /** The number of the board that is chosen. */
  board: number | null;
  /** What has been typed of a number; nothing while none is being typed. */
  typed: string | null;
}

export type KeyResult =
  | { t: 'state'; state: KeyState }
  | { t: 'outcome'; board: number; outcome: PairingOutcome; state: KeyState };

/**
 * What a key does; null if it is none of these. `boards` are the numbers of those that can be
 * chosen, `open` of those without a result.
 */
export function onResultKey(
  key: string,
  state: KeyState,
  boards: readonly number[],
  open: readonly number[],
): KeyResult | null {
  const chosen = (board: number | null): KeyResult => ({ t: 'state', state: { board, typed: null } });
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (step) {
    if (open.length === 0) return null;
    const at = state.board === null ? -1 : open.indexOf(state.board);
    const next =
      at < 0 ? (step > 0 ? 0 : open.length - 1) : Math.min(open.length - 1, Math.max(0, at + step));
    return chosen(open[next] ?? null);
  }
  if (NUMBER_KEYS.has(key)) return { t: 'state', state: { ...state, typed: '' } };
  if (state.typed !== null) {
    const typed = Number(state.typed);
    const isBoard = boards.includes(typed);
    if (/^\d$/.test(key)) return numbered(`${state.typed}${key}`, state, boards);
    if (key === 'Backspace') return { t: 'state', state: { ...state, typed: state.typed.slice(0, -1) } };
    if (key === 'Enter' || key === ' ') return chosen(isBoard ? typed : state.board);
    if (key === 'Escape') return chosen(state.board);
    if (!isBoard) return null;
    // A sign ends the number as well.
    return onResultKey(key, { board: typed, typed: null }, boards, open);
  }
  const outcome = OUTCOME_KEYS[key];
  if (!outcome || state.board === null || !boards.includes(state.board)) return null;
  return {
    t: 'outcome',
    board: state.board,
    outcome,
    state: { board: after(state.board, open), typed: null },
  };
}

function numbered(typed: string, state: KeyState, boards: readonly number[]): KeyResult {
  const begin = boards.filter((it) => String(it).startsWith(typed));
  const [only] = begin;
  // What is no board is not taken.
  if (only === undefined) return { t: 'state', state };
  const isWhole = begin.length === 1 && String(only) === typed;
  return { t: 'state', state: isWhole ? { board: only, typed: null } : { ...state, typed } };
}

/** The board that follows one that has its result. */
export const after = (board: number, open: readonly number[]): number | null =>
  open.find((it) => it > board) ?? open.find((it) => it !== board) ?? null;
