/** A network under the test's hands: time stands still unless told, every connection is kept. */

import type { Wire } from '../src/socket/socket';
import type { SocketsDeps } from '../src/socket/sockets';

export type Said = Record<string, unknown>;

export class FakeWire implements Wire {
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  closed = false;
  private sent: Said[] = [];
  /** The server it leads to; undefined for the site. */
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

  /** The server says this. */
  say(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  refuse(id: unknown, code: string, node?: string) {
    this.say({ t: 'refused', id, code, message: '', node });
  }

  /** The connection is cut. */
  cut(code = 1006) {
    this.onclose?.({ code });
  }

  /** What was sent since the last look at this kind, or at all of it. */
  take(t?: string): Said[] {
    const taken = this.sent.filter((it) => t === undefined || it.t === t);
    this.sent = this.sent.filter((it) => !taken.includes(it));
    return taken;
  }

  /** The newest message of this kind since the last look. */
  last(t: string): Said {
    const found = this.take(t).at(-1);
    if (!found) throw new Error(`no ${t} was sent`);
    return found;
  }
}

export function fakeNetwork() {
  let now = 1000;
  let timers: { at: number; fn: () => void }[] = [];
  const wires: FakeWire[] = [];
  const deps: SocketsDeps = {
    open(node) {
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
        timers = timers.filter((it) => it !== timer);
      };
    },
    client: '9f86d081884c7d65',
  };
  const pass = (ms: number) => {
    const end = now + ms;
    for (;;) {
      const due = timers.filter((it) => it.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      timers = timers.filter((it) => it !== due);
      now = due.at;
      due.fn();
    }
    now = end;
  };
  /** The newest connection to a server, or to the site. */
  const to = (node?: string): FakeWire => {
    const found = wires.filter((wire) => wire.node === node).at(-1);
    if (!found) throw new Error(`nothing was opened to ${node ?? 'the site'}`);
    return found;
  };
  /** Brings the newest connection there up and answers its greeting, which is given back. */
  const greet = (node?: string, serverNow = now): Said => {
    const wire = to(node);
    wire.onopen?.();
    const hello = wire.last('hello');
    wire.say({ t: 'welcome', id: hello.id, protocol: 2, server: '0.1.0', now: serverNow, user: null });
    return hello;
  };
  return { deps, wires, to, greet, pass };
}
