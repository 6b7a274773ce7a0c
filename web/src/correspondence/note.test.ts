import { expect, test, vi } from 'vitest';
import { Problem } from '../api/request';
import type { Note } from '../wire/generated';
import { createNote, merged } from './note';

test('what was written into two copies of a note is in both', () => {
  for (const [base, ours, theirs, expected] of [
    ['', 'mine', '', 'mine'],
    ['', '', 'theirs', 'theirs'],
    ['', 'mine', 'theirs', 'theirs\nmine'],
    ['plan', 'plan A', 'plan', 'plan A'],
    ['one three', 'one two three', 'one three four', 'one two three four'],
    ['one three', 'one three four', 'one two three', 'one two three four'],
    ['one', 'one, ours', 'one, theirs', 'one, theirs\n, ours'],
    ['old words', 'our words', 'new words', 'new words\nour words'],
    ['gone', '', 'gave', 'gave'],
    ['same', 'same!', 'same!', 'same!'],
  ] as const)
    expect(merged(base, ours, theirs), `${base} | ${ours} | ${theirs}`).toBe(expected);
});

/** A server with one note, and how to reach it. */
function server() {
  const kept: { note: Note; away: boolean; open: ReturnType<typeof createNote>[] } = {
    note: { text: '', version: 0 },
    away: false,
    open: [],
  };
  const problem = { ok: false, problem: new Problem('unreachable') } as const;
  const tab = () => {
    const own = createNote({
      load: async () => (kept.away ? problem : { ok: true, value: kept.note }),
      store: async (text, version) => {
        if (kept.away) return problem;
        const stored = version === kept.note.version;
        if (stored) kept.note = { text: text.trim(), version: version + 1 };
        return { ok: true, value: { stored, note: kept.note } };
      },
      changed: () => {
        for (const other of kept.open) if (other !== own) void other.look();
      },
    });
    kept.open.push(own);
    return own;
  };
  return { kept, tab };
}

test('a note is kept while it is typed, and two tabs agree', async () => {
  vi.useFakeTimers();
  const { kept, tab } = server();
  const [one, two] = [tab(), tab()];
  await vi.runAllTimersAsync();
  expect([one.state.value, two.state.value]).toEqual(['kept', 'kept']);
  one.type('Castle first. ');
  expect(one.state.value).toBe('typed');
  await vi.runAllTimersAsync();
  expect(kept.note).toEqual({ text: 'Castle first.', version: 1 });
  expect([one.text.value, two.text.value]).toEqual(['Castle first. ', 'Castle first.']);
  // Both type before either is kept.
  one.type('Castle first. Then the rook.');
  two.type('(14 days) Castle first.');
  await vi.runAllTimersAsync();
  expect(two.text.value).toContain('Then the rook.');
  expect(two.text.value).toContain('(14 days)');
  expect([one.text.value, kept.note.text]).toEqual([two.text.value, two.text.value]);
  expect([one.state.value, two.state.value]).toEqual(['kept', 'kept']);
  vi.useRealTimers();
});

test('what was typed without a connection is kept when there is one again', async () => {
  vi.useFakeTimers();
  const { kept, tab } = server();
  const note = tab();
  await vi.advanceTimersByTimeAsync(0);
  kept.away = true;
  note.type('Not lost.');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(note.state.value).toBeInstanceOf(Problem);
  kept.away = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect([kept.note.text, note.state.value]).toEqual(['Not lost.', 'kept']);
  // A page that is left keeps what was typed last.
  note.type('Not lost. Nor this.');
  void note.close();
  await vi.runAllTimersAsync();
  expect(kept.note.text).toBe('Not lost. Nor this.');
  vi.useRealTimers();
});
