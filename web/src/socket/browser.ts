/** The socket's dependencies in a real browser. */

import type { Wire } from './socket';
import type { SocketsDeps } from './sockets';

export function browserDeps(): SocketsDeps {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  return {
    open: (node) => {
      const at = node === undefined ? '' : `?at=${encodeURIComponent(node)}`;
      return new WebSocket(`${scheme}//${location.host}/ws${at}`) as unknown as Wire;
    },
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
