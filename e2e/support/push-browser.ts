import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JSHandle, Page } from '@playwright/test';

/** A push service on this machine, and the keys of the one browser that it serves. */
export async function startPushService() {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const auth = randomBytes(16);
  const opened: string[] = [];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(Buffer.from(piece));
    opened.push(openSealed(Buffer.concat(pieces)));
    response.writeHead(201).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;

  /** RFC 8291, as a browser does it. */
  function openSealed(body: Buffer): string {
    const sender = body.subarray(21, 21 + body.readUInt8(20));
    const sealed = body.subarray(21 + sender.length);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
    const inputKey = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32));
    const derived = (label: string, length: number) =>
      Buffer.from(
        hkdfSync('sha256', inputKey, body.subarray(0, 16), `Content-Encoding: ${label}\0`, length),
      );
    const opener = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12));
    opener.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([opener.update(sealed.subarray(0, -16)), opener.final()]);
    return padded.subarray(0, padded.lastIndexOf(2)).toString();
  }

  return {
    origin,
    /** Every notice that came, opened with the browser's keys. */
    opened,
    keys: {
      p256dh: pair.getPublicKey().toString('base64url'),
      auth: auth.toString('base64url'),
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * Has the pages of a browser subscribe with our push service: without a network a browser cannot reach its
 * maker's, and without a screen it allows no site to show notices. The worker is the real one.
 */
export async function subscribeWith(
  page: Page,
  place: { origin: string; keys: { p256dh: string; auth: string } },
): Promise<void> {
  await page.addInitScript(({ origin, keys }) => {
    const toBytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
        sign.charCodeAt(0),
      ).buffer;
    const stored = () => sessionStorage.getItem('push-key');
    const subscription = () => ({
      endpoint: `${origin}/this-browser`,
      options: { applicationServerKey: toBytes(stored() ?? '') },
      getKey: (name: 'p256dh' | 'auth') => toBytes(keys[name]),
      unsubscribe: async () => {
        sessionStorage.removeItem('push-key');
        return true;
      },
    });
    Object.defineProperty(Notification, 'permission', {
      get: () => (stored() === null ? 'default' : 'granted'),
    });
    Object.assign(Notification, { requestPermission: async () => 'granted' });
    Object.assign(PushManager.prototype, {
      getSubscription: async () => (stored() === null ? null : subscription()),
      subscribe: async ({ applicationServerKey: key }: { applicationServerKey: string }) => {
        // As browsers refuse it: one that is registered is still being installed for a moment.
        const registration = await navigator.serviceWorker.getRegistration('/');
        if (!registration?.active) throw new DOMException('no active Service Worker', 'AbortError');
        sessionStorage.setItem('push-key', key);
        return subscription();
      },
    });
  }, place);
}

/** How long a worker may take to show what it was given; one that was put to sleep meanwhile never will. */
const SHOWN_WITHIN_MS = 10_000;
const TRIES = 3;

type Shown = { title: string; body: string };

/**
 * Gives the site's worker a push, as the browser does when its push service has one.
 *
 * @returns what the worker has the browser show: a browser without a screen shows nothing
 */
export async function deliverPush(page: Page, data: string): Promise<Shown> {
  const session = await page.context().newCDPSession(page);
  const found = Promise.withResolvers<string>();
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const own = registrations.find(({ scopeURL }) => scopeURL === `${new URL(page.url()).origin}/`);
    if (own) found.resolve(own.registrationId);
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await found.promise;
  const { origin } = new URL(page.url());
  for (let tried = 0; tried < TRIES; tried += 1) {
    const seen = await watchWorker(page);
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
    const shown = await seen
      .evaluate(
        ({ shown }, withinMs) =>
          Promise.race([
            shown,
            new Promise<null>((resolve) => setTimeout(() => resolve(null), withinMs)),
          ]),
        SHOWN_WITHIN_MS,
      )
      // It was ended meanwhile, with all that it kept.
      .catch(() => null);
    if (!shown) continue;
    await session.detach();
    return shown;
  }
  throw new Error(`the worker showed nothing in ${TRIES} times ${SHOWN_WITHIN_MS} ms`);
}

/** Has the site's worker keep what it would show: before the push comes, or it is lost. */
async function watchWorker(page: Page): Promise<JSHandle<{ shown: Promise<Shown> }>> {
  const context = page.context();
  const worker =
    context.serviceWorkers().find((each) => each.url().endsWith('/worker.js')) ??
    (await context.waitForEvent('serviceworker'));
  return worker.evaluateHandle(() => {
    const { promise, resolve } = Promise.withResolvers<Shown>();
    Object.assign(ServiceWorkerRegistration.prototype, {
      showNotification: async (title: string, { body }: { body: string }) =>
        resolve({ title, body }),
    });
    return { shown: promise };
  });
}
