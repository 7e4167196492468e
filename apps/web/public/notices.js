// Shows notices that are pushed to this browser, and opens the page that one leads to. It keeps nothing
// and takes part in no page.

self.addEventListener('install', () => self.skipWaiting());

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
    return {
      title: 'News of your bots',
      body: 'See the dashboard.',
      url: '/dashboard',
      tag: 'news',
    };
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
