/**
 * What those who watch a board say among themselves. One takes back one's own line; who runs the
 * broadcast, and moderators, anybody's.
 */

import { isHeard } from '../game/circle';
import { TalkField, TalkLines } from '../game/talk';
import { t } from '../i18n/whole';
import type { ReviewStore } from '../review/review-store';
import { theSocket, user } from '../session';
import type { Answer } from '../socket/socket';
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
  const remove = ({ n, user: by }: BoardLine) =>
    (keepsOrder || (by !== undefined && by === user.value?.id)) && (
      <button
        type="button"
        class="quiet square"
        aria-label={words.remove}
        title={words.remove}
        onClick={() => void theSocket().send({ t: 'unsay', review: board, line: n }).then(tell)}
      >
        <Icon name="close" />
      </button>
    );
  return (
    <section class="chat card" aria-label={words.title}>
      <header>
        <h2>{words.title}</h2>
      </header>
      <TalkLines lines={lines} act={remove} />
      <TalkField onSay={(text) => void theSocket().send({ t: 'say', review: board, text }).then(tell)} />
    </section>
  );
}
