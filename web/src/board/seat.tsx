/** Who sat at a side of a board that is only looked at. */

import type { ComponentChildren } from 'preact';
import { t } from '../i18n/whole';
import { SideMark } from '../ui/icon';
import type { Side } from '../wire/generated';

interface Props {
  side: Side;
  name: string | null;
  /** What stands beside the name. */
  children?: ComponentChildren;
}

export function Seat({ side, name, children }: Props) {
  return (
    <p class="replay-name">
      <SideMark side={side} />
      <strong>{name ?? t().sides[side]}</strong>
      {children}
    </p>
  );
}
