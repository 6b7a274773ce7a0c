/** What every page must be: open to everybody, and no wider than its screen. */

import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Nothing keeps anybody out, once the page (or the part of it that is named) has drawn itself. */
export async function isBarrierFree(page: Page, where = page.url(), within?: string): Promise<void> {
  for (const part of ['main', 'h1']) await page.locator(part).first().waitFor({ state: 'attached' });
  // A page keeps it as long as it is not loaded again.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async (within) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe;
    // Frames are pages of their own, and nobody reads all that is well.
    const found: AxeResults = await run(within ?? document, { resultTypes: ['violations'], iframes: false });
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((it) => it.html).join('\n')}`);
  }, within);
  expect(violations.map((it) => `${where}: ${it}`)).toEqual([]);
}

/** Barrier-free, and nothing sticks out at the side. */
export async function isInOrder(page: Page, where = page.url()): Promise<void> {
  await isBarrierFree(page, where);
  // The window of a phone grows with what is too wide; its screen does not.
  const over = await page.evaluate(() => document.documentElement.scrollWidth - screen.width);
  expect(over, `${where} is too wide`).toBeLessThanOrEqual(0);
}
