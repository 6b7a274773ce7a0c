/** Gives the keyboard to a part of the page that is no control: Tab goes on from where it begins. */
export function giveKeyboard(element: HTMLElement | null): void {
  if (!element) return;
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
  // Nothing but this gives it to them: a touch on the page is not meant for it as a whole.
  element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
}
