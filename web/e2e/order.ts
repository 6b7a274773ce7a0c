/** What every page must be: open to everybody, and no wider than its screen. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Half as much to read in each page as what `import` would give. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The shapes of pages in which axe found nothing. It takes long, so the same elements are not
 * checked again with other words or in another window; `quality.e2e.ts` checks the main pages in
 * both windows.
 */
const barrierFree = new Set<string>();

/** Nothing keeps anybody out, once the page (or the part of it that is named) has drawn itself. */
export async function isBarrierFree(page: Page, where = page.url(), within?: string): Promise<void> {
  await hasDrawn(page);
  const shape = await page.evaluate(shapeOf, within);
  if (barrierFree.has(shape)) return;
  await axeFindsNothing(page, where, within);
  barrierFree.add(shape);
}

const hasDrawn = async (page: Page) => {
  for (const part of ['main', 'h1']) await page.locator(part).first().waitFor({ state: 'attached' });
};

/** What axe knows of barriers is nowhere on the page. */
export async function axeFindsNothing(page: Page, where = page.url(), within?: string): Promise<void> {
  await hasDrawn(page);
  // A page keeps it as long as it is not loaded again.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const violations = await page.evaluate(async (within) => {
    // What is half way from one colour to another is none of the page's.
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
    const { run } = (window as unknown as { axe: typeof axe }).axe;
    // Frames are pages of their own, and nobody reads all that is well.
    const found = await run(within ?? document, { resultTypes: ['violations'], iframes: false });
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((it) => it.html).join('\n')}`);
  }, within);
  if (violations.length > 0) throw new Error(`${where}: axe finds ${violations.join('\n')}`);
}

/**
 * In the page: the theme, and its elements with their attributes. Of words and names only whether
 * they are there counts, of elements alike that follow each other one.
 */
function shapeOf(within: string | undefined): string {
  const words =
    /^(aria-(label|labelledby|describedby|controls|valuetext)|alt|title|placeholder|value|href|src|srcset|id|for|name|datetime|content|d|points|lang)$|^data-/;
  const shape = (element: Element): string => {
    const attributes = [...element.attributes].map(({ name, value }) =>
      words.test(name) ? `${name}${value && '…'}` : `${name}=${value.replace(/[\d.]+/g, '0')}`,
    );
    const children = [...element.children].map(shape).filter((it, at, all) => it !== all[at - 1]);
    const says = [...element.childNodes].some((it) => it.nodeType === Node.TEXT_NODE && it.nodeValue?.trim());
    return `<${element.localName} ${attributes.sort().join(' ')}>${says ? '…' : ''}${children.join('')}</>`;
  };
  const root = within === undefined ? document.documentElement : document.querySelector(within);
  return `${matchMedia('(prefers-color-scheme: dark)').matches} ${root && shape(root)}`;
}

/** Barrier-free, and nothing sticks out at the side. */
export async function isInOrder(page: Page, where = page.url()): Promise<void> {
  await isBarrierFree(page, where);
  // The window of a phone grows with what is too wide; its screen does not.
  const over = await page.evaluate(() => document.documentElement.scrollWidth - screen.width);
  expect(over, `${where} is too wide`).toBeLessThanOrEqual(0);
}
