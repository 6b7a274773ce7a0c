import { expect, test } from 'vitest';
import type { LobbySnapshot, Seek } from '../wire/generated';
import { applyLobbyEvent } from './lobby-store';
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
