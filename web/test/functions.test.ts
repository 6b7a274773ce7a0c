/** No function is longer than one can keep in one's head: what is, has parts with names of their own. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test, vi } from 'vitest';

// Every source is parsed, on machines that do other things too.
vi.setConfig({ testTimeout: 120_000 });

const SOURCES = new URL('../src/', import.meta.url).pathname;

/** Stores come near it, which are a closure around their signals; a component is mostly half of it. */
const LINES_MAX = 220;

/** The functions of a file that are too long, by the line where they begin. */
function longIn(file: string, code: string): string[] {
  const lineAt = (at: number) => code.slice(0, at).split('\n').length;
  const found: string[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type = '', start = 0, end = 0 } = node as { type?: string; start?: number; end?: number };
    const n_lines = /Function/.test(type) ? lineAt(end) - lineAt(start) + 1 : 0;
    if (n_lines > LINES_MAX) found.push(`${file}:${lineAt(start)} has ${n_lines} lines`);
    for (const part of Object.values(node)) walk(part);
  };
  walk(parseSync(file, code).program);
  return found;
}

test('no function is too long', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /(?<!\.test|\.d)\.tsx?$/.test(name) && !name.startsWith(join('i18n', 'made')),
  );
  expect(files.length).toBeGreaterThan(200);
  expect(files.flatMap((file) => longIn(file, readFileSync(join(SOURCES, file), 'utf8')))).toEqual([]);
});
