import { describe, expect, it } from 'vitest';
import { fromSfen } from '../shogi/position';
import { variantOf } from '../shogi/variant';
import { ALL_GAMES, queryOf, shares } from './explorer-store';

const start = fromSfen('standard', variantOf('standard').start);
const now = new Date(Date.UTC(2026, 10, 24));

describe('what the explorer is asked', () => {
  it('is about the games of everybody here, as long as nothing is chosen', () => {
    expect(queryOf(start, ALL_GAMES, null, now)).toEqual({
      variant: 'standard',
      sfen: variantOf('standard').start,
      source: 'people',
    });
  });

  it('has every filter', () => {
    const filter = {
      ...ALL_GAMES,
      whose: { t: 'player' as const },
      handle: ' @minh ',
      side: 'gote' as const,
      ratingFrom: 1600,
      speed: 'rapid' as const,
      since: 1 as const,
    };
    expect(queryOf(start, filter, null, now)).toEqual({
      variant: 'standard',
      sfen: variantOf('standard').start,
      player: 'minh',
      side: 'gote',
      rating_from: 1600,
      speeds: 'rapid',
      from: '2025-11',
    });
  });

  it('is nothing as long as nobody is named', () => {
    expect(queryOf(start, { ...ALL_GAMES, whose: { t: 'player' } }, null, now)).toBeNull();
    const mine = { ...ALL_GAMES, whose: { t: 'mine' as const } };
    expect(queryOf(start, mine, null, now)).toBeNull();
    expect(queryOf(start, mine, 'an', now)?.player).toBe('an');
  });
});

describe('the shares of results', () => {
  it.each([
    [{ sente: 1, gote: 1, draws: 1 }, [33, 33, 34]],
    [{ sente: 2, gote: 1, draws: 0 }, [67, 0, 33]],
    [{ sente: 199, gote: 0, draws: 1 }, [99, 1, 0]],
    [{ sente: 0, gote: 0, draws: 0 }, [0, 0, 0]],
  ])('of %o add up', (counts, expected) => {
    const { sente, draws, gote } = shares(counts);
    expect([sente, draws, gote]).toEqual(expected);
  });
});
