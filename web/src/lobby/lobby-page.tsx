/**
 * `/`, the first page: what of ours goes on, begin a game, see who waits, watch one or solve today's
 * problem, and what else there is.
 */

import { useEffect, useState } from 'preact/hooks';
import { ChallengeList } from '../challenges/challenge-list';
import { challenges } from '../challenges/challenge-store';
import { t } from '../i18n';
import { theSocket } from '../session';
import { Page } from '../ui/page';
import { Around } from './around';
import { createLobbyStore } from './lobby-store';
import { OwnPart } from './own';
import { PlayPanel } from './play-panel';
import { SeekList } from './seek-list';
import { Showcase } from './showcase';

export function LobbyPage() {
  const [store] = useState(() => createLobbyStore(theSocket()));
  useEffect(() => store.close, [store]);
  const words = t();
  const lobby = store.lobby.value;
  return (
    <Page class="lobby">
      <OwnPart />

      {challenges.value.length > 0 && (
        <section class="lobby-challenges card" aria-labelledby="challenges-title">
          <h2 id="challenges-title">{words.challenges.title}</h2>
          <ChallengeList />
        </section>
      )}

      <div class="lobby-columns">
        <PlayPanel store={store} />

        <section class="lobby-seeks card" aria-labelledby="seeks-title">
          <header>
            <h2 id="seeks-title">{words.lobby.seeks}</h2>
            <span class="note">{lobby ? words.lobby.online(lobby.online) : ''}</span>
          </header>
          <SeekList store={store} />
        </section>

        <Showcase games={lobby?.games ?? null} />

        <Around />
      </div>
    </Page>
  );
}
