/** The socket's dependencies in a real browser. */

import type { Wire } from './socket';
import type { SocketsDeps } from './sockets';

/** What `boot.js` leaves for us. */
declare global {
  interface Window {
    komadaiLine?: WebSocket;
  }
}

/** The socket that was opened while the scripts came, for the first who asks. */
function openedEarly(): WebSocket | null {
  const early = window.komadaiLine;
  delete window.komadaiLine;
  if (!early || early.readyState > WebSocket.OPEN) return null;
  // It may have been opened before there was anybody to hear of it.
  if (early.readyState === WebSocket.OPEN) queueMicrotask(() => early.onopen?.(new Event('open')));
  return early;
}

export function browserDeps(): SocketsDeps {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  return {
    open: (node) => {
      const early = node === undefined ? openedEarly() : null;
      if (early) return early as unknown as Wire;
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
