/**
 * In the header of every page: how much that concerns us is new or waits, and the list of it. A
 * guest has it while a challenge stands.
 */

import { challenges } from '../challenges/challenge-store';
import { t } from '../i18n';
import { isMember } from '../session';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { late } from '../ui/late';
import { bellCount, isBellOpen } from './bell-store';

const BellList = late(() => import('./bell-list').then((it) => it.BellList));

export function BellButton() {
  if (!isMember.value && challenges.value.length === 0) return null;
  const n = bellCount.value;
  const title = n > 0 ? t().bell.count(n) : t().bell.title;
  return (
    <button
      type="button"
      class="quiet square bell"
      aria-label={title}
      title={title}
      onClick={() => {
        isBellOpen.value = true;
      }}
    >
      <Icon name="bell" />
      {n > 0 && (
        <span class="bell-count" aria-hidden="true">
          {n > 99 ? '99+' : n}
        </span>
      )}
    </button>
  );
}

/** The list, over the page. */
export function BellDialog() {
  if (!isBellOpen.value) return null;
  const close = () => {
    isBellOpen.value = false;
  };
  return (
    <Dialog title={t().bell.title} onClose={close}>
      <BellList onLeave={close} />
    </Dialog>
  );
}
