/**
 * `/embed/games/CODE`: a game within another site's page: as it is played, and step by step. It is
 * looked at only: whoever looks is nobody there, even where the browser knows them.
 */

import { useEffect, useState } from 'preact/hooks';
import { Seat } from '../board/seat';
import { Steps } from '../board/steps';
import { Table } from '../board/table';
import { useBoard } from '../board/use-board';
import { SITE_NAME } from '../branding';
import { SmallClock } from '../clock/small-clock';
import { t } from '../i18n/whole';
import { shownName } from '../people/shown-name';
import { theSocket } from '../session';
import type { Socket } from '../socket/socket';
import { Blank, Busy } from '../ui/page';
import type { GameSnapshot } from '../wire/generated';
import { nameOf } from './game-state';
import { createGameStore, type GameStore } from './game-store';
import { MoveList } from './move-list';
import { headline } from './result-words';

export function GameEmbedPage({ code }: { code: string }) {
  const [store] = useState(() => createGameStore(code, onlyWatching(theSocket())));
  useEffect(() => store.close, [store]);
  const words = t().game;
  const game = store.game.value;
  if (store.gone.value !== null) return <Blank title={words.notFound} text={words.notFoundHelp} />;
  return game ? <Shown store={store} game={game} /> : <Busy />;
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
  const title = words.game.title(
    shownName(sente?.name ?? words.sides.empty),
    shownName(gote?.name ?? words.sides.empty),
  );
  return (
    <Table
      title={title}
      variant={store.shown.value?.position.variant}
      bottom={store.orientation.value}
      kings={{ sente: sente?.king ?? '玉', gote: gote?.king ?? '玉' }}
      class="replay embedded-game"
      refs={refs}
      seat={(side) => (
        <Seat side={side} name={nameOf(game.players[side])}>
          <SmallClock
            stream={`game:${game.game}`}
            of={{ ...game, over: game.phase === 'over' }}
            side={side}
          />
        </Seat>
      )}
      record={
        <>
          <MoveList store={store} game={game} />
          <Steps
            walk={() => ({
              place: store.ply.value,
              last: store.line.value.length - 1,
              go: store.look,
              flip: store.flip,
            })}
            isWhole={game.phase === 'over'}
          />
        </>
      }
      desk={
        <p>
          {game.result && <strong>{headline(game, game.result)} </strong>}
          <a href={`/${game.game}`} target="_blank" rel="noopener">
            {words.embed.open(SITE_NAME)}
          </a>
        </p>
      }
    />
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
    serverNow: (stream) => socket.serverNow(stream),
  };
}
