/** The way to one's games by correspondence, in the header of every page. */

import { t } from '../i18n';
import { Icon } from '../ui/icon';
import { playsByCorrespondence, waitingForUs } from './correspondence-store';

/** In the header as long as we play any: in how many it is our move. */
export function MyMovesLink() {
  if (!playsByCorrespondence.value) return null;
  const n = waitingForUs.value.length;
  const title = t().correspondence.count(n);
  return (
    <a class="button bell letters" href="/my-move" aria-label={title} title={title}>
      <Icon name="turn" />
      {n > 0 && (
        <span class="bell-count" aria-hidden="true">
          {n}
        </span>
      )}
    </a>
  );
}
