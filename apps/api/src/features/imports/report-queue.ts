import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { msg } from '@lingui/core/runtime-macro';
import { importTrades } from '@quorate/contract/trade-import';
import type { UserId } from '@quorate/values/ids';
import { AppError } from '../../http/app-error.ts';
import type { Words } from '../../http/error-words.ts';
import { textMessage } from '../../words/i18n.ts';
import type { ReadOrder, ReportHead, WorkerMessage } from './prepare-report.ts';

/** Reports that are read at a time; all but one of them may be long ones. */
const READING_MAX = 3;
const LONG_MAX = READING_MAX - 1;
/** Reports that are read or stored at a time: one that is being stored waits for the database most of the time. */
const OPEN_MAX = 8;
/** Reports of one user under way, the one that is read or stored included. */
const REPORTS_PER_USER = 3;
const UNDER_WAY_MAX = 60;
/** A report that takes longer to read gives way to one that waits, and begins again as a long one. */
const SHORT_MS = 1_000;
const MAKE_ROOM_EVERY_MS = 250;
const BUSY_RETRY_S = 15;

/** The right to read one report. */
type Turn = Readonly<{
  /** Aborted when somebody else's report goes first; never for a long one, and never after `isRead`. */
  givesWay: AbortSignal;
  /** The reading is over, and the storing begins. */
  isRead(): void;
  end(): void;
}>;

type Claim = Readonly<{ userId: string; isLong: boolean }>;
type Waiting = Claim & Readonly<{ begin: () => void }>;
type Reading = Readonly<{ isLong: boolean; beganAt: number; giveWay: AbortController }>;

type ReportQueue = Readonly<{
  /**
   * Takes one of the user's places, for as long as a report is received, read and stored.
   *
   * @returns what gives the place back
   * @throws AppError import_limit_reached, imports_busy
   */
  takePlace(userId: string): () => void;
  /** Waits until the user's next report may be read: one at a time of each, users in turn. */
  turn(caller: Claim, gone: AbortSignal): Promise<Turn>;
}>;

export function createReportQueue(): ReportQueue {
  const places = new Map<string, number>();
  const open = new Set<string>();
  const reading = new Set<Reading>();
  let waiting: Waiting[] = [];
  let underWay = 0;

  const fits = ({ userId, isLong }: Claim) =>
    !open.has(userId) && !(isLong && [...reading].filter((each) => each.isLong).length >= LONG_MAX);

  const next = () => {
    while (reading.size < READING_MAX && open.size < OPEN_MAX) {
      const first = waiting.find(fits);
      if (!first) return;
      waiting = waiting.filter((each) => each !== first);
      first.begin();
    }
  };

  /** As many readings as reports wait for them are told to give way, the longest first. */
  const makeRoom = () => {
    if (reading.size < READING_MAX) return;
    const leaving = [...reading].filter(({ giveWay }) => giveWay.signal.aborted).length;
    const needed = waiting.filter((each) => !each.isLong && !open.has(each.userId)).length;
    if (leaving >= needed) return;
    const since = performance.now() - SHORT_MS;
    const [longest] = [...reading]
      .filter((each) => !each.isLong && each.beganAt <= since && !each.giveWay.signal.aborted)
      .sort((a, b) => a.beganAt - b.beganAt);
    longest?.giveWay.abort();
  };

  const begin = ({ userId, isLong }: Claim): Turn => {
    const mine: Reading = { isLong, beganAt: performance.now(), giveWay: new AbortController() };
    open.add(userId);
    reading.add(mine);
    return {
      givesWay: mine.giveWay.signal,
      isRead: () => {
        if (reading.delete(mine)) next();
      },
      end: () => {
        reading.delete(mine);
        open.delete(userId);
        next();
      },
    };
  };

  return {
    takePlace(userId) {
      const taken = places.get(userId) ?? 0;
      if (taken >= REPORTS_PER_USER)
        throw new AppError('import_limit_reached', {
          details: { limit: REPORTS_PER_USER, actual: taken, retry_after_s: BUSY_RETRY_S },
        });
      if (underWay >= UNDER_WAY_MAX) throw importsBusy();
      places.set(userId, taken + 1);
      underWay += 1;
      return () => {
        const left = (places.get(userId) ?? 1) - 1;
        if (left > 0) places.set(userId, left);
        else places.delete(userId);
        underWay -= 1;
      };
    },
    turn(caller, gone) {
      const { promise, resolve, reject } = Promise.withResolvers<Turn>();
      const impatient = setInterval(makeRoom, MAKE_ROOM_EVERY_MS);
      const leave = () => {
        waiting = waiting.filter((each) => each !== mine);
        settle();
        reject(new AppError('caller_gone'));
      };
      const settle = () => {
        clearInterval(impatient);
        gone.removeEventListener('abort', leave);
      };
      const mine: Waiting = {
        ...caller,
        begin: () => {
          settle();
          resolve(begin(caller));
        },
      };
      waiting.push(mine);
      if (gone.aborted) leave();
      else gone.addEventListener('abort', leave);
      next();
      return promise;
    },
  };
}

function importsBusy(cause?: unknown): AppError {
  return new AppError('imports_busy', { details: { retry_after_s: BUSY_RETRY_S }, cause });
}

const WORKER = new URL('./report-worker.ts', import.meta.url);

/** Two hundred thousand rows of a workbook stay below it. */
const WORKER_MEMORY_MB = 1_024;

/**
 * Processor time for one report, looked at twice a second. Ten times what the largest sound report takes on
 * one slow core; how much else the machine has to do does not count.
 */
const READ_CPU_MS = 45_000;
const WATCH_EVERY_MS = 500;

export const reportQueue = createReportQueue();

export type OpenReport = Readonly<{
  head: ReportHead;
  /** The next batch; null after the last one. */
  next<K extends 'keys' | 'trades'>(kind: K): Promise<Extract<WorkerMessage, { kind: K }> | null>;
}>;

type Order = Omit<ReadOrder, 'bytes'> & { bytes: Uint8Array };
export type Caller = Readonly<{ userId: UserId; gone: AbortSignal }>;

/**
 * Reads a report in a thread of its own, and lets the caller take its trades batch by batch.
 *
 * @throws AppError report_unreadable, imports_busy, caller_gone
 */
export async function withReport<T>(
  { userId, gone }: Caller,
  order: Order,
  use: (report: OpenReport) => Promise<T>,
): Promise<T> {
  for (let isLong = false; ; isLong = true) {
    const turn = await reportQueue.turn({ userId, isLong }, gone);
    try {
      return await readInWorker(order, use, turn, gone);
    } catch (error) {
      if (!turn.givesWay.aborted) throw error;
    } finally {
      turn.end();
    }
  }
}

async function readInWorker<T>(
  order: Order,
  use: (report: OpenReport) => Promise<T>,
  turn: Turn,
  gone: AbortSignal,
): Promise<T> {
  const worker = new Worker(WORKER, {
    resourceLimits: { maxOldGenerationSizeMb: WORKER_MEMORY_MB },
    env: {},
  });
  const ended = endOf(worker);
  // Whoever asks waits for either: an end that nobody waits for is no fault.
  ended.promise.catch(() => undefined);
  const isGone = () => ended.reject(new AppError('caller_gone'));
  const givesWay = () => ended.reject(importsBusy());
  gone.addEventListener('abort', isGone);
  turn.givesWay.addEventListener('abort', givesWay);
  const timers = [
    setInterval(() => void endWhenSpent(worker, ended.reject), WATCH_EVERY_MS),
    setTimeout(() => ended.reject(importsBusy()), importTrades.timeoutMs),
  ];
  const ask = async (message: unknown, transfer: ArrayBuffer[] = []): Promise<WorkerMessage> => {
    const answer = once(worker, 'message') as Promise<[WorkerMessage]>;
    answer.catch(() => undefined);
    worker.postMessage(message, transfer);
    const [said] = await Promise.race([answer, ended.promise]);
    return said;
  };
  try {
    if (gone.aborted) isGone();
    // The bytes move to the worker; those of the request may be a part of a larger piece of memory.
    const bytes = new Uint8Array(order.bytes);
    const first = await ask({ ...order, bytes }, [bytes.buffer]);
    if (first.kind !== 'head')
      throw unreadable(
        first.kind === 'unreadable' ? textMessage(first.reason) : msg`The report cannot be read.`,
      );
    turn.givesWay.removeEventListener('abort', givesWay);
    turn.isRead();
    return await use({
      head: first.head,
      next: async (kind) => {
        const said = await ask('next');
        return said.kind === kind ? (said as Extract<WorkerMessage, { kind: typeof kind }>) : null;
      },
    });
  } finally {
    for (const timer of timers) clearTimeout(timer);
    gone.removeEventListener('abort', isGone);
    turn.givesWay.removeEventListener('abort', givesWay);
    await worker.terminate();
  }
}

async function endWhenSpent(worker: Worker, reject: (cause: Error) => void): Promise<void> {
  // One that has ended has no time to tell.
  const spent = await worker.cpuUsage().catch(() => null);
  if (spent && (spent.user + spent.system) / 1_000 > READ_CPU_MS)
    reject(
      unreadable(
        msg`The report takes more than ${{ seconds: READ_CPU_MS / 1_000 }} s of processor time to read. Save it in parts.`,
      ),
    );
}

/** Rejects when the worker ends before its work does, or is told to. */
function endOf(worker: Worker): PromiseWithResolvers<never> {
  const ended = Promise.withResolvers<never>();
  worker.once('error', (cause: Error & { code?: string }) =>
    ended.reject(
      cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? unreadable(msg`The report needs more memory than one may. Save it in parts.`, cause)
        : cause,
    ),
  );
  worker.once('exit', (code) =>
    ended.reject(new Error(`the reader of reports ended with ${code} before its report did`)),
  );
  return ended;
}

function unreadable(reason: Words, cause?: unknown): AppError {
  return new AppError('report_unreadable', { details: { reason }, cause });
}
