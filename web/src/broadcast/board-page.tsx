/** `/broadcasts/CODE/BOARD`: a board of a broadcast, followed and looked into as any review. */

import '../styles/broadcast.css';
import '../styles/study.css';
import { useSignal } from '@preact/signals';
import { t } from '../i18n';
import { noted, titled } from '../i18n/listed';
import { Presence } from '../review/presence';
import type { Chapter } from '../review/review-desk';
import { Review } from '../review/review-page';
import type { ReviewStore } from '../review/review-store';
import { Follow, OwnCopy } from '../review/sharing';
import { TreeFiles } from '../review/tree-files';
import { Toggle } from '../ui/choice';
import { EmbedButton } from '../ui/embedding';
import { Icon } from '../ui/icon';
import type { Loaded } from '../ui/loaded';
import { Blank, When } from '../ui/page';
import { ShareButton } from '../ui/share-button';
import type { Broadcast, BroadcastBoard } from '../wire/generated';
import { BoardSeat } from './board-card';
import { BoardDialog } from './dialogs';
import { useBroadcast } from './use-broadcast';
import { announcedText, delayText, standstillText, stateText } from './words';

export function BoardPage({ code, chapter }: { code: string; chapter: string }) {
  const words = t().broadcast;
  const loaded = useBroadcast(code);
  return (
    <When
      of={loaded}
      missing={{ title: words.notFound, text: words.notFoundHelp, href: '/broadcasts', to: words.title }}
    >
      {(broadcast) => {
        const board = broadcast.boards.find((it) => it.board === chapter);
        if (!board)
          return (
            <Blank
              title={words.boardGone}
              text={broadcast.title}
              href={`/broadcasts/${code}`}
              to={words.toBroadcast}
            />
          );
        const about: Chapter = {
          title: titled(broadcast.title, t().game.title(board.names.sente, board.names.gote)),
          exercise: null,
          place: (store) => <BoardPanel store={store} loaded={loaded} broadcast={broadcast} board={board} />,
          bar: null,
          keys: [],
        };
        return (
          <Review
            key={board.board}
            from={{ code: board.board, onStudy: () => void loaded.again() }}
            chapter={about}
          />
        );
      }}
    </When>
  );
}

interface PanelProps {
  store: ReviewStore;
  loaded: Loaded<Broadcast>;
  broadcast: Broadcast;
  board: BroadcastBoard;
}

/** Beside the board: what is played, and what can be done. */
function BoardPanel({ store, loaded, broadcast, board }: PanelProps) {
  const words = t().broadcast;
  const edits = useSignal(false);
  const tree = store.tree.value;
  const { shown, announced } = board;
  const mayEnter = broadcast.role === 'owner' || broadcast.role === 'scorer';
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
      {tree && store.isCopy.value ? (
        <OwnCopy store={store} tree={tree} />
      ) : (
        <>
          <p>
            <Presence store={store} />
          </p>
          <Follow store={store} />
          {store.mayEdit.value && (
            <Toggle label={t().study.alone} value={store.alone.value} onChange={store.workAlone} />
          )}
        </>
      )}
      <div class="row">
        {mayEnter && (
          <a class="button" href={`${here}/${board.board}/enter`}>
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
        {tree && <TreeFiles tree={tree} code={store.isCopy.value ? null : store.code} />}
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
