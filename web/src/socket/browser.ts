/** The socket's dependencies in a real browser. */

import type { SocketDeps, Wire } from './socket';

export function browserDeps(): SocketDeps {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  return {
    open: () => new WebSocket(`${scheme}//${location.host}/ws`) as unknown as Wire,
    now: () => performance.timeOrigin + performance.now(),
    random: Math.random,
    later(fn, ms) {
      const timer = setTimeout(fn, ms);
      return () => clearTimeout(timer);
    },
    client: Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join(''),
  };
}
