/**
 * In the header of every page, as long as a challenge stands: how many ask for something, and the
 * list.
 */

import { signal } from '@preact/signals';
import { t } from '../i18n';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { late } from '../ui/late';
import { challenges } from './challenge-store';

const ChallengeList = late(() => import('./challenge-list').then((it) => it.ChallengeList));

/** Whether the list is open. */
const open = signal(false);

export function ChallengeBell() {
  const n = challenges.value.length;
  if (n === 0) return null;
  // One's own that waits for the other side asks for nothing.
  const n_asking = challenges.value.filter(({ mine, declined }) => !mine || declined).length;
  const title = t().challenges.count(n);
  return (
    <button
      type="button"
      class="quiet square bell"
      aria-label={title}
      title={title}
      onClick={() => {
        open.value = true;
      }}
    >
      <Icon name="bell" />
      {n_asking > 0 && (
        <span class="bell-count" aria-hidden="true">
          {n_asking}
        </span>
      )}
    </button>
  );
}

/** The list, over the page. */
export function ChallengeDialog() {
  if (!open.value) return null;
  return (
    <Dialog
      title={t().challenges.title}
      onClose={() => {
        open.value = false;
      }}
    >
      <ChallengeList
        onAccepted={() => {
          open.value = false;
        }}
      />
    </Dialog>
  );
}
