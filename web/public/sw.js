// Keeps what never changes, and says so when the server cannot be reached. Pages always come from the network, so that
// nobody is left with an old one after an upgrade; /api and /ws are not touched.

/** Raise it when what is kept here changes. */
const SHELL = 'shell-1';
const ASSETS = 'assets-1';

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
      await Promise.all(names.filter((it) => it !== SHELL && it !== ASSETS).map((it) => caches.delete(it)));
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
    return (await caches.match(OFFLINE)) ?? Response.error();
  }
}

async function asset(request) {
  const cache = await caches.open(ASSETS);
  const known = await cache.match(request);
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

async function shell(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request)) ?? Response.error();
  }
}
