/**
 * At the top of the first page: for strangers what this is, and for whoever has been here what of
 * theirs goes on. Which of the two is known before anything is drawn, so that nothing moves.
 */

import { h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { faceProperties } from '../board/faces';
import { language, t } from '../i18n';
import { myGames } from '../session';
import { variantOf } from '../shogi/variant';
import { site } from '../site/site-api';
import { Icon } from '../ui/icon';
import { loadLateParts, useLate } from '../ui/late';
import { useFresh } from '../ui/loaded';
import type { Home, MyGame } from '../wire/generated';
import { columnsOf, home, homeFailed, loadHome, tilesToCome } from './home-store';

/** How often it is asked who is here and what is new, while somebody looks. */
const ASK_MS = 60_000;

export function OwnPart() {
  const [room] = useState(tilesToCome);
  const asked = useFresh(loadHome, [], ASK_MS);
  const games = myGames.value;
  // A game has begun or is over.
  useEffect(() => {
    const known = home.peek();
    if (known && !lists(known, games)) void loadHome();
  }, [games]);
  const known = home.value?.known;
  // Whoever was a stranger when it was asked last may have learnt something since.
  const mayBeKnown = room > 0 && (known === undefined || asked.state.is === 'busy');
  return known || mayBeKnown ? <OwnStrip room={room} /> : <Banner />;
}

/** Whether these are the running games that it lists. */
function lists({ at_the_board, correspondence }: Home, games: readonly MyGame[]): boolean {
  const listed = [...at_the_board, ...correspondence.map((it) => it.game)].map(({ game }) => game);
  return listed.length === games.length && games.every(({ game }) => listed.includes(game));
}

const load = () => Promise.all([import('./strip'), loadLateParts()]).then(([it]) => it.Strip);

function OwnStrip({ room }: { room: number }) {
  const words = t();
  const part = useLate(load);
  const Strip = part.value;
  const isReady = Strip !== null && home.value?.known;
  const failed = part.state.is === 'failed' || (homeFailed.value && home.value === null);
  return (
    <section class="home-strip" aria-labelledby="home-title" aria-busy={!isReady && !failed}>
      <h1 id="home-title" class="hidden-visually">
        {words.lobby.title}
      </h1>
      {isReady ? (
        <Strip />
      ) : failed ? (
        <div class="part-failed" role="alert">
          <p>{words.page.failed}</p>
          <button type="button" onClick={() => void (part.value ? loadHome() : part.again())}>
            {words.page.again}
          </button>
        </div>
      ) : (
        <div class="home-tiles" style={columnsOf(room)}>
          {Array.from({ length: room }, (_, i) => (
            <div key={i} class="home-tile blank" />
          ))}
        </div>
      )}
    </section>
  );
}

/** What this is, for those who have never seen it. */
function Banner() {
  const words = t().lobby;
  const welcome = site.value?.branding.welcome.find((it) => it.language === language.value);
  return (
    <section class="lobby-hero">
      <div class="hero-words">
        <h1>{words.title}</h1>
        <p class="welcome">{welcome?.text ?? words.lead}</p>
        <a class="button primary begin-here" href="/learn">
          <Icon name="book" />
          {words.begin}
        </a>
      </div>
      <HeroPieces />
    </section>
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
