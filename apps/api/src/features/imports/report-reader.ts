import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { importTrades } from '@quorate/contract/trade-import';
import type { UserId } from '@quorate/values/ids';
import { AppError } from '../../http/app-error.ts';
import { createReportQueue, importsBusy, type Turn } from './report-queue.ts';
import type { ReadOrder, ReportHead, WorkerMessage } from './worker-messages.ts';

const WORKER = new URL('./report-worker.ts', import.meta.url);

/** Two hundred thousand rows of a workbook stay below it. */
const WORKER_MEMORY_MB = 1_024;

/**
 * Processor time for one report, looked at twice a second. Ten times what the largest sound report takes on
 * one slow core; how much else the machine has to do does not count.
 */
const READ_CPU_MS = 45_000;
const LOOK_MS = 500;

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
    setInterval(() => void endWhenSpent(worker, ended.reject), LOOK_MS),
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
      throw unreadable(first.kind === 'unreadable' ? first.reason : 'The report cannot be read.');
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
        `The report takes more than ${READ_CPU_MS / 1_000} s of processor time to read. Save it in parts.`,
      ),
    );
}

/** Rejects when the worker ends before its work does, or is told to. */
function endOf(worker: Worker): PromiseWithResolvers<never> {
  const ended = Promise.withResolvers<never>();
  worker.once('error', (cause: Error & { code?: string }) =>
    ended.reject(
      cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? unreadable('The report needs more memory than one may. Save it in parts.', cause)
        : cause,
    ),
  );
  worker.once('exit', (code) =>
    ended.reject(new Error(`the reader of reports ended with ${code} before its report did`)),
  );
  return ended;
}

function unreadable(reason: string, cause?: unknown): AppError {
  return new AppError('report_unreadable', { details: { reason }, cause });
}
