/** What the owner of a broadcast changes: what it says of itself, and its boards. */

import { useSignal } from '@preact/signals';
import { t } from '../i18n/whole';
import { Select } from '../ui/choice';
import { Dialog } from '../ui/dialog';
import type { Loaded } from '../ui/loaded';
import type { Broadcast, BroadcastBoard } from '../wire/generated';
import { boardDraft, boardOf } from './board-draft';
import { addBoards, changeBoard, changeBroadcast, problemText } from './broadcast-api';
import { BoardFields, TermsFields, termsDraft, termsOf } from './forms';

interface Props {
  loaded: Loaded<Broadcast>;
  broadcast: Broadcast;
  onClose(): void;
}

/** Saves, and shows what it is then; or says why not. */
function useSaving({ loaded, onClose }: Props) {
  const problem = useSignal<string | null>(null);
  const save = async (doing: () => Promise<unknown>) => {
    problem.value = null;
    try {
      await doing();
      await loaded.again();
      onClose();
    } catch (refused) {
      problem.value = problemText(refused);
    }
  };
  const said = problem.value && (
    <p class="warning" role="alert">
      {problem.value}
    </p>
  );
  return { save, said };
}

export function SettingsDialog(props: Props) {
  const { broadcast, onClose } = props;
  const words = t();
  const draft = useSignal(termsDraft(broadcast));
  const { save, said } = useSaving(props);
  const put = (changes: Partial<typeof draft.value>) => {
    draft.value = { ...draft.value, ...changes };
  };
  return (
    <Dialog title={words.broadcast.settings} onClose={onClose}>
      <form
        class="study-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save(() => changeBroadcast(broadcast.broadcast, termsOf(draft.value)));
        }}
      >
        <TermsFields draft={draft.value} put={put} />
        <Select
          label={words.broadcast.form.featured}
          name="featured"
          options={[
            ['', words.broadcast.form.noFeatured] as const,
            ...broadcast.boards.map(
              (it) => [it.board, words.game.title(it.names.sente, it.names.gote)] as const,
            ),
          ]}
          value={draft.value.featured}
          onChange={(featured) => put({ featured })}
        />
        {said}
        <button type="submit" class="primary">
          {words.broadcast.save}
        </button>
      </form>
    </Dialog>
  );
}

/** One more board, or what is announced of one. */
export function BoardDialog(props: Props & { board?: BroadcastBoard }) {
  const { broadcast, board, onClose } = props;
  const words = t().broadcast;
  const draft = useSignal(boardDraft(board));
  const { save, said } = useSaving(props);
  const code = broadcast.broadcast;
  return (
    <Dialog title={board ? words.boardSettings : words.addBoard} onClose={onClose}>
      <form
        class="study-form"
        onSubmit={(event) => {
          event.preventDefault();
          const sent = boardOf(draft.value);
          void save(() => (board ? changeBoard(code, board.board, sent) : addBoards(code, [sent])));
        }}
      >
        <BoardFields
          isNew={!board}
          draft={draft.value}
          put={(changes) => {
            draft.value = { ...draft.value, ...changes };
          }}
        />
        {said}
        <button type="submit" class="primary">
          {board ? words.save : words.create}
        </button>
      </form>
    </Dialog>
  );
}
