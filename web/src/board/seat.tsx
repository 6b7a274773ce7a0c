/** Who sat at a side of a board that is only looked at. */

import { t } from '../i18n';
import { SideMark } from '../ui/icon';
import type { Side } from '../wire/generated';

export function Seat({ side, name }: { side: Side; name: string | null }) {
  return (
    <p class="replay-name">
      <SideMark side={side} />
      <strong>{name ?? t().sides[side]}</strong>
    </p>
  );
}
