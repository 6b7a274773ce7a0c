import { beforeAll, expect, test } from 'vitest';
import { loadLanguage, loadLateWords } from '../i18n';
import { localTime } from '../ui/draft-table';
import { nextDeadline } from './appointment-fields';
import { instantOf, theirTimeText } from './appointment-times';

beforeAll(async () => {
  // Only `lang` of the page is touched.
  globalThis.document ??= { documentElement: {} } as Document;
  await loadLanguage('vi');
  await loadLateWords();
});

/** Where the tests run. */
const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Somewhere where no clock shows what it shows here. */
const ELSEWHERE = HERE === 'Asia/Kathmandu' ? 'Pacific/Marquesas' : 'Asia/Kathmandu';

test('the opponent’s time stands beside one’s own only where their clock shows another', () => {
  const at = Date.UTC(2026, 11, 1, 13, 0);
  expect(theirTimeText(at, HERE, 'Miguel')).toBeNull();
  expect(theirTimeText(at, ELSEWHERE, 'Miguel')).toContain('ở chỗ Miguel');
});

test('a zone that no browser knows is not guessed at', () => {
  for (const zone of ['', 'Mars/Olympus_Mons']) expect(theirTimeText(0, zone, 'Miguel'), zone).toBeNull();
});

test('a night there is called so', () => {
  // In Nepal it is a quarter to six hours later than in Greenwich.
  if (ELSEWHERE !== 'Asia/Kathmandu') return;
  expect(theirTimeText(Date.UTC(2026, 11, 1, 20, 0), ELSEWHERE, 'Miguel')).toMatch(/01:45.*đêm/);
  expect(theirTimeText(Date.UTC(2026, 11, 1, 2, 0), ELSEWHERE, 'Miguel')).not.toContain('đêm');
});

test('a further round has as much time as the one before it, at first a week', () => {
  const local = (ms: number) => localTime(ms);
  const first = Date.parse('2026-11-02T20:00');
  const day = 24 * 3_600_000;
  expect(nextDeadline([''])).toBe('');
  expect(nextDeadline([local(first)])).toBe(local(first + 7 * day));
  expect(nextDeadline([local(first), local(first + 14 * day)])).toBe(local(first + 28 * day));
});

test('a field without a time holds no instant', () => {
  expect(instantOf('')).toBeNull();
  expect(instantOf('2026-12-14T20:00')).toBe(Date.parse('2026-12-14T20:00'));
});
