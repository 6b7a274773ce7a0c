/**
 * A board that is followed: who is there, the way back to where everybody looks, and what one does
 * by oneself.
 */

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { recordProblem } from '../archive/words';
import { t } from '../i18n/whole';
import { go } from '../router';
import { GuestKeeps } from '../site/guest-keeps';
import { Toggle } from '../ui/choice';
import { Icon } from '../ui/icon';
import { toast } from '../ui/toast';
import type { ReviewTree } from '../wire/generated';
import { Presence } from './presence';
import { keepReview } from './review-api';
import type { ReviewStore } from './review-store';

interface Props {
  store: ReviewStore;
  tree: ReviewTree;
  /** Said before who is there. */
  lead?: ComponentChildren;
  /** Whether somebody who may write can also do so without the others. */
  mayWorkAlone?: boolean;
}

export function Following({ store, tree, lead, mayWorkAlone = false }: Props) {
  const words = t();
  if (store.isCopy.value) return <OwnCopy store={store} tree={tree} />;
  return (
    <>
      <p>
        {lead}
        <Presence store={store} />
      </p>
      {store.astray.value && (
        <button type="button" class="primary" onClick={store.follow}>
          {words.review.follow}
        </button>
      )}
      {mayWorkAlone && (
        <Toggle label={words.study.alone} value={store.alone.value} onChange={store.workAlone} />
      )}
    </>
  );
}

/** What can be done with a copy of one's own. */
function OwnCopy({ store, tree }: Pick<Props, 'store' | 'tree'>) {
  const words = t().review;
  const busy = useSignal(false);
  const save = async () => {
    busy.value = true;
    const answer = await keepReview(tree);
    busy.value = false;
    if (answer.ok) go(`/review/${answer.value.review}`);
    else toast.show(recordProblem(answer.problem).text, 'bad');
  };
  return (
    <>
      <p>{store.code ? words.isCopy : words.isDraft}</p>
      <div class="row">
        <button type="button" class="primary" disabled={busy.value} onClick={() => void save()}>
          <Icon name="check" />
          {words.save}
        </button>
        {store.code && (
          <button type="button" onClick={store.dropCopy}>
            {words.back}
          </button>
        )}
      </div>
      <GuestKeeps />
    </>
  );
}
