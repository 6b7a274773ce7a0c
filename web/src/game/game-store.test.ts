import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { snapshotOf } from '../../test/snapshots';
import { loadLanguage, loadLateWords, t } from '../i18n/whole';
import type { Answer, Socket, StreamListener } from '../socket/socket';
import { toast } from '../ui/toast';
import type { GameEvent, GameResult, GameSnapshot } from '../wire/generated';
import { createGameStore } from './game-store';

beforeEach(async () => {
  vi.useFakeTimers();
  globalThis.document ??= { documentElement: {} } as Document;
  await loadLanguage('en');
  await loadLateWords();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A store at the board as sente, and what its socket is told. */
function seated(changes: Partial<GameSnapshot>) {
  const sent: { message: Record<string, unknown>; answer(answer: Partial<Answer>): Promise<void> }[] = [];
  let listener: StreamListener | undefined;
  const socket = {
    serverNow: () => 0,
    follow(_: string, heard: StreamListener) {
      listener = heard;
      return () => {};
    },
    send: (message: Record<string, unknown>) =>
      new Promise((resolve) => {
        sent.push({
          message,
          answer: async (answer) => {
            resolve({ id: 1, ...answer } as Answer);
            await Promise.resolve();
          },
        });
      }),
  } as unknown as Socket;
  const store = createGameStore('AbCdEfGh12', socket);
  const snapshot = snapshotOf({ you: 'sente', ...changes });
  listener?.snapshot(snapshot);
  const moved = (usi: string) =>
    listener?.event({
      t: 'moved',
      ply: 1,
      usi,
      sfen: `${snapshot.sfen.replace(' b ', ' w ')}`,
      thought_ms: 0,
      clocks: snapshot.clocks,
      now: 0,
    });
  return { store, sent, moved, told: (event: GameEvent) => listener?.event(event) };
}

test('a player is offered what is legal', () => {
  const { store, moved } = seated({});
  const squares = () => [...(store.offered.value?.get('7g')?.keys() ?? [])];
  expect(squares()).toEqual(['7f']);
  moved('7g7f');
  expect(store.offered.value).toBe(null);
});

test('a move that is told alone is played on the board', () => {
  const { store, told } = seated({});
  told({ t: 'played', ply: 1, usi: '7g7f', thought_ms: 5, time: { main_ms: 9, periods: 1 }, now: 7 });
  expect(store.line.value).toHaveLength(2);
  expect(store.game.value).toMatchObject({ turn: 'gote', ply: 1, clocks: { running: 'gote' } });
  expect(store.game.value?.clocks.sente.main_ms).toBe(9);
});

test('where an illegal move loses nothing shows what is legal', () => {
  const { store } = seated({ rules: { ...snapshotOf({}).rules, illegal: 'loses' } });
  expect(store.offered.value?.get('7g')?.has('5e')).toBe(true);
});

test('a move that is not taken within two seconds is shown as not sent, until it is', () => {
  const { store, moved } = seated({});
  store.attempt({ from: '7g', to: '7f' });
  vi.advanceTimersByTime(1_999);
  expect(store.unsent.value).toBe(false);
  vi.advanceTimersByTime(1);
  expect(store.unsent.value).toBe(true);
  moved('7g7f');
  expect(store.unsent.value).toBe(false);
  vi.advanceTimersByTime(5_000);
  expect(store.unsent.value).toBe(false);
});

test.each(['refusal', 'end'])(
  'a move that is too late is taken back, whether the %s is heard first',
  async (first) => {
    const shown = vi.spyOn(toast, 'show');
    const { store, sent, told } = seated({});
    const { clocks } = snapshotOf({});
    const result: GameResult = {
      reason: 'time',
      winner: 'gote',
      left: null,
      illegal: null,
      illegal_usi: null,
      next: null,
    };
    const ended = () => told({ t: 'ended', result, clocks });
    store.attempt({ from: '7g', to: '7f' });
    expect(store.sending.value).not.toBe(null);
    if (first === 'end') ended();
    await sent[0]?.answer({ t: 'refused', code: 'game_over', message: '' });
    expect(store.sending.value).toBe(null);
    expect(shown.mock.calls).toEqual([[t().game.moveTooLate, 'bad']]);
    if (first === 'refusal') ended();
    expect(store.game.value?.result?.reason).toBe('time');
    expect(store.line.value).toHaveLength(1);
    shown.mockRestore();
  },
);

test('who tries what is not allowed is told why for a moment, and nothing moves', async () => {
  const sfen = '4k4/9/9/9/9/9/4P4/9/4K4 b P 1';
  const { store, sent } = seated({ start: sfen, sfen });
  store.tried({ from: 'P*', to: '5e' });
  expect(sent[0]?.message).toMatchObject({ t: 'move', usi: 'P*5e' });
  expect(store.sending.value).toBe(null);
  await sent[0]?.answer({ t: 'refused', code: 'nifu', message: '' });
  expect(store.whyNot.value).toEqual({ at: '5e', code: 'nifu' });
  expect(store.offered.value).not.toBe(null);
  vi.advanceTimersByTime(1_500);
  expect(store.whyNot.value).toBe(null);
});

test('a move that is sent and refused is told at its square as well', async () => {
  vi.useFakeTimers();
  const sfen = '4k4/9/9/9/9/9/4P4/9/4K4 b P 1';
  const { store, sent } = seated({ start: sfen, sfen });
  store.playTyped({ drop: 'P', from: null, to: '5e', promote: false });
  await sent[0]?.answer({ t: 'refused', code: 'nifu', message: '' });
  expect(store.whyNot.value).toEqual({ at: '5e', code: 'nifu' });
  expect(store.sending.value).toBe(null);
});

test('a tap beside where a piece goes is no try', () => {
  const { store, sent } = seated({});
  store.tried({ from: '7g', to: '5e' });
  store.tried({ from: 'P*', to: '7g' });
  expect(sent).toEqual([]);
});
