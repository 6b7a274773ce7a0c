/** Whose review it is, who is there, its link, and its files. */

import { useSignal } from '@preact/signals';
import { problemText } from '../api/request';
import { DownloadDialog } from '../archive/downloads';
import { t } from '../i18n/whole';
import { shownName } from '../people/shown-name';
import { go } from '../router';
import { GuestKeeps } from '../site/guest-keeps';
import { carry } from '../study/carried';
import { Sure } from '../ui/dialog';
import { MenuAct } from '../ui/menu';
import { MoreMenu } from '../ui/more-menu';
import { toast } from '../ui/toast';
import type { ReviewTree } from '../wire/generated';
import { Following } from './following';
import { ReportDialog } from './report-review';
import { deleteReview, publishReview } from './review-api';
import type { ReviewStore } from './review-store';
import { TreeFileLines } from './tree-files';

interface Props {
  store: ReviewStore;
  tree: ReviewTree;
}

/** Who is there and whose it is, in one line, and a menu for what can be done with it. */
export function Sharing({ store, tree }: Props) {
  return (
    <section class="card about sharing" aria-label={t().review.title}>
      <div class="sharing-line">
        <SharingState store={store} tree={tree} />
        <SharingMenu store={store} tree={tree} />
      </div>
    </section>
  );
}

/** Who is there and whose it is. */
export function SharingState({ store, tree }: Props) {
  const words = t().review;
  const shared = store.shared.value;
  const isShared = shared !== null && !store.isCopy.value;
  return (
    <div class="sharing-state">
      {(shared || store.isCopy.value) && (
        <Following
          store={store}
          tree={tree}
          lead={shared?.of_game ? words.ofGame : words.by(shownName(shared?.editors[0] ?? ''))}
        />
      )}
      {isShared && !shared.may_edit && <p class="note">{words.watching}</p>}
      {isShared && shared.may_edit && !shared.of_game && <GuestKeeps />}
    </div>
  );
}

/** What can be done with it. */
export function SharingMenu({ store, tree }: Props) {
  const words = t();
  const asked = useSignal<'files' | 'remove' | 'report' | null>(null);
  const shared = store.isCopy.value ? null : store.shared.value;
  const study = shared?.study;
  const isOwn = shared?.may_edit && !shared.of_game && !study;
  const close = () => {
    asked.value = null;
  };
  const remove = async (code: string) => {
    const answer = await deleteReview(code);
    if (answer.ok) go('/review');
    else toast.show(problemText(answer.problem), 'bad');
  };
  return (
    <MoreMenu
      aside={
        <>
          {asked.value === 'files' && (
            <DownloadDialog onClose={close}>
              <TreeFileLines store={store} tree={tree} />
            </DownloadDialog>
          )}
          {asked.value === 'report' && shared && (
            <ReportDialog place={{ review: shared.review }} words={words.review.report} onClose={close} />
          )}
          {asked.value === 'remove' && shared && (
            <Sure
              title={words.review.removeAsk}
              yes={words.review.remove}
              onYes={() => void remove(shared.review)}
              onClose={close}
            />
          )}
        </>
      }
    >
      {shared && <MenuAct icon="copy" text={words.review.link} onClick={() => void copyLink()} />}
      {shared?.of_game && <MenuAct icon="board" text={words.review.toGame} href={`/${shared.review}`} />}
      {study && shared && (
        <MenuAct icon="book" text={study.title} href={`/study/${study.study}/${shared.review}`} />
      )}
      <MenuAct icon="download" text={words.game.download} onClick={() => (asked.value = 'files')} />
      <MenuAct icon="book" text={words.study.add.title} onClick={() => carry(tree)} />
      {isOwn && (
        <MenuAct
          icon={shared.public ? 'check' : 'eye'}
          text={words.review.publish}
          pressed={shared.public}
          onClick={() => void publishReview(shared.review, !shared.public)}
        />
      )}
      {isOwn && <MenuAct icon="close" text={words.review.remove} onClick={() => (asked.value = 'remove')} />}
      {shared && !shared.may_edit && (
        <MenuAct icon="flag" text={words.review.report} onClick={() => (asked.value = 'report')} />
      )}
    </MoreMenu>
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
