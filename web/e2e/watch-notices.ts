/**
 * Notices that go by themselves. Every page of the tests writes down what it shows of them, however
 * short, so that no test has to look while they are there.
 */

import type { BrowserContext, Page } from 'playwright-core';

/** What goes by itself, and what may be told in its place. */
const NOTICES = '.toast, [role="alert"], .board-note.refused, .last-line, .absence[role="timer"]';

/** A timer that is shorter belongs to what the page does, not to what it shows. */
const SHOWN_MS_MIN = 1_000;

interface Notice {
  element: Element;
  text: string;
}

interface Watching {
  /** What was shown since the page was loaded and has not been taken by `sees`. */
  noticesShown: Notice[];
}

/** Has the pages of a browser window write down their notices, from their first moment on. */
export const watchNotices = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript((selector) => {
    const noticesShown: Notice[] = [];
    const texts = new WeakMap<Element, string>();
    Object.assign(window, { noticesShown });
    const look = () => {
      for (const element of document.querySelectorAll(selector)) {
        const text = element.textContent?.trim() ?? '';
        if (text === '' || texts.get(element) === text || !element.checkVisibility()) continue;
        texts.set(element, text);
        noticesShown.push({ element, text });
      }
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  }, NOTICES);

/** What was shown on a page since it was loaded, but for what `sees` has waited for. */
export const noticesOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as Watching).noticesShown.map(({ text }) => text));

/**
 * Waits until a page has shown a notice with this text; '' is any. What is waited for twice must be
 * shown twice.
 */
export async function sees(page: Page, text: string, selector = '.toast'): Promise<void> {
  const taken = page.waitForFunction(
    ([text, selector]) => {
      const { noticesShown } = window as unknown as Watching;
      const at = noticesShown.findIndex((it) => it.element.matches(selector) && it.text.includes(text));
      return at >= 0 && noticesShown.splice(at, 1).length > 0;
    },
    [text, selector] as const,
  );
  await taken.catch(async (cause) => {
    throw new Error(`no ${selector} says “${text}”; shown were ${JSON.stringify(await noticesOn(page))}`, {
      cause,
    });
  });
}

/** From now on a notice stays on a page, to be pressed or measured. */
export const keepNotices = (page: Page): Promise<unknown> =>
  page.evaluate((shownMsMin) => {
    const { setTimeout: start } = window;
    const never = (then: TimerHandler, ms = 0, ...rest: unknown[]) =>
      ms < shownMsMin ? start(then, ms, ...rest) : 0;
    Object.assign(window, { setTimeout: never });
  }, SHOWN_MS_MIN);
