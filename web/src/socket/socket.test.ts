import { expect, test, vi } from 'vitest';
import { fakeNetwork } from '../../test/fake-network';
import { PLAYER_PING_MS, PLAYER_SILENCE_MAX_MS } from '../wire/constants';
import { PLAYER_PONG_TIMEOUT_MS, PONG_TIMEOUT_MS } from './pings';
import { createSocket, type Socket } from './socket';

function world() {
  const network = fakeNetwork();
  let lastId = 0;
  const elsewhere: unknown[] = [];
  const socket = createSocket(network.deps, {
    nextId: () => ++lastId,
    elsewhere: ({ message }, node) => elsewhere.push([message, node]),
  });
  return { ...network, socket, elsewhere };
}

function listen(socket: Socket, stream: string) {
  const heard: unknown[] = [];
  const stop = socket.follow(stream, {
    snapshot: (s) => heard.push({ snapshot: s }),
    event: (e) => heard.push(e),
    refused: (code) => heard.push({ refused: code }),
  });
  return { heard, stop };
}

test('greets first, then sends what was asked for before the connection stood', async () => {
  const w = world();
  const answer = w.socket.send({ t: 'join', game: 'AbCdEfGh12' });
  const { heard } = listen(w.socket, 'lobby');
  w.to().onopen?.();
  const [hello, ...rest] = w.to().take();
  expect(hello).toEqual({ t: 'hello', id: 2, protocol: 2, client: '9f86d081884c7d65', elsewhere: true });
  expect(rest).toEqual([]);
  w.to().say({ t: 'welcome', id: 2, protocol: 2, server: '0.1.0', now: 5000, user: null });
  const sent = w.to().take();
  expect(sent.map((m) => m.t)).toEqual(['subscribe', 'join', 'ping']);
  expect(sent[0]).toEqual({ t: 'subscribe', id: 3, stream: 'lobby' });
  expect(w.socket.connection).toBe('open');
  expect(w.socket.serverNow()).toBe(5000);
  w.to().say({ t: 'ack', id: 1 });
  expect(await answer).toEqual({ t: 'ack', id: 1 });
  w.to().say({ t: 'snapshot', stream: 'lobby', seq: 4, epoch: 7, snapshot: { seeks: [] } });
  expect(heard).toEqual([{ snapshot: { seeks: [] } }]);
});

test('an unanswered command is sent again under the same id, an answered one is not', async () => {
  const w = world();
  w.greet();
  const first = w.socket.send({ t: 'move', game: 'G', ply: 0, usi: '7g7f' });
  void w.socket.send({ t: 'chat', game: 'G', text: 'hi' });
  const sent = w.to().take();
  const moveId = sent.find((m) => m.t === 'move')?.id;
  w.to().say({ t: 'ack', id: moveId });
  expect((await first).t).toBe('ack');
  w.to().cut();
  expect(w.socket.connection).toBe('lost');
  w.pass(1000);
  w.greet();
  const again = w.to().take();
  expect(again.filter((m) => m.t === 'move')).toEqual([]);
  expect(again.find((m) => m.t === 'chat')).toEqual(sent.find((m) => m.t === 'chat'));
});

test('a stream resumes from the last number it has, and does not hear an event twice', () => {
  const w = world();
  w.greet();
  const { heard } = listen(w.socket, 'game:G');
  w.to().say({ t: 'snapshot', stream: 'game:G', seq: 3, snapshot: 's' });
  w.to().say({ t: 'event', stream: 'game:G', seq: 4, event: 'four' });
  w.to().say({ t: 'event', stream: 'game:G', seq: 4, event: 'four' });
  w.to().say({ t: 'event', stream: 'game:G', event: 'chat' });
  expect(heard).toEqual([{ snapshot: 's' }, 'four', 'chat']);
  w.to().cut();
  w.pass(1000);
  w.greet();
  expect(w.to().last('subscribe')).toMatchObject({ stream: 'game:G', last: 4 });
  w.to().say({ t: 'event', stream: 'game:G', seq: 5, event: 'five' });
  expect(heard.at(-1)).toBe('five');
});

test('a gap is asked for once, with the last number before it', () => {
  const w = world();
  w.greet();
  const { heard } = listen(w.socket, 'game:G');
  w.to().say({
    t: 'ack',
    id: w.to().last('subscribe').id,
  });
  w.to().say({ t: 'snapshot', stream: 'game:G', seq: 3, snapshot: 's' });
  w.to().say({ t: 'event', stream: 'game:G', seq: 6, event: 'six' });
  w.to().say({ t: 'event', stream: 'game:G', seq: 7, event: 'seven' });
  const asked = w.to().take('subscribe');
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({ last: 3 });
  expect(heard).toEqual([{ snapshot: 's' }]);
});

test('another epoch asks for a snapshot', () => {
  const w = world();
  w.greet();
  const { heard } = listen(w.socket, 'lobby');
  w.to().say({
    t: 'ack',
    id: w.to().last('subscribe').id,
  });
  w.to().say({ t: 'snapshot', stream: 'lobby', seq: 3, epoch: 1, snapshot: 's' });
  w.to().say({ t: 'event', stream: 'lobby', seq: 4, epoch: 2, event: 'four' });
  expect(heard).toEqual([{ snapshot: 's' }]);
  expect(w.to().take('subscribe')).toMatchObject([{ stream: 'lobby', last: 3, epoch: 1 }]);
});

test('a refused stream is told and not asked for again', () => {
  const w = world();
  w.greet();
  const { heard } = listen(w.socket, 'game:none');
  const id = w.to().last('subscribe').id;
  w.to().refuse(id, 'no_such_game');
  expect(heard).toEqual([{ refused: 'no_such_game' }]);
  w.to().cut();
  w.pass(1000);
  w.greet();
  expect(w.to().take('subscribe')).toEqual([]);
});

test('a ping without a pong means the connection is dead', () => {
  const w = world();
  w.greet();
  // Four questions a second apart, then the usual pace.
  for (let i = 0; i < 4; i++) {
    if (i > 0) w.pass(1_000);
    const ping = w.to().last('ping');
    w.to().say({ t: 'pong', id: ping.id, now: 0 });
  }
  expect(w.socket.lagMs).toBe(0);
  w.pass(15_000);
  expect(
    w
      .to()
      .take()
      .map((m) => m.t),
  ).toEqual(['ping']);
  expect(w.socket.connection).toBe('open');
  w.pass(8_000);
  expect(w.socket.connection).toBe('lost');
  expect(w.wires[0]?.closed).toBe(true);
});

test('while a clock runs the server hears from us before it takes us for away', () => {
  const w = world();
  w.greet();
  w.socket.setPace(PLAYER_PING_MS);
  for (let passed = 0; passed < PLAYER_SILENCE_MAX_MS; passed += PLAYER_PING_MS) {
    const asked = w.to().take();
    expect(asked.filter((m) => m.t === 'ping')).not.toEqual([]);
    for (const ping of asked) w.to().say({ t: 'pong', id: ping.id, now: 0 });
    w.pass(PLAYER_PING_MS);
  }
  // And a dead line is known here before it is known there.
  expect(PLAYER_PING_MS + PONG_TIMEOUT_MS).toBeLessThan(PLAYER_SILENCE_MAX_MS);
  // So soon that a player goes on within five seconds when their server stands still.
  expect(PLAYER_PING_MS + PLAYER_PONG_TIMEOUT_MS).toBeLessThanOrEqual(5_000);
  w.pass(PLAYER_PONG_TIMEOUT_MS);
  expect(w.socket.connection).toBe('lost');
});

test('a slow line is not taken for a dead one at a clock', () => {
  const w = world();
  w.greet();
  w.socket.setPace(PLAYER_PING_MS);
  for (let i = 0; i < 8; i++) {
    w.pass(1_200);
    for (const ping of w.to().take('ping')) w.to().say({ t: 'pong', id: ping.id, now: 0 });
    w.pass(PLAYER_PING_MS);
  }
  expect(w.socket.lagMs).toBeGreaterThan(1_000);
  w.pass(PLAYER_PONG_TIMEOUT_MS);
  expect(w.socket.connection).toBe('open');
  w.pass(PONG_TIMEOUT_MS);
  expect(w.socket.connection).toBe('lost');
});

test('without a network the connection is lost at once, and found again as soon as there is one', async () => {
  const w = world();
  w.greet();
  const move = w.socket.send({ t: 'move', game: 'G', ply: 0, usi: '7g7f' });
  w.to().take();
  w.socket.offline();
  expect(w.socket.connection).toBe('lost');
  expect(w.wires[0]?.closed).toBe(true);
  w.socket.offline();
  w.socket.nudge();
  w.greet();
  const again = w.to().take();
  w.to().say({ t: 'ack', id: again.find((m) => m.t === 'move')?.id });
  expect((await move).t).toBe('ack');
});

test('attempts wait longer and longer, a nudge tries at once', () => {
  const w = world();
  w.to().cut();
  w.pass(200);
  expect(w.wires).toHaveLength(2);
  w.to().cut();
  w.pass(399);
  expect(w.wires).toHaveLength(2);
  w.socket.nudge();
  expect(w.wires).toHaveLength(3);
});

test('an old protocol stops everything, another refusal of the greeting is tried again', () => {
  const w = world();
  w.to().onopen?.();
  w.to().refuse(1, 'too_many_connections');
  expect(w.socket.connection).toBe('lost');
  w.pass(1000);
  w.to().onopen?.();
  const hello = w.to().take()[0];
  w.to().refuse(hello?.id, 'protocol_unsupported');
  expect(w.socket.connection).toBe('outdated');
  w.pass(60_000);
  expect(w.wires).toHaveLength(2);
});

test('who has the site open in too many places hears so, and comes in when there is room', () => {
  const w = world();
  w.to().onopen?.();
  w.to().refuse(1, 'too_many_sockets');
  expect(w.socket.connection).toBe('crowded');
  expect(w.wires[0]?.closed).toBe(true);
  w.pass(14_000);
  expect(w.wires).toHaveLength(1);
  w.pass(1_000);
  w.greet();
  expect(w.socket.connection).toBe('open');
});

test('a command that another server answers is given away, and a stream is refused with its name', () => {
  const w = world();
  w.greet();
  const refused = vi.fn();
  w.socket.follow('game:G', { snapshot: vi.fn(), event: vi.fn(), refused });
  void w.socket.send({ t: 'resign', game: 'G' });
  const [subscribe, resign] = w
    .to()
    .take()
    .filter((m) => m.t !== 'ping');
  w.to().refuse(subscribe?.id, 'elsewhere', 'two');
  w.to().refuse(resign?.id, 'elsewhere', 'two');
  expect(refused).toHaveBeenCalledWith('elsewhere', 'two');
  expect(w.elsewhere).toEqual([[resign, 'two']]);
  expect(w.socket.isIdle).toBe(true);
});

test('commands that were taken away are neither sent again nor waited for', () => {
  const w = world();
  w.greet();
  void w.socket.send({ t: 'resign', game: 'G' });
  const resign = w.to().last('resign');
  expect(w.socket.takePending().map(({ message }) => message)).toEqual([resign]);
  expect(w.socket.isIdle).toBe(true);
  w.to().cut();
  w.pass(1000);
  w.greet();
  expect(w.to().take('resign')).toEqual([]);
});

test('too many unanswered commands are refused here', async () => {
  const w = world();
  for (let i = 0; i < 64; i++) void w.socket.send({ t: 'resign', game: 'G' });
  expect(await w.socket.send({ t: 'resign', game: 'G' })).toMatchObject({ t: 'refused', code: 'too_fast' });
});

test('a restart of the server is a pause: what it refuses meanwhile is said again and nobody is told', async () => {
  const w = world();
  w.greet();
  const { heard } = listen(w.socket, 'game:G');
  w.to().say({ t: 'snapshot', stream: 'game:G', seq: 3, snapshot: 's' });
  let answered = false;
  const move = w.socket.send({ t: 'move', game: 'G', ply: 0, usi: '7g7f' });
  void move.then(() => {
    answered = true;
  });
  listen(w.socket, 'lobby');
  const sent = w.to().take();
  for (const { id } of sent) w.to().refuse(id, 'stopping');
  await Promise.resolve();
  expect(answered).toBe(false);
  w.to().cut(1012);
  expect(w.socket.connection).toBe('lost');
  w.pass(299);
  expect(w.wires).toHaveLength(1);
  w.pass(1);
  expect(w.wires).toHaveLength(2);
  w.greet();
  const again = w.to().take();
  expect(again.find((m) => m.t === 'move')).toEqual(sent.find((m) => m.t === 'move'));
  expect(again.filter((m) => m.t === 'subscribe').map((m) => m.stream)).toEqual(['game:G', 'lobby']);
  w.to().say({ t: 'ack', id: again.find((m) => m.t === 'move')?.id });
  expect((await move).t).toBe('ack');
  expect(heard).toEqual([{ snapshot: 's' }]);
});

test('a server that stops in the middle of the greeting is tried again', () => {
  const w = world();
  w.to().onopen?.();
  const hello = w.to().take()[0];
  w.to().refuse(hello?.id, 'stopping');
  expect(w.socket.connection).toBe('lost');
});
