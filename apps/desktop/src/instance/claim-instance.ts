import { existsSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { BotFault } from '@quorate/bot/bot-fault';
import { privateFolder } from '@quorate/bot/files';
import { storageFault } from '@quorate/bot/journal/storage-fault';
import { boundedText } from '@quorate/bot/service/call-endpoint';
import type { Timers } from '@quorate/bot/timers';
import { t } from '@quorate/bot/words';
import type { z } from 'zod';
import { quit } from '../contract/app-state.ts';
import {
  askPagesFetched,
  askWindowAddress,
  type LocalEndpoint,
} from '../contract/local-endpoint.ts';
import type { WindowHost } from '../window/open-window.ts';
import { readAppFile, removeAppFile } from './app-file.ts';

type Deps = Readonly<{
  fetch: typeof fetch;
  timers: Timers;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  dataDir: string;
  /** Aborted when the person no longer waits. */
  interrupted: AbortSignal;
}>;

type Claim =
  | Readonly<{ kind: 'first'; lock: AppLock }>
  /** Another app runs here, and this is where it lets a window open. */
  | Readonly<{ kind: 'second'; address: string }>;

const LOOK_EVERY_MS = 100;
/** An app that begins takes the folder before it answers; one that is ending answers no more. */
const ANSWER_WITHIN_MS = 20_000;
const QUIT_WITHIN_MS = 60_000;

/**
 * Makes this process the app of the data folder, or finds the one that is. Of two that begin at the same
 * moment exactly one becomes it. After an update the app before this one is ending (`waitForEnd`), and a
 * window of it would be none.
 *
 * @returns null when it was interrupted
 * @throws BotFault `data_folder`; `not_running` when the other neither answers nor ends
 */
export async function claimInstance(
  deps: Deps & Readonly<{ waitForEnd: boolean }>,
): Promise<Claim | null> {
  const found = await within(deps, ANSWER_WITHIN_MS, async () => {
    const lock = takeAppLock(deps.dataDir);
    if (lock) {
      // One that was killed has left its port there, at which another program may listen by now.
      removeAppFile(deps.dataDir);
      return { kind: 'first', lock } as const;
    }
    if (deps.waitForEnd) return null;
    const answer = await windowAddressOfRunning(deps);
    return answer && ({ kind: 'second', address: answer.address } as const);
  });
  if (found || deps.interrupted.aborted) return found;
  throw new BotFault(
    'not_running',
    t`Another app${{ process: processOf(deps) }} has the data folder ${{ dataDir: deps.dataDir }} and has not answered within ${{ seconds: ANSWER_WITHIN_MS / 1_000 }} s. End it in the Task Manager (on Linux and macOS: by its process id) and start again.`,
  );
}

/**
 * Has the running app of the data folder end, bots and all, and waits until it is gone.
 *
 * @returns whether one ran
 * @throws BotFault `not_running` when it is not gone within a minute
 */
export async function quitInstance(deps: Deps): Promise<boolean> {
  const free = () => isAppLockFree(deps.dataDir);
  if (free()) return false;
  let asked = false;
  const gone = await within(deps, QUIT_WITHIN_MS, async () => {
    asked ||= await quitRunning(deps);
    return free() || null;
  });
  if (gone) return true;
  throw new BotFault(
    'not_running',
    [
      asked
        ? t`The app of the data folder ${{ dataDir: deps.dataDir }}${{ process: processOf(deps) }} is ending and has not ended within ${{ seconds: QUIT_WITHIN_MS / 1_000 }} s.`
        : t`The app of the data folder ${{ dataDir: deps.dataDir }}${{ process: processOf(deps) }} does not answer and has not ended within ${{ seconds: QUIT_WITHIN_MS / 1_000 }} s.`,
      t`End its process in the Task Manager (on Linux and macOS: by its id), then ask once more: bots that it leaves at work are stopped by that.`,
    ].join(' '),
  );
}

/** Its process, where it has written that down. */
function processOf({ dataDir }: Deps): string {
  const running = readAppFile(dataDir);
  return running ? ` (process ${running.pid})` : '';
}

/** Looks again and again. @returns what was found; null once the time is over, or the person no longer waits */
export async function within<Found>(
  { timers, sleep, interrupted }: Pick<Deps, 'timers' | 'sleep' | 'interrupted'>,
  ms: number,
  look: () => Promise<Found | null>,
): Promise<Found | null> {
  // A timer, and not the clock, which may be set meanwhile.
  let isOver = false;
  const callOff = timers.after(ms, () => {
    isOver = true;
  });
  try {
    for (;;) {
      const found = await look();
      if (found !== null || interrupted.aborted || isOver) return found;
      await sleep(LOOK_EVERY_MS, interrupted);
    }
  } finally {
    callOff();
  }
}

type AskDeps = Pick<Deps, 'fetch' | 'dataDir'>;

const REPLY_WITHIN_MS = 5_000;
const ANSWER_MAX_BYTES = 100_000;

/** @returns null while no app answers in this data folder */
async function windowAddressOfRunning(deps: AskDeps): Promise<{ address: string } | null> {
  const found = await ask(deps, askWindowAddress, REPLY_WITHIN_MS);
  // It is handed to programs of the system, and another address is not the app's.
  return found && isAddressAt(found.port, found.reply.address) ? found.reply : null;
}

/** The running app as a second launch reaches it, for a window of it. @param known an address that it gave */
export function runningApp(deps: AskDeps, known: string): WindowHost {
  return {
    address: async () => (await windowAddressOfRunning(deps))?.address ?? known,
    // An older version, which cannot say, is not asked for more than it knows.
    pagesFetched: async () =>
      (await ask(deps, askPagesFetched, REPLY_WITHIN_MS))?.reply.fetched ?? null,
  };
}

/** Asks the running app to stop its bots and end. @returns whether it took the request */
async function quitRunning(deps: AskDeps): Promise<boolean> {
  return (await ask(deps, quit, quit.timeoutMs)) !== null;
}

/** What listens on the port of an app that was killed may be another program: it proves nothing to anybody. */
async function ask<E extends LocalEndpoint>(
  { fetch, dataDir }: AskDeps,
  endpoint: E,
  withinMs: number,
): Promise<Readonly<{ port: number; reply: z.output<E['reply']> }> | null> {
  const running = readAppFile(dataDir);
  if (running === null) return null;
  try {
    const response = await fetch(`http://127.0.0.1:${running.port}${endpoint.path}`, {
      method: endpoint.method,
      headers: { authorization: `Bearer ${running.secret}` },
      redirect: 'error',
      signal: AbortSignal.timeout(withinMs),
    });
    if (!response.ok) {
      await response.body?.cancel();
      return null;
    }
    const document: unknown = JSON.parse(await boundedText(response, ANSWER_MAX_BYTES));
    const reply = endpoint.reply.parse(document) as z.output<E['reply']>;
    return { port: running.port, reply };
  } catch {
    return null;
  }
}

function isAddressAt(port: number, address: string): boolean {
  const start = `http://127.0.0.1:${port}/#`;
  return address.startsWith(start) && /^[\w=&-]+$/.test(address.slice(start.length));
}

type AppLock = Readonly<{ release(): void }>;

const FILE = 'app-lock.sqlite';
const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/**
 * Claims a data folder for this app. The system drops SQLite's lock with the process, however it ends, so
 * there is no stale one to clear, and a process id that was given again misleads nobody.
 *
 * @returns null when another app has it
 * @throws BotFault `data_folder`
 */
export function takeAppLock(dataDir: string): AppLock | null {
  try {
    privateFolder(dataDir);
    const file = join(dataDir, FILE);
    try {
      return lockOf(file);
    } catch (error) {
      if (!hasErrcode(error, SQLITE_NOTADB) && !hasErrcode(error, SQLITE_CORRUPT)) throw error;
      // Nothing is ever in it. Emptied and not removed: whoever holds it meanwhile holds the same file.
      truncateSync(file);
      return lockOf(file);
    }
  } catch (error) {
    if (hasErrcode(error, SQLITE_BUSY)) return null;
    throw storageFault(dataDir, error);
  }
}

function lockOf(file: string): AppLock {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    release() {
      database.exec('ROLLBACK');
      database.close();
    },
  };
}

/** Whether no app has the data folder. Where there is none yet, none is made. @throws BotFault `data_folder` */
function isAppLockFree(dataDir: string): boolean {
  if (!existsSync(join(dataDir, FILE))) return true;
  const lock = takeAppLock(dataDir);
  lock?.release();
  return lock !== null;
}

function hasErrcode(error: unknown, plain: number): boolean {
  return (
    error instanceof Error &&
    'errcode' in error &&
    typeof error.errcode === 'number' &&
    (error.errcode & 0xff) === plain
  );
}
