/** What is said at the review of a game: the talk at its board goes on. */

import { useEffect, useState } from 'preact/hooks';
import { Chat } from '../game/chat';
import { createGameStore } from '../game/game-store';
import { theSocket } from '../session';

export function GameTalk({ code }: { code: string }) {
  const [store] = useState(() => createGameStore(code, theSocket()));
  useEffect(() => store.close, [store]);
  const game = store.game.value;
  return game && <Chat store={store} game={game} />;
}
