/** What stays on this device between visits: the service worker (`public/sw.js`), and reports that wait. */

import { isNamed, SITE_NAME } from './branding';

/** Under another name the site has another one, which puts the page without a connection away anew. */
const WORKER = isNamed ? `/sw.js?${encodeURIComponent(SITE_NAME)}` : '/sw.js';

/** Registers it once the page is there, which it must not slow down. */
export function keepShell(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  const register = () => {
    // A browser that will not have it, in a private window for example, goes without.
    navigator.serviceWorker.register(WORKER).catch(() => {});
  };
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}

/** What clocks on tables have to report goes out with whatever page is opened, and nothing is fetched without. */
export function sendReports(): void {
  try {
    if (!localStorage.getItem('event-tables')?.includes('"waiting"')) return;
  } catch {
    return;
  }
  import('./tableclock/event-tables').then((it) => it.keepSending()).catch(() => {});
}
