/** The keyboard of a page is never lost with a button that goes away. */

import { useEffect } from 'preact/hooks';

const NO_SCROLL = { preventScroll: true };

/**
 * When what has the focus is taken off the page, the page's main part has it, or the part of it
 * that `first` names: the next Tab goes on from there, not from the top of the window. A button
 * that was out of order for a moment has it back.
 */
export function useKeptFocus(first: string): void {
  useEffect(() => {
    const root = document.querySelector('main');
    if (!root) return;
    let last: HTMLElement | null = null;
    const comes = ({ target }: FocusEvent) => {
      last = target as HTMLElement;
    };
    const goes = () => {
      const left = last;
      // Whoever leaves it for the page itself wants nothing of it any more; it may be on its way out.
      queueMicrotask(() => {
        if (left === last && left?.isConnected && !left.matches(':disabled')) last = null;
      });
    };
    const look = () => {
      if (!last || document.activeElement !== document.body || last.matches(':disabled')) return;
      if (last.isConnected) last.focus(NO_SCROLL);
      else {
        last = null;
        (root.querySelector<HTMLElement>(first) ?? root).focus(NO_SCROLL);
      }
    };
    // The browser takes the focus from a button that is out of order when it draws the page.
    const observer = new MutationObserver(() => requestAnimationFrame(() => requestAnimationFrame(look)));
    observer.observe(root, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled'],
    });
    root.addEventListener('focusin', comes);
    root.addEventListener('focusout', goes);
    return () => {
      observer.disconnect();
      root.removeEventListener('focusin', comes);
      root.removeEventListener('focusout', goes);
    };
  }, [first]);
}
