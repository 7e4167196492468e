import { ApiError } from '../api-error.ts';
import { readStored } from '../browser-storage.ts';
import { KEPT_ANSWERS, parseStoredUser } from '../session/session.ts';
import { isKeptName } from './query-reach.ts';

const STORE = 'answers';
/** As many as a user's tabs, sections and filters come to; those that were read longest ago go first. */
const MOST = 80;
/** Changes come every few seconds, and a disk need not follow each. */
const WRITE_AFTER_MS = 1_500;

type Kept = Readonly<{
  key: string;
  userId: string;
  /** Of the site: another version may read another form. */
  version: string;
  readAt: number;
  data: unknown;
}>;

const waiting = new Map<string, Kept>();

/** Keeps an answer for a time without a network. A second one takes the place of the first. */
export function keepAnswer(queryKey: readonly unknown[], hash: string, data: unknown): void {
  const userId = ownerOf(queryKey);
  if (userId === null) return;
  if (waiting.size === 0) setTimeout(() => void writeWaiting(), WRITE_AFTER_MS);
  waiting.set(hash, {
    key: `${userId} ${hash}`,
    userId,
    version: siteVersion(),
    readAt: Date.now(),
    data,
  });
}

/** @returns the answer that was kept, and when it was read; null where there is none of this user's */
export async function keptAnswer(
  queryKey: readonly unknown[],
  hash: string,
): Promise<Readonly<{ data: unknown; readAt: number }> | null> {
  const userId = ownerOf(queryKey);
  if (userId === null) return null;
  const fresh = waiting.get(hash);
  if (fresh) return fresh;
  try {
    const store = (await openStore()).transaction(STORE).objectStore(STORE);
    const kept: Kept | undefined = await resultOf(store.get(`${userId} ${hash}`));
    if (!kept || kept.userId !== signedInId() || kept.version !== siteVersion()) return null;
    return kept;
  } catch {
    return null;
  }
}

/** Nobody answered: there is no network, or the service is not reached. A refusal is an answer. */
export function isUnreached(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'network' || error.code === 'timeout');
}

function ownerOf([name, userId]: readonly unknown[]): string | null {
  return isKeptName(name) && typeof userId === 'string' && userId === signedInId() ? userId : null;
}

/** As storage has it: another tab may have signed somebody else in a moment ago. */
function signedInId(): string | null {
  return parseStoredUser(readStored('user') ?? '')?.id ?? null;
}

function siteVersion(): string {
  return window.__reactRouterManifest?.version ?? '';
}

async function writeWaiting(): Promise<void> {
  if (waiting.size === 0) return;
  const answers = [...waiting.values()];
  waiting.clear();
  try {
    const database = await openStore();
    const userId = signedInId();
    const store = database.transaction(STORE, 'readwrite').objectStore(STORE);
    for (const answer of answers) if (answer.userId === userId) store.put(answer);
    const ages = store.index('readAt').openKeyCursor();
    let spare = (await resultOf(store.count())) - MOST;
    ages.onsuccess = () => {
      const cursor = ages.result;
      if (!cursor || spare <= 0) return;
      spare -= 1;
      store.delete(cursor.primaryKey);
      cursor.continue();
    };
  } catch {
    // A full disk or a private window: nothing is kept, and the page works as before.
  }
}

let opened: Promise<IDBDatabase> | null = null;

function openStore(): Promise<IDBDatabase> {
  opened ??= openDatabase().catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(KEPT_ANSWERS, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(STORE, { keyPath: 'key' }).createIndex('readAt', 'readAt');
  };
  const database = await resultOf(request);
  const forget = () => {
    opened = null;
    waiting.clear();
    database.close();
  };
  // The end of a session, here or in another tab, takes all of it away.
  database.onversionchange = forget;
  database.onclose = forget;
  return database;
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

// What waits for its turn is not lost with the page.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') void writeWaiting();
});
