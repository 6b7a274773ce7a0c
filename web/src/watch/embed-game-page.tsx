/**
 * `/embed/games/CODE`: a game within another site's page, to be watched and stepped through. Nothing can be done in
 * it: whoever looks is nobody there, even where the browser knows them.
 */

import '../styles/archive.css';
import { useEffect, useState } from 'preact/hooks';
import { Steps, type Walk } from '../board/steps';
import { Table } from '../board/table';
import { useBoard } from '../board/use-board';
import { ClockFace } from '../clock/clock-face';
import { isTimed } from '../clock/remaining';
import { createGameStore, type GameStore } from '../game/game-store';
import { MoveList } from '../game/move-list';
import { headline } from '../game/result-panel';
import { t } from '../i18n';
import { theSocket } from '../session';
import type { Socket } from '../socket/socket';
import { useTitle } from '../title';
import { SideMark } from '../ui/icon';
import { Blank, Busy } from '../ui/page';
import type { GameSnapshot, Side } from '../wire/generated';

export function EmbedGamePage({ code }: { code: string }) {
  const [store] = useState(() => createGameStore(code, onlyWatching(theSocket())));
  useEffect(() => store.close, [store]);
  const game = store.game.value;
  if (store.gone.value !== null) return <Blank title={t().game.notFound} text={t().game.notFoundHelp} />;
  if (!game) return <Busy />;
  return <Shown store={store} game={game} />;
}

function Shown({ store, game }: { store: GameStore; game: GameSnapshot }) {
  const words = t();
  const refs = useBoard(
    {
      picture() {
        const shown = store.shown.value;
        return shown && { ...shown, orientation: store.orientation.value };
      },
      callbacks: { onMove: () => undefined },
      showDests: () => false,
    },
    [store],
  );
  const { sente, gote } = game.players;
  const title = words.game.title(sente?.name ?? words.sides.empty, gote?.name ?? words.sides.empty);
  useTitle(title);
  const walk = (): Walk => ({
    place: store.ply.value,
    last: store.line.value.length - 1,
    go: store.look,
    flip: store.flip,
  });
  return (
    <Table
      title={title}
      variant={store.shown.value?.position.variant}
      bottom={store.orientation.value}
      kings={{ sente: sente?.king ?? '玉', gote: gote?.king ?? '玉' }}
      class="replay embedded-game"
      refs={refs}
      seat={(side) => <EmbeddedSeat store={store} game={game} side={side} />}
      record={
        <>
          <MoveList store={store} game={game} />
          <Steps walk={walk} isWhole={game.phase === 'over'} />
          <p class="embedded-foot">
            <span>{game.result && headline(game, game.result)}</span>
            <a href={`/${game.game}`} target="_blank" rel="noopener">
              {words.watch.embed.toGame}
            </a>
          </p>
        </>
      }
    />
  );
}

/** Who sits there, and their clock. */
function EmbeddedSeat({ store, game, side }: { store: GameStore; game: GameSnapshot; side: Side }) {
  const player = game.players[side];
  return (
    <div class="replay-name embedded-seat">
      <SideMark side={side} />
      <strong>{player?.name ?? t().sides.empty}</strong>
      {isTimed(game.clock, side) && (
        <ClockFace
          clocks={game.clock}
          state={game.clocks}
          side={side}
          sentAt={game.now}
          serverNow={store.serverNow}
          live={game.phase === 'playing'}
        />
      )}
    </div>
  );
}

/** A socket that says nothing, at which everybody is a stranger and nobody is counted. */
function onlyWatching(socket: Socket): Pick<Socket, 'follow' | 'send' | 'serverNow'> {
  return {
    follow(stream, listener) {
      return socket.follow(
        stream,
        {
          ...listener,
          snapshot: (snapshot) => listener.snapshot({ ...(snapshot as GameSnapshot), you: null }),
        },
        { glance: true },
      );
    },
    send: () => new Promise(() => undefined),
    serverNow: () => socket.serverNow(),
  };
}
