/** `/broadcasts/CODE/BOARD`: a board of a broadcast, followed and looked into as any review. */

import '../styles/broadcast.css';
import '../styles/study.css';
import { useSignal } from '@preact/signals';
import { noted, titled } from '../i18n/listed';
import { t } from '../i18n/whole';
import { Following } from '../review/following';
import type { Chapter } from '../review/review-desk';
import { Review } from '../review/review-page';
import type { ReviewStore } from '../review/review-store';
import { TreeFiles } from '../review/tree-files';
import { EmbedButton } from '../ui/embedding';
import { Icon } from '../ui/icon';
import { ShareButton } from '../ui/share-button';
import { BoardSeat } from './board-card';
import { BoardDialog } from './dialogs';
import { mayEnter, type OfBoard, OneBoard } from './one-board';
import { announcedText, delayText, standstillText, stateText } from './words';

export function BoardPage({ code, chapter }: { code: string; chapter: string }) {
  return (
    <OneBoard code={code} chapter={chapter}>
      {(it) => {
        const { board, broadcast, loaded } = it;
        const about: Chapter = {
          title: titled(broadcast.title, t().game.title(board.names.sente, board.names.gote)),
          exercise: null,
          head: null,
          place: () => null,
          about: {
            label: t().study.about,
            isFirst: true,
            view: (store) => <BoardPanel store={store} {...it} />,
          },
          keys: [],
        };
        return (
          <Review key={board.board} from={{ code: board.board, onStudy: loaded.again }} chapter={about} />
        );
      }}
    </OneBoard>
  );
}

/** Beside the board: what is played, and what can be done. */
function BoardPanel({ store, loaded, broadcast, board: known }: OfBoard & { store: ReviewStore }) {
  const words = t().broadcast;
  const board = { ...known, shown: store.played.value ?? known.shown };
  const edits = useSignal(false);
  const tree = store.tree.value;
  const { shown, announced } = board;
  const here = `/broadcasts/${broadcast.broadcast}`;
  return (
    <section class="card about sharing board-panel" aria-label={broadcast.title}>
      <h2>
        <a href={here}>{broadcast.title}</a>
      </h2>
      <p class="board-seats">
        <BoardSeat broadcast={broadcast} board={board} side="sente" />
        <BoardSeat broadcast={broadcast} board={board} side="gote" />
      </p>
      <p class="note">
        {noted([
          board.round,
          announced.time ? announcedText(announced.time) : '',
          stateText(shown),
          delayText(broadcast),
        ])}
      </p>
      {standstillText(shown) && <p>{standstillText(shown)}</p>}
      {shown.illegal !== undefined && <p>{words.illegal(shown.illegal)}</p>}
      {tree && <Following store={store} tree={tree} mayWorkAlone={store.mayEdit.value} />}
      <div class="row">
        {mayEnter(broadcast) && (
          <a class="button primary" href={`${here}/${board.board}/enter`}>
            <Icon name="keyboard" />
            {words.enter}
          </a>
        )}
        {broadcast.role === 'owner' && (
          <button
            type="button"
            onClick={() => {
              edits.value = true;
            }}
          >
            <Icon name="sliders" />
            {words.settings}
          </button>
        )}
        <ShareButton title={broadcast.title} href={`${here}/${board.board}`} />
        {broadcast.visibility !== 'private' && (
          <EmbedButton of="board" code={`${broadcast.broadcast}/${board.board}`} />
        )}
        {tree && <TreeFiles store={store} tree={tree} />}
      </div>
      {edits.value && (
        <BoardDialog
          loaded={loaded}
          broadcast={broadcast}
          board={board}
          onClose={() => {
            edits.value = false;
          }}
        />
      )}
    </section>
  );
}
