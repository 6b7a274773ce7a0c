/** Has the service worker keep this page with all that it needs, so that it opens without a network. */

import { clipAddress } from '../sound/voice';

/** Where the client itself is, which has another name in every build. */
const buildAddress = () => document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '';

/** Files that the page has by now, and those that it would fetch only when seconds are spoken. */
function files(): string[] {
  const fetched = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const own = fetched.filter(({ origin, pathname }) => {
    return origin === location.origin && pathname.startsWith('/assets/');
  });
  return [...new Set([...own.map(({ pathname }) => pathname), clipAddress()])];
}

/** Whether it opens without a network from now on. */
export async function keepPage(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false;
  // The clock of an event is wanted where the usual one was opened, and the other way round.
  const both = [import('./table-clock-page'), import('./event-clock-page')];
  const { active } = await navigator.serviceWorker.ready;
  if (!active) return false;
  await Promise.all(both).catch(() => {});
  const { port1, port2 } = new MessageChannel();
  const build = new URL(buildAddress(), location.href).pathname;
  return new Promise((done) => {
    port1.onmessage = ({ data }) => done(data === true);
    active.postMessage({ keep: location.pathname, build, files: files() }, [port2]);
  });
}
