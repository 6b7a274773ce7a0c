/** What every page must be: open to everybody, and no wider than its screen. */

import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Nothing keeps anybody out, once the page (or the part of it that is named) has drawn itself. */
export async function isBarrierFree(page: Page, where = page.url(), within?: string): Promise<void> {
  for (const part of ['main', 'h1']) await page.locator(part).first().waitFor({ state: 'attached' });
  // Both spare what nobody reads: the second page in which results of frames elsewhere are put together, and all that
  // is well. It is a fifth of the work.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await (within === undefined ? axe : axe.include(within)).analyze();
  expect(
    violations.map(({ id, nodes }) => `${where}: ${id}: ${nodes.map((it) => it.html).join('\n')}`),
  ).toEqual([]);
}

/** Barrier-free, and nothing sticks out at the side. */
export async function isInOrder(page: Page, where = page.url()): Promise<void> {
  await isBarrierFree(page, where);
  // The window of a phone grows with what is too wide; its screen does not.
  const over = await page.evaluate(() => document.documentElement.scrollWidth - screen.width);
  expect(over, `${where} is too wide`).toBeLessThanOrEqual(0);
}
