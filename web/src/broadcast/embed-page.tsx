/**
 * `/embed/broadcasts/CODE` and `/embed/broadcasts/CODE/BOARD`: a broadcast, or one of its boards,
 * within another site's page: as it is played, and looked at only.
 */

import '../styles/broadcast.css';
import { t } from '../i18n/whole';
import { Blank, Page, When } from '../ui/page';
import { BoardCard } from './board-card';
import { Rounds } from './rounds';
import { useBoards } from './use-broadcast';
import { delayText } from './words';

export function BroadcastEmbedPage({ code, chapter }: { code: string; chapter?: string }) {
  const words = t().broadcast;
  return (
    <When of={useBoards(code, chapter)} missing={{ title: words.notFound, text: words.notFoundHelp }}>
      {(broadcast) => {
        const board = broadcast.boards.find((it) => it.board === chapter);
        if (chapter !== undefined && !board) return <Blank title={words.boardGone} text={broadcast.title} />;
        return (
          <Page class="embedded broadcast-page" title={broadcast.title}>
            <h1>
              <a href={`/broadcasts/${code}`} target="_blank" rel="noopener">
                {broadcast.title}
              </a>
            </h1>
            {delayText(broadcast) && <p class="note">{delayText(broadcast)}</p>}
            {board ? (
              <section class="featured-board">
                <BoardCard broadcast={broadcast} board={board} isEmbedded />
              </section>
            ) : (
              <Rounds broadcast={broadcast} boards={broadcast.boards} isEmbedded />
            )}
          </Page>
        );
      }}
    </When>
  );
}
