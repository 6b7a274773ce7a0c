/** Whose review it is, who is there, its link, and its files. */

import { useSignal } from '@preact/signals';
import { problemText } from '../api/request';
import { DownloadFace, recordEndings } from '../archive/downloads';
import { recordProblem } from '../archive/words';
import { t } from '../i18n';
import { listed } from '../i18n/listed';
import { shownName } from '../people/shown-name';
import { go } from '../router';
import { GuestKeeps } from '../site/guest-keeps';
import { ReportForm } from '../site/report-form';
import { Dialog, Sure } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { Menu } from '../ui/menu';
import { toast } from '../ui/toast';
import type { ReviewTree } from '../wire/generated';
import { deleteReview, keepReview, publishReview, writeFile } from './review-api';
import type { ReviewStore } from './review-store';

/** Texts for people hold every game. */
const TEXTS = ['western.txt', 'hodges.txt', 'vietnamese.txt'];

export function Sharing({ store, tree }: { store: ReviewStore; tree: ReviewTree }) {
  const words = t();
  const busy = useSignal(false);
  const shared = store.shared.value;
  const save = async () => {
    busy.value = true;
    const answer = await keepReview(tree);
    busy.value = false;
    if (answer.ok) go(`/review/${answer.value.review}`);
    else toast.show(recordProblem(answer.problem), 'bad');
  };
  return (
    <section class="card about sharing" aria-label={words.review.title}>
      {store.isCopy.value ? (
        <>
          <p>{store.code ? words.review.isCopy : words.review.isDraft}</p>
          <div class="row">
            <button type="button" class="primary" disabled={busy.value} onClick={() => void save()}>
              <Icon name="check" />
              {words.review.save}
            </button>
            {store.code && (
              <button type="button" onClick={store.dropCopy}>
                {words.review.back}
              </button>
            )}
          </div>
          <GuestKeeps />
        </>
      ) : (
        shared && (
          <>
            <p>
              {shared.of_game ? words.review.ofGame : words.review.by(shownName(shared.editors[0] ?? ''))}
              {shared.here.length > 0 && (
                <span class="note here"> {words.review.here(listed(shared.here))}</span>
              )}
              {shared.watchers > 0 && <span class="note"> {words.game.watchers(shared.watchers)}</span>}
            </p>
            {!shared.may_edit && <p class="note">{words.review.watching}</p>}
            <div class="row">
              {store.astray.value && (
                <button type="button" class="primary" onClick={store.follow}>
                  {words.review.follow}
                </button>
              )}
              <button type="button" onClick={() => void copyLink()}>
                <Icon name="copy" />
                {words.review.link}
              </button>
              {shared.of_game && (
                <a class="button" href={`/${shared.review}`}>
                  {words.review.toGame}
                </a>
              )}
            </div>
            {!shared.may_edit && <Report code={shared.review} />}
            {shared.may_edit && !shared.of_game && <GuestKeeps />}
            {shared.may_edit && !shared.of_game && <Own code={shared.review} isPublic={shared.public} />}
          </>
        )
      )}
      <Files tree={tree} code={store.isCopy.value ? null : store.code} />
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

/** Tells the moderators of what is said in somebody's review. */
function Report({ code }: { code: string }) {
  const words = t().review;
  const open = useSignal(false);
  const close = () => {
    open.value = false;
  };
  return (
    <>
      <button
        type="button"
        class="quiet"
        onClick={() => {
          open.value = true;
        }}
      >
        <Icon name="flag" />
        {words.report}
      </button>
      {open.value && (
        <Dialog title={words.report} onClose={close}>
          <ReportForm place={{ review: code }} title={t().site.person.report} onDone={close} />
        </Dialog>
      )}
    </>
  );
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

function Files({ tree, code }: { tree: ReviewTree; code: string | null }) {
  const words = t();
  const endings = [...recordEndings(tree.variant), ...TEXTS];
  // What people read has no name of its own but its notation's.
  const { western_digits, western_letters, vietnamese } = words.settings.notations;
  const notations: Record<string, string> = {
    'western.txt': western_digits,
    'hodges.txt': western_letters,
    'vietnamese.txt': vietnamese,
  };
  const save = async (ending: string) => {
    const file = await writeFile(tree, ending);
    if (!file) return toast.show(words.problems.unreachable, 'bad');
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = `komadai-${code ?? 'review'}.${ending}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  };
  return (
    <Menu class="downloads" face={<DownloadFace />}>
      {endings.map((ending) => (
        <li key={ending}>
          <button type="button" class="link" onClick={() => void save(ending)}>
            {notations[ending] ?? ending.toUpperCase()}
          </button>
        </li>
      ))}
    </Menu>
  );
}
