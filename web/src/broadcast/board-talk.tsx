/**
 * What those who watch a board say among themselves. One takes back one's own line; who runs the
 * broadcast, and moderators, anybody's. A guest is reported by a line of theirs.
 */

import { useSignal } from '@preact/signals';
import { isHeard } from '../game/circle';
import { TalkField, TalkLines } from '../game/talk';
import { t } from '../i18n/whole';
import type { ReviewStore } from '../review/review-store';
import { theSocket, user } from '../session';
import { ReportForm } from '../site/report-form';
import type { Answer } from '../socket/socket';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { toast } from '../ui/toast';
import type { BoardLine } from '../wire/generated';

interface Props {
  store: ReviewStore;
  board: string;
  /** Whether the reader may take anybody's line away. */
  keepsOrder: boolean;
}

export function BoardTalk({ store, board, keepsOrder }: Props) {
  const words = t().chat;
  const lines = store.talk.value.filter(isHeard);
  const tell = (answer: Answer) => {
    if (answer.t === 'refused') toast.refusal(answer);
  };
  const reported = useSignal<BoardLine | null>(null);
  const closeReport = () => {
    reported.value = null;
  };
  const act = ({ n, ...line }: BoardLine) => {
    const isOwn = line.user !== undefined && line.user === user.value?.id;
    return (
      <>
        {/* Whoever has an account is reported by their name's card. */}
        {!isOwn && !line.handle && (
          <button
            type="button"
            class="quiet square"
            aria-label={t().site.person.report}
            title={t().site.person.report}
            onClick={() => {
              reported.value = { n, ...line };
            }}
          >
            <Icon name="flag" />
          </button>
        )}
        {(keepsOrder || isOwn) && (
          <button
            type="button"
            class="quiet square"
            aria-label={words.remove}
            title={words.remove}
            onClick={() => void theSocket().send({ t: 'unsay', review: board, line: n }).then(tell)}
          >
            <Icon name="close" />
          </button>
        )}
      </>
    );
  };
  return (
    <section class="chat card" aria-label={words.title}>
      <header>
        <h2>{words.title}</h2>
      </header>
      <TalkLines lines={lines} act={act} />
      <TalkField onSay={(text) => void theSocket().send({ t: 'say', review: board, text }).then(tell)} />
      {reported.value && (
        <Dialog title={t().site.person.reportTitle(reported.value.by)} onClose={closeReport}>
          <ReportForm place={{ review: board, line: reported.value.n }} onDone={closeReport} />
        </Dialog>
      )}
    </section>
  );
}
