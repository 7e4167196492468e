import { registerWorker } from '../../lib/site-worker.ts';
import { isInstalled, isIphoneOrIpad } from './this-device.ts';

/** What this browser can do with notices right now. */
export type PushAbility =
  | 'ready'
  /** The user has said no; only the browser's own settings change that. */
  | 'denied'
  /** An iPhone or iPad takes notices only for sites on its home screen. */
  | 'home_screen'
  /** Installed on an iPhone or iPad whose system is older than 16.4. */
  | 'old_system'
  | 'unsupported';

/** What a browser is subscribed with, as its push service gave it. */
export type PushPlace = Readonly<{ endpoint: string; keys: { p256dh: string; auth: string } }>;

export function pushAbility(): PushAbility {
  const supported =
    'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!supported && isIphoneOrIpad()) return isInstalled() ? 'old_system' : 'home_screen';
  if (!supported) return 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'ready';
}

/**
 * @param pushKey the service's own: what was subscribed with another one reaches nobody
 * @returns the SHA-256 of this browser's address in base64url; null where it takes no notices
 */
export async function ownEndpointHash(pushKey: string): Promise<string | null> {
  const subscription = await ownSubscription();
  if (!subscription || !isFor(subscription, pushKey)) return null;
  const bytes = new TextEncoder().encode(subscription.endpoint);
  return toBase64Url(await crypto.subtle.digest('SHA-256', bytes));
}

/**
 * To be called by a tap: an iPhone asks its user at no other time.
 *
 * @returns null when the user did not allow it
 */
export async function subscribeHere(pushKey: string): Promise<PushPlace | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const registration = await registerWorker();
  await untilActive(registration);
  const old = await registration.pushManager.getSubscription();
  if (old && !isFor(old, pushKey)) await old.unsubscribe();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: pushKey,
  });
  const key = (name: PushEncryptionKeyName) => toBase64Url(subscription.getKey(name));
  return {
    endpoint: subscription.endpoint,
    keys: { p256dh: key('p256dh'), auth: key('auth') },
  };
}

export async function unsubscribeHere(): Promise<void> {
  await (await ownSubscription())?.unsubscribe();
}

/**
 * Browsers refuse to subscribe a worker that is still being installed, which the first one is for a moment.
 * `serviceWorker.ready` would wait for ever where it cannot be installed.
 */
async function untilActive(registration: ServiceWorkerRegistration): Promise<void> {
  const worker = registration.installing ?? registration.waiting;
  if (registration.active || !worker) return;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const look = () => {
    if (registration.active) resolve();
    else if (worker.state === 'redundant')
      reject(new Error('The browser could not install the worker that shows notices'));
  };
  worker.addEventListener('statechange', look);
  look();
  await promise.finally(() => worker.removeEventListener('statechange', look));
}

async function ownSubscription(): Promise<PushSubscription | null> {
  if (pushAbility() !== 'ready') return null;
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? null;
}

function isFor({ options }: PushSubscription, pushKey: string): boolean {
  return toBase64Url(options.applicationServerKey) === pushKey;
}

function toBase64Url(bytes: ArrayBuffer | null): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
