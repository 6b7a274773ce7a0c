import { expect, test } from 'vitest';
import { fakeNetwork } from '../../test/fake-network';
import { PLAYER_PING_MS } from '../wire/constants';
import type { Command, Socket } from './socket';
import { createSockets } from './sockets';

const GAME = 'AbCdEfGh12';
const STREAM = `game:${GAME}`;
const NEXT = 'NextNext34';

function world() {
  const network = fakeNetwork();
  return { ...network, socket: createSockets(network.deps) };
}
type World = ReturnType<typeof world>;

/** A tab that is at the site. */
function atSite() {
  const w = world();
  expect(w.greet()).toMatchObject({ elsewhere: true });
  return w;
}

/** The site says that another server has the game that was asked for last. */
const sendOn = (w: World, node: string) => w.to().refuse(w.to().last('subscribe').id, 'elsewhere', node);

/** A server shows a game to whoever asked for it last. */
function show(w: World, node: string | undefined, seq: number) {
  const { id, stream } = w.to(node).last('subscribe');
  w.to(node).say({ t: 'ack', id });
  w.to(node).say({ t: 'snapshot', stream, seq, snapshot: { ply: seq } });
}

function listen(socket: Socket, stream = STREAM) {
  const heard: unknown[] = [];
  const stop = socket.follow(stream, {
    snapshot: (s) => heard.push(s),
    event: (e) => heard.push(e),
    refused: (code) => heard.push({ refused: code }),
  });
  return { heard, stop };
}

/** A tab that follows a game which another server has. */
function elsewhere() {
  const w = atSite();
  const { heard, stop } = listen(w.socket);
  sendOn(w, 'two');
  w.greet('two', 9000);
  show(w, 'two', 1);
  return { ...w, heard, stop };
}

const MOVE: Command = { t: 'move', game: GAME, ply: 1, usi: '7g7f' };

test('a game at another server is followed and played there, by its clock', async () => {
  const w = elsewhere();
  expect(w.heard).toEqual([{ ply: 1 }]);
  expect(w.socket.connection).toBe('open');
  expect(w.socket.serverNow(STREAM)).toBe(9000);
  expect(w.socket.serverNow()).toBe(1000);
  const answer = w.socket.send(MOVE);
  w.to('two').say({ t: 'ack', id: w.to('two').last('move').id });
  expect((await answer).t).toBe('ack');
  expect(w.to().take('move')).toEqual([]);
});

test('on the way to another server nothing is lost yet, and the site’s clock goes on', () => {
  const w = world();
  w.greet(undefined, 3000);
  listen(w.socket);
  sendOn(w, 'two');
  expect(w.socket.connection).toBe('open');
  expect(w.socket.serverNow(STREAM)).toBe(3000);
});

test('when its server is gone the game is found at the site, and what was said is said again', async () => {
  const w = elsewhere();
  const answer = w.socket.send(MOVE);
  const move = w.to('two').last('move');
  w.to('two').cut();
  expect(w.socket.connection).toBe('lost');
  w.pass(250);
  const sent = w.to().take();
  expect(sent.find((m) => m.t === 'move')).toEqual(move);
  expect(sent.find((m) => m.t === 'subscribe')).toMatchObject({ stream: STREAM });
  w.to().say({ t: 'snapshot', stream: STREAM, seq: 2, snapshot: { ply: 2 } });
  w.to().say({ t: 'ack', id: move.id });
  expect((await answer).t).toBe('ack');
  expect(w.heard).toEqual([{ ply: 1 }, { ply: 2 }]);
  expect(w.socket.connection).toBe('open');
});

test('a command that is given after its server has gone asks the site, and opens nothing to the server', () => {
  const w = elsewhere();
  w.to('two').cut();
  void w.socket.send(MOVE);
  expect(w.to().take('move')).toHaveLength(1);
  expect(w.wires.filter((it) => it.node === 'two')).toHaveLength(1);
});

test('when the site is gone the game goes on at its server', async () => {
  const w = elsewhere();
  w.to().cut();
  expect(w.socket.connection).toBe('lost');
  const answer = w.socket.send(MOVE);
  const move = w.to('two').last('move');
  w.to('two').say({ t: 'ack', id: move.id });
  w.to('two').say({ t: 'event', stream: STREAM, seq: 2, event: { ply: 2 } });
  expect((await answer).t).toBe('ack');
  expect(w.heard.at(-1)).toEqual({ ply: 2 });
  w.pass(1_000);
  w.greet();
  expect(w.socket.connection).toBe('open');
  expect(w.to().take()).toMatchObject([{ t: 'ping' }]);
});

test('when both are gone the game is asked for as soon as the site is back, and what was said is said again', async () => {
  const w = elsewhere();
  const answer = w.socket.send(MOVE);
  const { id } = w.to('two').last('move');
  w.to().cut();
  w.to('two').cut();
  w.pass(5_000);
  w.greet();
  const sent = w.to().take();
  expect(sent.filter((m) => m.t === 'move')).toMatchObject([{ id }]);
  const asked = sent.filter((m) => m.t === 'subscribe');
  expect(asked).toMatchObject([{ stream: STREAM }]);
  w.to().refuse(asked[0]?.id, 'elsewhere', 'three');
  w.to().refuse(id, 'elsewhere', 'three');
  w.greet('three');
  const there = w.to('three').take();
  expect(there.map((m) => m.t)).toEqual(['subscribe', 'move', 'ping']);
  w.to('three').say({ t: 'snapshot', stream: STREAM, seq: 1, snapshot: { ply: 1 } });
  w.to('three').say({ t: 'ack', id });
  expect((await answer).t).toBe('ack');
  expect(w.socket.connection).toBe('open');
});

test('while it goes from one to the other each says that the other has it, and nothing is lost', async () => {
  const w = elsewhere();
  const answer = w.socket.send({ t: 'resign', game: GAME });
  const { id } = w.to('two').last('resign');
  for (let n = 0; n < 3; n++) {
    // It has just gone from there, and the site has not noticed.
    w.to('two').refuse(id, 'elsewhere');
    expect(w.to().take('resign')).toEqual([]);
    w.pass(250);
    expect(w.to().last('resign').id).toBe(id);
    w.to().refuse(id, 'elsewhere', 'two');
    expect(w.to('two').last('resign').id).toBe(id);
  }
  w.to('two').cut(1012);
  w.pass(250);
  w.to().take('resign');
  w.to().refuse(id, 'elsewhere', 'three');
  w.greet('three');
  expect(w.to('three').last('resign').id).toBe(id);
  w.to('three').say({ t: 'ack', id });
  expect((await answer).t).toBe('ack');
});

test('a server that cannot be reached is tried less and less often, until another has the game', () => {
  const w = elsewhere();
  w.to('two').cut();
  for (let passed = 0; passed < 15_000; passed += 50) {
    w.pass(50);
    for (const { id, stream } of w.to().take('subscribe'))
      if (stream === STREAM) w.to().refuse(id, 'elsewhere', 'two');
    if (!w.to('two').closed) w.to('two').cut();
    for (const { id } of w.to().take('ping')) w.to().say({ t: 'pong', id, now: 0 });
    if (w.wires.filter((it) => it.node === undefined).length > 1) w.greet();
  }
  const n_tries = w.wires.filter((it) => it.node === 'two').length;
  expect(n_tries).toBeGreaterThan(10);
  expect(n_tries).toBeLessThan(25);
  expect(w.socket.connection).toBe('lost');
});

test('a game that is left while it is looked for is not asked for again, nor is anything lost', () => {
  const w = elsewhere();
  w.to('two').cut();
  w.to().take();
  w.stop();
  expect(w.socket.connection).toBe('open');
  w.pass(1_000);
  expect(w.to().take('subscribe')).toEqual([]);
});

test('a game that is left before the site has answered opens nothing', () => {
  const w = atSite();
  const { heard, stop } = listen(w.socket);
  const { id } = w.to().last('subscribe');
  stop();
  w.to().refuse(id, 'elsewhere', 'two');
  expect(w.wires).toHaveLength(1);
  expect(heard).toEqual([]);
});

test('whoever follows a game anew before the old page has left it is the one who hears', () => {
  const w = elsewhere();
  const { heard } = listen(w.socket);
  w.stop();
  sendOn(w, 'two');
  show(w, 'two', 2);
  w.to('two').say({ t: 'event', stream: STREAM, seq: 3, event: { ply: 3 } });
  expect(heard).toEqual([{ ply: 2 }, { ply: 3 }]);
  expect(w.heard).toEqual([{ ply: 1 }]);
});

test('so it is while the game is looked for', () => {
  const w = elsewhere();
  w.to('two').cut();
  const { heard } = listen(w.socket);
  w.pass(250);
  show(w, undefined, 2);
  expect(heard).toEqual([{ ply: 2 }]);
  expect(w.heard).toEqual([{ ply: 1 }]);
  expect(w.socket.connection).toBe('open');
});

test('two games at two servers have each their clock, their commands and their end', () => {
  const w = elsewhere();
  const other = listen(w.socket, `game:${NEXT}`);
  sendOn(w, 'three');
  w.greet('three', 5000);
  show(w, 'three', 4);
  expect([STREAM, `game:${NEXT}`].map((it) => w.socket.serverNow(it))).toEqual([9000, 5000]);
  void w.socket.send({ t: 'resign', game: NEXT });
  void w.socket.send(MOVE);
  expect(w.to('three').take('resign')).toHaveLength(1);
  expect(w.to('two').take('move')).toHaveLength(1);
  w.to('three').cut();
  w.pass(250);
  expect(w.to().take('subscribe')).toMatchObject([{ stream: `game:${NEXT}` }]);
  expect(w.to('two').closed).toBe(false);
  expect(other.heard).toEqual([{ ply: 4 }]);
});

test('the pace, the want of a network and the end are for all of them', () => {
  const w = elsewhere();
  const ponged = (node?: string) => {
    for (const { id } of w.to(node).take('ping')) w.to(node).say({ t: 'pong', id, now: 0 });
  };
  for (let n = 0; n < 5; n++) {
    for (const node of [undefined, 'two']) ponged(node);
    w.pass(1_000);
  }
  for (const node of [undefined, 'two']) ponged(node);
  w.socket.setPace(PLAYER_PING_MS);
  w.pass(PLAYER_PING_MS);
  for (const node of [undefined, 'two']) expect(w.to(node).take('ping')).toHaveLength(1);
  w.socket.offline();
  expect(w.wires.every((it) => it.closed)).toBe(true);
  w.socket.nudge();
  w.greet();
  w.pass(250);
  sendOn(w, 'two');
  w.greet('two');
  show(w, 'two', 2);
  expect(w.socket.connection).toBe('open');
  w.socket.close();
  expect(w.wires.every((it) => it.closed)).toBe(true);
  const n_opened = w.wires.length;
  w.pass(60_000);
  expect(w.wires).toHaveLength(n_opened);
});

test('what belongs to no game is said at the site', () => {
  const w = elsewhere();
  void w.socket.send({ t: 'cancel', seek: 'c0ffee00-0000-4000-8000-000000000000' });
  void w.socket.send({ t: 'chat', game: GAME, text: 'hi' });
  expect(
    w
      .to()
      .take()
      .map((m) => m.t),
  ).toEqual(['ping', 'cancel']);
  expect(
    w
      .to('two')
      .take()
      .map((m) => m.t),
  ).toEqual(['ping', 'chat']);
});

test.each([
  ['too_many_sockets', 'crowded'],
  ['protocol_unsupported', 'outdated'],
])('a server that says %s leaves the tab %s, and nobody waits in silence', (code, connection) => {
  const w = atSite();
  const { stop } = listen(w.socket);
  sendOn(w, 'two');
  w.to('two').onopen?.();
  w.to('two').refuse(w.to('two').last('hello').id, code);
  expect(w.socket.connection).toBe(connection);
  stop();
  w.pass(10_000);
  w.greet();
  expect(w.socket.connection).toBe('open');
});

test('who is let in when there is room sees the game', () => {
  const w = atSite();
  const { heard } = listen(w.socket);
  sendOn(w, 'two');
  w.to('two').onopen?.();
  w.to('two').refuse(w.to('two').last('hello').id, 'too_many_sockets');
  w.pass(15_000);
  w.greet('two');
  show(w, 'two', 3);
  expect(heard).toEqual([{ ply: 3 }]);
});

test('a game that no server has at the moment is asked for again', () => {
  const w = elsewhere();
  const { heard } = listen(w.socket, `game:${NEXT}`);
  w.to().refuse(w.to().last('subscribe').id, 'elsewhere');
  expect(w.socket.connection).toBe('lost');
  w.pass(250);
  w.to().refuse(w.to().last('subscribe').id, 'elsewhere', 'two');
  show(w, 'two', 0);
  expect(heard).toEqual([{ ply: 0 }]);
  expect(w.socket.connection).toBe('open');
});

test('a game that is nowhere is said to be', () => {
  const w = elsewhere();
  const { heard } = listen(w.socket, `game:${NEXT}`);
  w.to().refuse(w.to().last('subscribe').id, 'elsewhere');
  w.pass(250);
  w.to().refuse(w.to().last('subscribe').id, 'unknown_game');
  expect(heard).toEqual([{ refused: 'unknown_game' }]);
  expect(w.socket.connection).toBe('open');
});

test('a socket that is needed no more is closed', () => {
  const w = elsewhere();
  w.stop();
  expect(w.to('two').take('unsubscribe')).toHaveLength(1);
  w.pass(20_000);
  expect(w.to('two').closed).toBe(true);
});
