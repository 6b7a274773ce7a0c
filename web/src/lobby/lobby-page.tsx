/**
 * `/`, the first page: begin a game, see who waits, watch one or solve today's problem, and what
 * else there is.
 */

import { h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { faceProperties } from '../board/faces';
import { ChallengeList } from '../challenges/challenge-list';
import { challenges } from '../challenges/challenge-store';
import { MyMoves } from '../correspondence/my-moves';
import { t } from '../i18n';
import { theSocket } from '../session';
import { variantOf } from '../shogi/variant';
import { Icon } from '../ui/icon';
import { Page } from '../ui/page';
import { Around } from './around';
import { createLobbyStore } from './lobby-store';
import { OwnGames } from './own-games';
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
      <section class="lobby-hero">
        <div class="hero-words">
          <h1>{words.lobby.title}</h1>
          <p>{words.lobby.lead}</p>
          <a class="button begin-here" href="/learn">
            <Icon name="book" />
            {words.lobby.begin}
          </a>
        </div>
        <HeroPieces />
      </section>

      <MyMoves />

      <OwnGames />

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

/** A few pieces set out, for those who have never seen any. */
function HeroPieces() {
  const style = faceProperties(variantOf('standard'), {
    set: 'kanji2',
    kings: { sente: '王', gote: '玉' },
    marks: false,
  });
  return (
    <div class="hero-pieces faces-kanji2 orientation-sente promoted-red" style={style} aria-hidden="true">
      {['p', 'n', 'g', 'pro-b', 'r', 'k'].map((role) => (
        <span key={role} class="lone-piece">
          {h('piece', { class: `sente ${role}` })}
        </span>
      ))}
    </div>
  );
}
