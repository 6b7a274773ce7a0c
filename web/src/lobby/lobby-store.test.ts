import { afterEach, expect, test } from 'vitest';
import type { Answer, Command, Socket, StreamListener } from '../socket/socket';
import type { LobbySnapshot, Seek } from '../wire/generated';
import { applyLobbyEvent, createLobbyStore, forgetStanding, ownSeeks, standing } from './lobby-store';
import { quickSetup } from './quick';

function seek(id: string): Seek {
  const clock = { kind: 'sudden_death', main_ms: 60_000 } as const;
  return {
    seek: id,
    by: { user: 'u', name: 'Guest', guest: true, king: '玉' },
    setup: quickSetup(clock),
    at: 0,
  };
}

test('offers come and go, and one that is heard of twice stands once', () => {
  const empty: LobbySnapshot = { seeks: [], games: [], online: 1 };
  let lobby = applyLobbyEvent(empty, { t: 'seek_added', seek: seek('a') });
  lobby = applyLobbyEvent(lobby, { t: 'seek_added', seek: seek('b') });
  lobby = applyLobbyEvent(lobby, { t: 'seek_added', seek: seek('a') });
  expect(lobby.seeks.map((it) => it.seek)).toEqual(['b', 'a']);
  lobby = applyLobbyEvent(lobby, { t: 'seek_removed', seek: 'b' });
  expect(lobby.seeks.map((it) => it.seek)).toEqual(['a']);
  expect(applyLobbyEvent(lobby, { t: 'online', n: 9 }).online).toBe(9);
});

/** A socket that notes what is said, and whose streams the test speaks for. */
function socketOf() {
  const said: Command[] = [];
  const followed: StreamListener[] = [];
  const socket = {
    follow(_: string, listener: StreamListener) {
      followed.push(listener);
      return () => followed.splice(followed.indexOf(listener), 1);
    },
    send: (command: Command): Promise<Answer> => {
      said.push(command);
      return Promise.resolve({ t: 'ack', id: said.length });
    },
  };
  return { socket: socket as unknown as Socket, said, followed };
}

afterEach(forgetStanding);

test('an offer outlives a restart of the server, unless it was withdrawn or gone before', async () => {
  const { socket, said, followed } = socketOf();
  const store = createLobbyStore(socket);
  const setup = quickSetup({ kind: 'sudden_death', main_ms: 60_000 });
  await store.offer(setup);
  await store.offer(setup);
  await store.offer(setup);
  const [stays, goes, withdrawn] = [...store.own.value];
  const lobby = {
    seeks: [seek(stays ?? ''), seek(goes ?? ''), seek(withdrawn ?? '')],
    games: [],
    online: 1,
  };
  const [heard] = followed;
  heard?.snapshot(lobby);
  heard?.event({ t: 'seek_removed', seek: goes });
  await store.withdraw(withdrawn ?? '');
  said.length = 0;
  heard?.snapshot({ seeks: [], games: [], online: 1 });
  expect(said).toEqual([{ t: 'seek', seek: stays, setup }]);
});

test('the lobby is followed as long as a page shows it or something of ours stands there', async () => {
  const { socket, followed } = socketOf();
  const first = createLobbyStore(socket);
  expect(followed).toHaveLength(1);
  first.close();
  first.close();
  expect(followed).toEqual([]);

  const second = createLobbyStore(socket);
  await second.offer(quickSetup({ kind: 'sudden_death', main_ms: 60_000 }), { quick: true });
  const [own] = [...standing.value.keys()];
  second.close();
  // The search goes on, and another page finds it.
  followed[0]?.snapshot({ seeks: [seek(own ?? '')], games: [], online: 1 });
  const third = createLobbyStore(socket);
  expect(followed).toHaveLength(1);
  expect(ownSeeks(third).map((it) => it.seek)).toEqual([own]);
  third.close();
  followed[0]?.event({ t: 'seek_removed', seek: own });
  expect([standing.value.size, followed.length]).toEqual([0, 0]);
});
