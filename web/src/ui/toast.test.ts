import { beforeAll, expect, test } from 'vitest';
import { LANGUAGES, loadLanguage, t } from '../i18n';
import { refusalText } from './toast';

beforeAll(() => {
  Object.assign(globalThis, {
    document: { documentElement: { style: { setProperty() {}, removeProperty() {} } } },
  });
});

const CLAUSE = 'handicaps are for standard shogi';

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
