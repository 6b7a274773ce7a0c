import { beforeAll, expect, test } from 'vitest';
import { LANGUAGES, loadLanguage, t } from '../i18n/whole';
import type { Illegal } from '../wire/generated';
import { refusalText } from './toast';

beforeAll(() => {
  Object.assign(globalThis, {
    document: { documentElement: { style: { setProperty() {}, removeProperty() {} } } },
  });
});

const CLAUSE = 'the variant has no such handicap';

test.each(LANGUAGES)('what a set-up is refused for is said in %s', async (language) => {
  await loadLanguage(language);
  const said = refusalText({ code: 'bad_setup', message: CLAUSE });
  expect(said).toContain(t().refusals.bad_setup);
  // The clause that the server sends is for programs.
  expect(said).not.toContain(CLAUSE);
  expect(refusalText({ code: 'from_the_future' as 'internal', message: CLAUSE })).toBe(t().problems.other);
  expect(refusalText({ code: 'bad_position', message: 'the position is wrong: nifu, no_king' })).toContain(
    t().positionProblems.no_king,
  );
});

const ILLEGAL = {
  nifu: 0,
  uchifuzume: 0,
  dead_piece: 0,
  must_promote: 0,
  cannot_promote: 0,
  outside_promotion_zone: 0,
  leaves_king_in_check: 0,
  not_in_hand: 0,
  occupied: 0,
  empty_square: 0,
  not_your_piece: 0,
  cannot_move_there: 0,
  must_turn: 0,
  third_swallow: 0,
  protected_lion: 0,
  counter_strike: 0,
  no_promotion_now: 0,
} satisfies Record<Illegal, 0>;

test.each(LANGUAGES)('why a move is illegal is said in %s, each by its own words', async (language) => {
  await loadLanguage(language);
  const codes = Object.keys(ILLEGAL) as Illegal[];
  const said = codes.map((code) => refusalText({ code, message: 'a clause in English' }));
  expect(new Set(said).size).toBe(codes.length);
  expect(said).not.toContain(t().problems.other);
});
