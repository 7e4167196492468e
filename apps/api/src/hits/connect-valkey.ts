import { createClient } from '@redis/client';

/** One connection, found again by itself when it is lost. */
export type Valkey = Readonly<{
  /** Sends one command. @throws Error with what the server says; at once, and why, while it is not connected */
  ask(words: readonly string[]): Promise<unknown>;
  close(): void;
}>;

const CONNECT_MS = 2_000;
const AGAIN_MS = 100;
const AGAIN_MOST_MS = 5_000;
/** A connection on which nothing comes back for longer than a few of these is dead. */
const PING_MS = 2_000;
const SILENT_MS = 8_000;

/**
 * Connects to a Valkey or Redis, and goes on trying. Returns before it has: a service starts without it.
 *
 * @param url `redis://…` or, over TLS, `rediss://…`
 */
export function connectValkey(url: string): Valkey {
  const client = createClient({
    url,
    RESP: 2,
    // What cannot be asked now is not asked later: whoever waits has another way.
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    pingInterval: PING_MS,
    socket: {
      connectTimeout: CONNECT_MS,
      socketTimeout: SILENT_MS,
      reconnectStrategy: (tries) => Math.min(AGAIN_MS * 2 ** Math.min(tries, 10), AGAIN_MOST_MS),
    },
  });
  let lastError: unknown;
  // Unheard, the event would end the process. A command that fails meanwhile tells of it.
  client.on('error', (error: unknown) => {
    lastError = error;
  });
  // It goes on trying by itself, and what is wrong comes by the event.
  client.connect().catch(() => {});
  return {
    async ask(words) {
      if (!client.isReady) throw new Error('not connected', { cause: lastError });
      return client.sendCommand([...words]);
    },
    close: () => client.destroy(),
  };
}
