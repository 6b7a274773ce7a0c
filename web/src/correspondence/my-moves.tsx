/** The way to one's games by correspondence: in the header of every page, and on the first one. */

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

/** On the first page: the same in words. */
export function MyMoves() {
  const n = waitingForUs.value.length;
  if (n === 0) return null;
  return (
    <p class="lobby-mine">
      <a class="button primary" href="/my-move">
        <Icon name="turn" />
        {t().correspondence.count(n)}
      </a>
    </p>
  );
}
