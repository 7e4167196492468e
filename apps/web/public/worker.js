// The site's worker: opens the dashboard and the page that verifies records without a network, and shows the notices that are pushed to this
// browser. It holds files and built pages, which are the same for everybody. Answers of the service never
// pass through it: what was read for a user is kept by the page (src/lib/query/kept-answers.ts).

// The build writes these two: by language its files, the list of its pages, and what an unreadable push is shown
// as. VERSION 'off' is the switch for a worker that does harm: it takes itself and all that it holds away from
// every browser that asks for it again.
const VERSION = 'unbuilt';
const SITES = { en: { manifest: '', files: [], news: {} } };

// A page registers the worker of its language. Whoever changes the language changes the worker.
const LANGUAGE = new URL(self.location.href).searchParams.get('language') ?? 'en';
const { manifest: MANIFEST, files: FILES, news: NEWS } = SITES[LANGUAGE] ?? SITES.en;

const PREFIX = 'site-';
const OWN = `${PREFIX}${VERSION}-${LANGUAGE}`;
const PAGE_WAIT_MS = 4_000;
const AT_ONCE = 4;
/** The service sends one text to all, compressed or not. */
const ANY = { ignoreVary: true };

/** Pages that open without a network; a story is read in the address of one page for all of them. */
const KEPT_PAGE =
  /^(\/[a-z]{2}(?:-[a-z]{2,4})?)?\/(verify|dashboard(?:\/(?:security|statement|decisions|trades)(?:\/.*)?)?)\/?$/i;

self.addEventListener('install', (event) => {
  if (VERSION === 'off') event.waitUntil(self.skipWaiting());
  else event.waitUntil(holdFiles(FILES));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(VERSION === 'off' ? leave() : takeOver());
});

self.addEventListener('message', (event) => {
  const { kind, files = [], pages = [] } = event.data ?? {};
  if (kind === 'take_over') event.waitUntil(self.skipWaiting());
  if (kind === 'which') event.ports[0]?.postMessage({ manifest: MANIFEST });
  // What a page had before there was a worker, as the language it is in.
  if (kind === 'hold') event.waitUntil(Promise.all([holdFiles(files), holdPages(pages)]));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (VERSION === 'off' || request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith('/assets/')) event.respondWith(fileOf(event));
  else if (request.mode === 'navigate') event.respondWith(pageOf(event, url));
});

async function takeOver() {
  await self.clients.claim();
  // Pages of the version before are still open, and load their own parts later.
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== OWN);
  for (const name of names.slice(0, -1)) await caches.delete(name);
}

async function leave() {
  for (const name of await caches.keys()) if (name.startsWith(PREFIX)) await caches.delete(name);
  await self.registration.unregister();
}

/** A file's name is made from its content: one that is held by an older version need not be loaded again. */
async function holdFiles(files) {
  const cache = await caches.open(OWN);
  const waiting = files.filter((file) => file.startsWith('/assets/'));
  const holdNext = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      if (await cache.match(file, ANY)) continue;
      const response = (await caches.match(file, ANY)) ?? (await fetch(file));
      if (!isWhole(response)) throw new Error(`${file} was answered with ${response.status}`);
      await cache.put(file, response);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, holdNext));
}

async function holdPages(pages) {
  for (const path of pages.filter((page) => KEPT_PAGE.test(page))) {
    const response = await fetch(path).catch(() => null);
    if (response && isPage(response)) await holdPage(path, response);
  }
}

async function holdPage(path, response) {
  const cache = await caches.open(OWN);
  await cache.put(pageKey(path), response);
}

async function fileOf({ request }) {
  const held = await caches.match(request, ANY);
  if (held) return held;
  const response = await fetch(request);
  if (isWhole(response)) {
    const copy = response.clone();
    // A full disk makes no page fail.
    void caches
      .open(OWN)
      .then((cache) => cache.put(request, copy))
      .catch(() => undefined);
  }
  return response;
}

/** The page as it is now; as it was last, where the network is silent. */
async function pageOf(event, url) {
  const isKept = KEPT_PAGE.test(url.pathname);
  const fresh = fetch(event.request);
  if (!isKept) {
    try {
      return await fresh;
    } catch (error) {
      const [, language = ''] = /^(\/[a-z]{2}(?:-[a-z]{2,4})?)(?:\/|$)/i.exec(url.pathname) ?? [];
      const desk = (await heldPage(`${language}/dashboard`))
        ? `${language}/dashboard`
        : '/dashboard';
      if (await heldPage(desk)) return Response.redirect(desk);
      throw error;
    }
  }
  const kept = fresh.then(async (response) => {
    if (isPage(response)) await holdPage(url.pathname, response.clone()).catch(() => undefined);
    return response;
  });
  event.waitUntil(kept.catch(() => undefined));
  const late = new Promise((resolve) => setTimeout(resolve, PAGE_WAIT_MS));
  const answer = await Promise.race([kept, late]).catch(() => undefined);
  return answer ?? (await heldPage(url.pathname)) ?? kept;
}

async function heldPage(path) {
  const key = pageKey(path);
  const own = await (await caches.open(OWN)).match(key, ANY);
  return own ?? caches.match(key, ANY);
}

function pageKey(path) {
  const [, language = '', place = ''] = KEPT_PAGE.exec(path) ?? [];
  const page = place
    .replace(/^verify$|^dashboard/i, (name) => name.toLowerCase())
    .replace(/^dashboard\/(?:decisions|trades)(?:\/.*)?$/, 'dashboard/decisions')
    .replace(/\/$/, '');
  return `${self.location.origin}/held${language}/${page}`;
}

function isWhole(response) {
  return response.status === 200 && response.type === 'basic';
}

/** A redirect that was followed is another page, and a browser takes none for the one that it asked for. */
function isPage(response) {
  return (
    isWhole(response) &&
    !response.redirected &&
    (response.headers.get('content-type') ?? '').startsWith('text/html')
  );
}

self.addEventListener('push', (event) => {
  event.waitUntil(show(readNotice(event.data)));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

/** Browsers want something to be shown for every push, so that what cannot be read is told as news. */
function readNotice(data) {
  try {
    const { title, body, url, tag, at } = data.json();
    return { title: String(title), body: String(body), url: String(url), tag: String(tag), at };
  } catch {
    return { ...NEWS, tag: 'news' };
  }
}

function show({ title, body, url, tag, at }) {
  const moment = Date.parse(at);
  return self.registration.showNotification(title, {
    body,
    tag,
    // A second silence of the same bot is news again, though it takes the place of the first.
    renotify: true,
    requireInteraction: true,
    icon: '/icons/icon-192.png',
    badge: '/icons/icon-192.png',
    data: url,
    ...(Number.isFinite(moment) && { timestamp: moment }),
  });
}

async function open(path) {
  const url = new URL(path, self.location.origin);
  // A notice leads to this site and nowhere else.
  if (url.origin !== self.location.origin) return;
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find((each) => each.url === url.href);
  await (page ? page.focus() : self.clients.openWindow(url.href));
}
