/** `/broadcasts/CODE/BOARD`: a board of a broadcast, followed and looked into as any review. */

import '../styles/broadcast.css';
import '../styles/study.css';
import { useSignal } from '@preact/signals';
import { ownAccount } from '../account/own-account';
import { DownloadDialog } from '../archive/downloads';
import { SmallClock } from '../clock/small-clock';
import { noted, titled } from '../i18n/listed';
import { t } from '../i18n/whole';
import { Following } from '../review/following';
import { ReportDialog } from '../review/report-review';
import type { Chapter } from '../review/review-desk';
import { Review } from '../review/review-page';
import type { ReviewStore } from '../review/review-store';
import { TreeFileLines } from '../review/tree-files';
import { ActionRow } from '../ui/action-row';
import { EmbedDialog } from '../ui/embedding';
import { Icon } from '../ui/icon';
import { MenuAct } from '../ui/menu';
import { MoreMenu } from '../ui/more-menu';
import { share } from '../ui/share-button';
import type { Broadcast, BroadcastBoard, Side } from '../wire/generated';
import { BoardTalk } from './board-talk';
import { clocksOf } from './clocks';
import { BoardDialog } from './dialogs';
import { EventLinks, eventResultText, useEvents } from './of-event';
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
          beside: (store, side) => <Beside store={store} broadcast={broadcast} board={board} side={side} />,
          talk: (store) => (
            <BoardTalk
              store={store}
              board={board.board}
              keepsOrder={
                (broadcast.role ?? 'viewer') !== 'viewer' || (ownAccount.value?.role ?? null) !== null
              }
            />
          ),
        };
        return (
          <Review key={board.board} from={{ code: board.board, onStudy: loaded.again }} chapter={about} />
        );
      }}
    </OneBoard>
  );
}

/** What is shown of a board now, as it is told. */
const nowOf = (store: ReviewStore, board: BroadcastBoard): BroadcastBoard => ({
  ...board,
  shown: store.played.value ?? board.shown,
});

interface BesideProps {
  store: ReviewStore;
  broadcast: Broadcast;
  board: BroadcastBoard;
  side: Side;
}

/** Beside a player's name: their grade, and the clock as the broadcast gives it. */
function Beside({ store, broadcast, board, side }: BesideProps) {
  const clocks = clocksOf(nowOf(store, board), side, broadcast.ended_ms !== undefined);
  const grade = board.announced.grades?.[side];
  return (
    <>
      {grade && <span class="note">{grade}</span>}
      {clocks && (
        <span class="relayed-clock" title={t().broadcast.clocksFrom}>
          <SmallClock of={clocks} side={side} />
        </span>
      )}
    </>
  );
}

/** Beside the board: what is played, and what can be done. */
function BoardPanel({ store, loaded, broadcast, board: known }: OfBoard & { store: ReviewStore }) {
  const words = t().broadcast;
  const board = nowOf(store, known);
  const events = useEvents([board]);
  const tree = store.tree.value;
  const { shown, announced } = board;
  const here = `/broadcasts/${broadcast.broadcast}`;
  const knowsClocks = clocksOf(board, 'sente', false) ?? clocksOf(board, 'gote', false);
  // Moves on this board are variations: the game itself has an entrance of its own.
  const isTriedOnly = mayEnter(broadcast) && shown.plies === 0 && (tree?.nodes.length ?? 0) > 1;
  return (
    <section class="card about sharing board-panel" aria-label={broadcast.title}>
      <h2>
        <a href={here}>{broadcast.title}</a>
      </h2>
      <p class="note">
        {noted([
          board.round,
          announced.time ? announcedText(announced.time) : '',
          stateText(shown),
          eventResultText(board, events),
          delayText(broadcast),
        ])}
      </p>
      <EventLinks broadcast={{ ...broadcast, boards: [board] }} events={events} />
      {standstillText(shown) && <p>{standstillText(shown)}</p>}
      {shown.illegal !== undefined && <p>{words.illegal(shown.illegal)}</p>}
      {knowsClocks && <p class="note">{words.clocksFrom}</p>}
      {isTriedOnly && <p class="warning">{words.triedOnly}</p>}
      {tree && <Following store={store} tree={tree} mayWorkAlone={store.mayEdit.value} />}
      <ActionRow>
        {mayEnter(broadcast) && (
          <a class="button primary" href={`${here}/${board.board}/enter`}>
            <Icon name="keyboard" />
            {words.enter}
          </a>
        )}
        <BoardMenu store={store} loaded={loaded} broadcast={broadcast} board={board} />
      </ActionRow>
    </section>
  );
}

/** What else can be done with a board. */
function BoardMenu({ store, loaded, broadcast, board }: OfBoard & { store: ReviewStore }) {
  const words = t();
  const opened = useSignal<'settings' | 'files' | 'embed' | 'report' | null>(null);
  const close = () => {
    opened.value = null;
  };
  const tree = store.tree.value;
  const place = `${broadcast.broadcast}/${board.board}`;
  const url = new URL(`/broadcasts/${place}`, location.href).href;
  return (
    <MoreMenu
      aside={
        <>
          {opened.value === 'settings' && (
            <BoardDialog loaded={loaded} broadcast={broadcast} board={board} onClose={close} />
          )}
          {opened.value === 'files' && tree && (
            <DownloadDialog onClose={close}>
              <TreeFileLines store={store} tree={tree} />
            </DownloadDialog>
          )}
          {opened.value === 'embed' && <EmbedDialog of="board" code={place} onClose={close} />}
          {opened.value === 'report' && (
            <ReportDialog place={{ study: broadcast.broadcast }} words={words.study.report} onClose={close} />
          )}
        </>
      }
    >
      <MenuAct icon="share" text={words.page.share} onClick={() => void share(broadcast.title, url)} />
      <MenuAct icon="download" text={words.game.download} onClick={() => (opened.value = 'files')} />
      {broadcast.visibility !== 'private' && (
        <MenuAct icon="code" text={words.embed.copy} onClick={() => (opened.value = 'embed')} />
      )}
      {broadcast.role === 'owner' && (
        <MenuAct
          icon="sliders"
          text={words.broadcast.boardSettings}
          onClick={() => (opened.value = 'settings')}
        />
      )}
      {broadcast.role !== 'owner' && (
        <MenuAct icon="flag" text={words.study.report} onClick={() => (opened.value = 'report')} />
      )}
    </MoreMenu>
  );
}
