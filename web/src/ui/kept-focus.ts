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
    // Whether nothing has it until the part comes, which may be on its way.
    let waits = false;
    const look = () => {
      waits &&= document.activeElement === document.body || document.activeElement === root;
      const part = root.querySelector<HTMLElement>(first);
      if (waits && part) part.focus(NO_SCROLL);
      if (!last || document.activeElement !== document.body || last.matches(':disabled')) return;
      if (last.isConnected) last.focus(NO_SCROLL);
      else {
        last = null;
        waits = part === null;
        (part ?? root).focus(NO_SCROLL);
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
