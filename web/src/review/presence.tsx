/** Who is at a review now. */

import { listed } from '../i18n/listed';
import { t } from '../i18n/whole';
import { shownName } from '../people/shown-name';
import type { ReviewStore } from './review-store';

export function Presence({ store }: { store: ReviewStore }) {
  const words = t();
  const shared = store.shared.value;
  if (!shared) return null;
  return (
    <>
      {shared.here.length > 0 && (
        <span class="note here"> {words.review.here(listed(shared.here.map(shownName)))}</span>
      )}
      {shared.watchers > 0 && <span class="note"> {words.game.watchers(shared.watchers)}</span>}
    </>
  );
}
