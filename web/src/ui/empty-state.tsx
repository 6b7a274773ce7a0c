/**
 * What stands in place of a list without lines: a board without pieces (by the style sheet), one
 * sentence, and what can be done about it. `/design` shows it.
 */

import type { ComponentChildren } from 'preact';
import { ActionRow } from './action-row';

interface Props {
  text: string;
  /** Buttons or links. */
  children?: ComponentChildren;
}

export function EmptyState({ text, children }: Props) {
  return (
    <div class="empty">
      <p>{text}</p>
      {children && <ActionRow>{children}</ActionRow>}
    </div>
  );
}
