/**
 * A row of what can be done: at most one primary button first, then plain and quiet ones, and at
 * the end one menu for all that is left. `/design` shows it.
 */

import type { ComponentChildren } from 'preact';
import { t } from '../i18n/of-boards';
import { Icon } from './icon';
import { Menu } from './menu';

export function ActionRow({ children }: { children: ComponentChildren }) {
  return <div class="action-row">{children}</div>;
}

interface MoreProps {
  /** Lines of the menu. */
  children: ComponentChildren;
  /** Dialogs that its lines open: they stand outside of it, as it closes. */
  aside?: ComponentChildren;
}

/** The menu at the end of a row. */
export function MoreMenu({ children, aside }: MoreProps) {
  return (
    <>
      <Menu class="more-menu" face={<Icon name="more" />} label={t().game.more} buttonClass="square">
        {children}
      </Menu>
      {aside}
    </>
  );
}
