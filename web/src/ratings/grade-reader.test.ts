import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { gradeFrom } from './grade-reader';

test('grades are read as the server reads them', () => {
  const cases = readFileSync(new URL('../../../crates/community/src/grades.txt', import.meta.url), 'utf8');
  const lines = cases.split('\n').filter(Boolean);
  expect(lines.length).toBeGreaterThan(40);
  for (const line of lines) {
    const [text = '', grade] = line.split('|');
    expect(gradeFrom(text), text).toBe(grade || null);
  }
});
