/**
 * What is said at the review of a game: the talk at its board goes on, and so do its player's own
 * notes.
 */

import { useEffect, useState } from 'preact/hooks';
import { isCorrespondence } from '../clock/remaining';
import { NotePanel } from '../correspondence/note-panel';
import { Chat } from '../game/chat';
import { createGameStore } from '../game/game-store';
import { theSocket } from '../session';

export function GameTalk({ code }: { code: string }) {
  const [store] = useState(() => createGameStore(code, theSocket()));
  useEffect(() => store.close, [store]);
  const game = store.game.value;
  return (
    game && (
      <>
        {game.you !== null && isCorrespondence(game.clock) && <NotePanel code={code} />}
        <Chat store={store} game={game} />
      </>
    )
  );
}
