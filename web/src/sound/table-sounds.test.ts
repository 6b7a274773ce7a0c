import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { snapshotOf } from '../../test/snapshots';
import { NO_RESULT } from '../game/game-state';
import type { GameNews, GameStore } from '../game/game-store';
import { loadLanguage, loadLateWords } from '../i18n';
import { hasStrength } from '../settings/beginner';
import { BEGINNER_GAMES, settings, takeSettings } from '../settings/settings';
import type { GameSnapshot } from '../wire/generated';
import { soundTable } from './table-sounds';

const said = vi.hoisted(() => [] as string[]);
vi.mock('./voice', () => ({ sayWord: (word: string) => said.push(word) > 0 }));
vi.mock('./effects', () => ({ beep: () => {}, bell: () => {}, pieceSound: () => {} }));

beforeEach(async () => {
  globalThis.document ??= { documentElement: {} } as Document;
  await loadLanguage('en');
  await loadLateWords();
});
afterEach(() => {
  said.length = 0;
  settings.gamesFinished.value = 0;
  settings.checkSound.value = 'auto';
});

/** A table of which news can be made. */
function table(changes: Partial<GameSnapshot>) {
  let tell: (news: GameNews) => void = () => {};
  const game = snapshotOf(changes);
  const stop = soundTable({
    sending: { subscribe: () => () => {} },
    game: { peek: () => game },
    onNews: (listener: (news: GameNews) => void) => {
      tell = listener;
      return () => {};
    },
  } as unknown as GameStore);
  const news = (event: unknown, after = game) => tell({ event, before: game, after } as GameNews);
  return {
    check: () => news({ t: 'moved', ply: 1, usi: '7g7f', check: true }),
    end: (reason: string) => news({ t: 'ended' }, { ...game, result: { reason } } as GameSnapshot),
    stop,
  };
}

test('§3.5 check is called in the first games of somebody', () => {
  const own = table({ you: 'sente' });
  own.check();
  expect(said).toEqual(['Check!']);
  for (let i = 0; i < BEGINNER_GAMES; i++) own.end('resignation');
  own.check();
  expect(said).toHaveLength(1);
  expect(settings.gamesFinished.value).toBe(BEGINNER_GAMES);
});

test.each([...NO_RESULT])('a game that ends by %s is none that was finished', (reason) => {
  table({ you: 'gote' }).end(reason);
  expect(settings.gamesFinished.value).toBe(0);
});

test('nor is one that was watched', () => {
  const watched = table({ you: null });
  watched.end('checkmate');
  watched.check();
  expect(said).toEqual([]);
  expect(settings.gamesFinished.value).toBe(0);
});

test.each([
  [{ grade: '5k', rating: 900, provisional: true, provisional_grade: null, declared: null } as const, 0],
  [{ grade: null, rating: 1_200, provisional: false, provisional_grade: '5k', declared: null } as const, 0],
  [{ grade: null, rating: 1_200, provisional: true, provisional_grade: '5k', declared: null } as const, 1],
  [{ grade: null, rating: 1_740, provisional: true, provisional_grade: '1d', declared: '1d' } as const, 1],
])('who is known to play like %o hears it %i times', (strength, times) => {
  hasStrength(strength);
  table({ you: 'sente' }).check();
  expect(said).toHaveLength(times);
});

test('whoever wants it always or never has it so, and a switch of old is understood', () => {
  takeSettings({ checkSound: true });
  table({ you: null }).check();
  expect(said).toHaveLength(1);
  takeSettings({ checkSound: false });
  expect(settings.checkSound.value).toBe('auto');
  settings.checkSound.value = 'off';
  table({ you: 'sente' }).check();
  expect(said).toHaveLength(1);
});

test('where an illegal move loses nobody is warned', () => {
  const rules = { ...snapshotOf({}).rules, illegal: 'loses' as const };
  table({ you: 'sente', rules }).check();
  expect(said).toEqual([]);
});
