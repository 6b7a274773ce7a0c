/** What moves on a page although nobody has touched it. */

import type { Page } from 'playwright-core';

/** Notes from the next load on what moves. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: string[][] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        hadRecentInput: boolean;
        sources: { node: Node | null }[];
      })[])
        if (!entry.hadRecentInput)
          shifts.push(
            entry.sources.map(({ node }) => (node instanceof Element ? node.className : String(node))),
          );
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** What has moved since the page was loaded, by the classes of it. */
export const shiftsOf = (page: Page): Promise<string[][]> =>
  page.evaluate(() => (window as unknown as { shifts: string[][] }).shifts);
