/** The menu at the end of a row of what can be done. `/design` shows it. */

import type { ComponentChildren } from 'preact';
import { t } from '../i18n/of-boards';
import { Icon } from './icon';
import { Menu } from './menu';

interface MoreProps {
  /** Lines of the menu. */
  children: ComponentChildren;
  /** Dialogs that its lines open: they stand outside of it, as it closes. */
  aside?: ComponentChildren;
}

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
