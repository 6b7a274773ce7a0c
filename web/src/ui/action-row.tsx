/**
 * A row of what can be done: at most one primary button first, then plain and quiet ones, and at
 * the end one menu for all that is left. `/design` shows it.
 */

import type { ComponentChildren } from 'preact';

export function ActionRow({ children }: { children: ComponentChildren }) {
  return <div class="action-row">{children}</div>;
}
