/** Whose review it is, who is there, its link, and its files. */

import { useSignal } from '@preact/signals';
import { problemText } from '../api/request';
import { t } from '../i18n/whole';
import { shownName } from '../people/shown-name';
import { go } from '../router';
import { GuestKeeps } from '../site/guest-keeps';
import { carry } from '../study/carried';
import { Sure } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { toast } from '../ui/toast';
import type { ReviewTree } from '../wire/generated';
import { Following } from './following';
import { ReportReview } from './report-review';
import { deleteReview, publishReview } from './review-api';
import type { ReviewStore } from './review-store';
import { TreeFiles } from './tree-files';

export function Sharing({ store, tree }: { store: ReviewStore; tree: ReviewTree }) {
  const words = t();
  const shared = store.shared.value;
  const { study } = shared ?? {};
  return (
    <section class="card about sharing" aria-label={words.review.title}>
      {(shared || store.isCopy.value) && (
        <Following
          store={store}
          tree={tree}
          lead={shared?.of_game ? words.review.ofGame : words.review.by(shownName(shared?.editors[0] ?? ''))}
        />
      )}
      {shared && !store.isCopy.value && (
        <>
          {!shared.may_edit && <p class="note">{words.review.watching}</p>}
          <div class="row">
            <button type="button" onClick={() => void copyLink()}>
              <Icon name="copy" />
              {words.review.link}
            </button>
            {shared.of_game && (
              <a class="button" href={`/${shared.review}`}>
                {words.review.toGame}
              </a>
            )}
            {study && (
              <a class="button" href={`/study/${study.study}/${shared.review}`}>
                {study.title}
              </a>
            )}
          </div>
          {!shared.may_edit && <ReportReview place={{ review: shared.review }} words={words.review.report} />}
          {shared.may_edit && !shared.of_game && <GuestKeeps />}
          {shared.may_edit && !shared.of_game && !study && (
            <Own code={shared.review} isPublic={shared.public} />
          )}
        </>
      )}
      <div class="row">
        <TreeFiles store={store} tree={tree} />
        <button type="button" class="quiet" onClick={() => carry(tree)}>
          <Icon name="book" />
          {words.study.add.title}
        </button>
      </div>
    </section>
  );
}

async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.href);
    toast.show(t().review.linkCopied, 'good');
  } catch {
    toast.show(location.href);
  }
}

function Own({ code, isPublic }: { code: string; isPublic: boolean }) {
  const words = t().review;
  const asks = useSignal(false);
  const remove = async () => {
    const answer = await deleteReview(code);
    if (answer.ok) go('/review');
    else toast.show(problemText(answer.problem), 'bad');
  };
  return (
    <div class="row">
      <label class="check">
        <input
          type="checkbox"
          checked={isPublic}
          onChange={(event) => void publishReview(code, event.currentTarget.checked)}
        />
        <span>{words.publish}</span>
      </label>
      <button
        type="button"
        class="quiet"
        onClick={() => {
          asks.value = true;
        }}
      >
        {words.remove}
      </button>
      {asks.value && (
        <Sure
          title={words.removeAsk}
          yes={words.remove}
          onYes={() => void remove()}
          onClose={() => {
            asks.value = false;
          }}
        />
      )}
    </div>
  );
}
