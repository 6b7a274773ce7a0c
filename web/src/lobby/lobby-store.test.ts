import { expect, test } from 'vitest';
import type { Answer, Command, Socket, StreamListener } from '../socket/socket';
import type { LobbySnapshot, Seek } from '../wire/generated';
import { applyLobbyEvent, createLobbyStore } from './lobby-store';
import { quickSetup } from './setup';

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

test('an offer outlives a restart of the server, unless it was withdrawn or gone before', async () => {
  const said: Command[] = [];
  let lobby: StreamListener | null = null;
  const socket = {
    follow(_: string, listener: StreamListener) {
      lobby = listener;
      return () => {};
    },
    send: (command: Command): Promise<Answer> => {
      said.push(command);
      return Promise.resolve({ t: 'ack', id: said.length });
    },
  };
  const store = createLobbyStore(socket as unknown as Socket);
  const setup = quickSetup({ kind: 'sudden_death', main_ms: 60_000 });
  await store.offer(setup);
  await store.offer(setup);
  await store.offer(setup);
  const [stays, goes, withdrawn] = [...store.own.value];
  const standing = {
    seeks: [seek(stays ?? ''), seek(goes ?? ''), seek(withdrawn ?? '')],
    games: [],
    online: 1,
  };
  const heard = lobby as unknown as StreamListener;
  heard.snapshot(standing);
  heard.event({ t: 'seek_removed', seek: goes });
  await store.withdraw(withdrawn ?? '');
  said.length = 0;
  heard.snapshot({ seeks: [], games: [], online: 1 });
  expect(said).toEqual([{ t: 'seek', seek: stays, setup }]);
});
