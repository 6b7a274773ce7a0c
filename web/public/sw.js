// Keeps what never changes, and says so when the server cannot be reached. Pages always come from the network, so that
// nobody is left with an old one after an upgrade; /api and /ws are not touched.

/** Raise it when what is kept here changes. */
const SHELL = 'shell-1';
const ASSETS = 'assets-1';
/** Pages that asked to be kept, with all that they need, such as the clock on the table: they open without a network. */
const PAGES = 'pages-1';

/** The clocks of events, and the one of none. */
const CLOCK = /^\/(tournaments\/[^/]+\/)?clock$/;

/** What the page without a connection needs. */
const OFFLINE = '/offline.html';
const SHELL_FILES = [OFFLINE, '/offline.css', '/offline.js', '/boot.js', '/favicon.svg'];

/** Files with their content's hash in their name that are kept; the oldest go first. */
const ASSETS_MAX = 150;

self.addEventListener('install', (event) => {
  const fresh = SHELL_FILES.map((file) => new Request(file, { cache: 'reload' }));
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(fresh)));
  self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      await Promise.all(
        names.filter((it) => ![SHELL, ASSETS, PAGES].includes(it)).map((it) => caches.delete(it)),
      );
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (!url.pathname.startsWith('/api/')) event.respondWith(page(request));
  } else if (url.pathname.startsWith('/assets/')) event.respondWith(asset(request));
  else if (SHELL_FILES.includes(url.pathname)) event.respondWith(shell(request));
});

async function page(request) {
  try {
    return await fetch(request);
  } catch {
    const cache = await caches.open(PAGES);
    const { pathname } = new URL(request.url);
    // The clock of an event is one page, whichever event it is of.
    const alike =
      CLOCK.test(pathname) && (await cache.keys()).find(({ url }) => CLOCK.test(new URL(url).pathname));
    const kept =
      (await cache.match(pathname, { ignoreVary: true })) ||
      (alike && (await cache.match(alike, { ignoreVary: true })));
    return kept || (await caches.match(OFFLINE)) || Response.error();
  }
}

self.addEventListener('message', (event) => {
  const { keep, build, files } = event.data ?? {};
  if (typeof keep !== 'string' || typeof build !== 'string' || !Array.isArray(files)) return;
  const answer = (kept) => event.ports[0]?.postMessage(kept);
  event.waitUntil(
    keepPage(keep, build, files).then(
      () => answer(true),
      () => answer(false),
    ),
  );
});

/** Puts a page and its files away, the page last: one that is found has all it needs. */
async function keepPage(path, build, files) {
  const before = await caches.open(PAGES);
  // What an earlier build wants is of no use to this one.
  if (!(await before.match(build))) await caches.delete(PAGES);
  const cache = await caches.open(PAGES);
  const wanted = [...new Set([build, ...files])];
  const known = await Promise.all(wanted.map((file) => cache.match(file)));
  await cache.addAll(wanted.filter((_, n) => !known[n]));
  const answer = await fetch(new Request(path, { cache: 'reload' }));
  // After a change of the site the page names other files than those that were put away.
  if (!answer.ok || !(await answer.clone().text()).includes(build)) throw new Error('another build');
  await cache.put(path, answer);
}

async function asset(request) {
  const cache = await caches.open(ASSETS);
  const known = (await cache.match(request)) ?? (await (await caches.open(PAGES)).match(request));
  // Sounds are asked for in parts; what is kept is whole.
  if (known && !request.headers.has('range')) return known;
  const answer = await fetch(request);
  if (answer.status === 200) {
    await cache.put(request, answer.clone());
    const kept = await cache.keys();
    await Promise.all(kept.slice(0, Math.max(0, kept.length - ASSETS_MAX)).map((it) => cache.delete(it)));
  }
  return answer;
}

/** As the server has it now; without a network, as it was had last. */
async function shell(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(SHELL)).put(request, answer.clone());
    return answer;
  } catch {
    return (await caches.match(request)) ?? Response.error();
  }
}

// What the server says while no page of ours is open. It is shown always, because browsers ask for that.
self.addEventListener('push', (event) => {
  let said = {};
  try {
    said = event.data?.json() ?? {};
  } catch {
    // Not from our server; something is to be shown all the same.
  }
  const { title = 'Komadai', body = '', path = '/', tag = 'komadai', image } = said;
  const shown = { body, tag, renotify: true, icon: '/icons/icon-192.png', data: { path } };
  if (image) shown.image = image;
  // Only the page knows the number; until it is opened, the badge is a dot.
  void self.navigator.setAppBadge?.().catch(() => {});
  event.waitUntil(self.registration.showNotification(title, shown));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? '/'));
});

/** Goes to a page of ours: to a window that shows it already, or to a new one. */
async function open(path) {
  const url = new URL(path, self.location.origin);
  if (url.origin !== self.location.origin) return;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find((it) => new URL(it.url).pathname === url.pathname);
  await (there ? there.focus() : self.clients.openWindow(url.href));
}
