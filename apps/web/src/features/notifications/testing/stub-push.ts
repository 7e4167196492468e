import { createHash } from 'node:crypto';
import { vi } from 'vitest';

type Options = {
  /** What the user says when asked. */
  answer?: NotificationPermission;
  permission?: NotificationPermission;
  subscribed?: boolean;
  /** Its worker cannot be installed. */
  broken?: boolean;
};

/** A browser that takes notices, as far as a page sees it; the service's key is 'BPushKey'. */
export function stubPush({
  answer = 'granted',
  permission = 'default',
  subscribed = false,
  broken = false,
}: Options = {}) {
  const endpoint = 'https://fcm.googleapis.com/fcm/send/this-browser';
  const keyBytes = (name: string) => new TextEncoder().encode(name).buffer;
  const toText = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('base64url');
  const state = {
    asked: 0,
    unsubscribed: 0,
    endpoint,
    endpointHash: createHash('sha256').update(endpoint).digest('base64url'),
    keys: { p256dh: toText(keyBytes('p256dh')), auth: toText(keyBytes('auth')) },
  };
  const subscription = {
    endpoint,
    options: { applicationServerKey: Uint8Array.from(Buffer.from('BPushKey', 'base64url')).buffer },
    getKey: keyBytes,
    async unsubscribe() {
      state.unsubscribed += 1;
      current = null;
      return true;
    },
  };
  let current: typeof subscription | null = subscribed ? subscription : null;
  /** Installing takes longer than registering, as in browsers. */
  const installing = Object.assign(new EventTarget(), { state: 'installing' });
  const registration = {
    installing: subscribed ? null : installing,
    active: subscribed ? installing : null,
    pushManager: {
      getSubscription: async () => current,
      async subscribe() {
        if (!registration.active) throw new DOMException('no active Service Worker', 'AbortError');
        current = subscription;
        return subscription;
      },
    },
  };
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', {
    permission,
    async requestPermission() {
      state.asked += 1;
      return answer;
    },
  });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      async register() {
        setTimeout(() => {
          installing.state = broken ? 'redundant' : 'activating';
          Object.assign(registration, { installing: null, active: broken ? null : installing });
          installing.dispatchEvent(new Event('statechange'));
        }, 20);
        return registration;
      },
      getRegistration: async () => registration,
    },
  });
  return state;
}
