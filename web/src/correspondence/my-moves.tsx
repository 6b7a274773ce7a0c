/** The way to one's games by correspondence. */

import { t } from '../i18n';
import { Icon } from '../ui/icon';
import { waitingForUs } from './correspondence-store';

/** On the first page: in how many it is our move. */
export function MyMoves() {
  const n = waitingForUs.value.length;
  if (n === 0) return null;
  return (
    <p class="lobby-mine">
      <a class="button primary" href="/my-move">
        <Icon name="letter" />
        {t().correspondence.count(n)}
      </a>
    </p>
  );
}
