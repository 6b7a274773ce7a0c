import { expect, test } from 'vitest';
import type { Socket, Wire } from './socket';
import { createSockets } from './sockets';

const GAME = 'AbCdEfGh12';
const STREAM = `game:${GAME}`;

/** A network under the test's hands: each wire knows where it leads. */
function world() {
  let now = 1000;
  let timers: { at: number; fn: () => void }[] = [];
  const wires: FakeWire[] = [];
  const socket = createSockets({
    open: (node) => {
      const wire = new FakeWire(node);
      wires.push(wire);
      return wire;
    },
    now: () => now,
    random: () => 0,
    later(fn, ms) {
      const timer = { at: now + ms, fn };
      timers.push(timer);
      return () => {
        timers = timers.filter((t) => t !== timer);
      };
    },
    client: '9f86d081884c7d65',
  });
  const pass = (ms: number) => {
    const end = now + ms;
    for (;;) {
      const due = timers.filter((t) => t.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      timers = timers.filter((t) => t !== due);
      now = due.at;
      due.fn();
    }
    now = end;
  };
  /** The newest wire to a server, or to the site. */
  const to = (node?: string) => {
    const found = wires.filter((wire) => wire.node === node).at(-1);
    if (!found) throw new Error(`nothing was opened to ${node ?? 'the site'}`);
    return found;
  };
  /** Brings the newest wire there up and answers its greeting. */
  const greet = (node?: string, serverNow = now) => {
    const wire = to(node);
    wire.onopen?.();
    const hello = wire.take().find((m) => m.t === 'hello');
    wire.say({ t: 'welcome', id: hello?.id, protocol: 1, server: '0.1.0', now: serverNow, user: null });
    return hello;
  };
  return { socket, wires, to, greet, pass };
}

class FakeWire implements Wire {
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  closed = false;
  sent: Record<string, unknown>[] = [];
  readonly node: string | undefined;
  constructor(node: string | undefined) {
    this.node = node;
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.closed = true;
  }
  say(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  /** What was sent since the last look. */
  take() {
    return this.sent.splice(0);
  }
  /** The newest message of this kind since the last look. */
  last(t: string) {
    const found = this.take()
      .filter((m) => m.t === t)
      .at(-1);
    if (!found) throw new Error(`no ${t} was sent`);
    return found;
  }
  refuse(id: unknown, code: string, node?: string) {
    this.say({ t: 'refused', id, code, message: '', ...(node === undefined ? {} : { node }) });
  }
  show(seq: number) {
    this.say({ t: 'snapshot', stream: STREAM, seq, snapshot: { ply: seq } });
  }
}

function listen(socket: Socket) {
  const heard: unknown[] = [];
  const stop = socket.follow(STREAM, {
    snapshot: (s) => heard.push(s),
    event: (e) => heard.push(e),
    refused: (code) => heard.push({ refused: code }),
  });
  return { heard, stop };
}

/** A tab that follows a game which another server has. */
function elsewhere() {
  const w = world();
  expect(w.greet()).toMatchObject({ elsewhere: true });
  const { heard, stop } = listen(w.socket);
  w.to().refuse(w.to().last('subscribe').id, 'elsewhere', 'two');
  expect(w.socket.connection).toBe('lost');
  w.greet('two', 9000);
  const { id } = w.to('two').last('subscribe');
  w.to('two').say({ t: 'ack', id });
  w.to('two').show(1);
  return { ...w, heard, stop };
}

test('a game at another server is followed and played there, by its clock', async () => {
  const w = elsewhere();
  expect(w.heard).toEqual([{ ply: 1 }]);
  expect(w.socket.connection).toBe('open');
  expect(w.socket.serverNow(STREAM)).toBe(9000);
  expect(w.socket.serverNow()).toBe(1000);
  const answer = w.socket.send({ t: 'move', game: GAME, ply: 1, usi: '7g7f' });
  const move = w.to('two').last('move');
  w.to('two').say({ t: 'ack', id: move.id });
  expect((await answer).t).toBe('ack');
  expect(
    w
      .to()
      .take()
      .filter((m) => m.t === 'move'),
  ).toEqual([]);
});

test('when its server is gone the game is found at the site, and what was said is said again', async () => {
  const w = elsewhere();
  const answer = w.socket.send({ t: 'move', game: GAME, ply: 1, usi: '7g7f' });
  const move = w.to('two').last('move');
  w.to('two').onclose?.({ code: 1006 });
  expect(w.socket.connection).toBe('lost');
  w.pass(250);
  const sent = w.to().take();
  expect(sent.find((m) => m.t === 'move')).toEqual(move);
  expect(sent.find((m) => m.t === 'subscribe')).toMatchObject({ stream: STREAM });
  w.to().show(2);
  w.to().say({ t: 'ack', id: move.id });
  expect((await answer).t).toBe('ack');
  expect(w.heard).toEqual([{ ply: 1 }, { ply: 2 }]);
  expect(w.socket.connection).toBe('open');
});

test('while it goes from one to the other each says that the other has it, and nothing is lost', async () => {
  const w = elsewhere();
  const answer = w.socket.send({ t: 'resign', game: GAME });
  const { id } = w.to('two').last('resign');
  // It has just gone from there.
  w.to('two').refuse(id, 'elsewhere');
  const again = w.to().last('resign');
  expect(again.id).toBe(id);
  // The site has not noticed.
  w.to().refuse(id, 'elsewhere', 'two');
  expect(w.to('two').last('resign').id).toBe(id);
  w.to('two').onclose?.({ code: 1012 });
  for (let n = 0; n < 5; n++) {
    w.pass(250);
    w.to().refuse(w.to().last('subscribe').id, 'elsewhere', 'two');
    w.to('two').onclose?.({ code: 1006 });
  }
  expect(w.wires.length).toBeLessThan(10);
  w.pass(250);
  w.to().refuse(w.to().last('subscribe').id, 'elsewhere', 'three');
  w.greet('three');
  w.to('three').show(7);
  w.to('three').say({ t: 'ack', id });
  const said = w.to().take();
  w.to().say({ t: 'ack', id: said.find((m) => m.t === 'resign')?.id ?? id });
  expect((await answer).t).toBe('ack');
  expect(w.heard.at(-1)).toEqual({ ply: 7 });
});

test('a socket that is needed no more is closed, and a game that is nowhere is said to be', () => {
  const w = elsewhere();
  w.stop();
  expect(
    w
      .to('two')
      .take()
      .some((m) => m.t === 'unsubscribe'),
  ).toBe(true);
  w.pass(20_000);
  expect(w.to('two').closed).toBe(true);
  // Nobody has answered the site's pings meanwhile.
  w.greet();
  const { heard } = listen(w.socket);
  w.to().refuse(w.to().last('subscribe').id, 'unknown_game');
  expect(heard).toEqual([{ refused: 'unknown_game' }]);
});
