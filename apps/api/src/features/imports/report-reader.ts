import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { AppError } from '../../app-error.ts';
import type { ReadOrder, ReportHead, WorkerMessage } from './worker-messages.ts';

const WORKER = new URL('./report-worker.ts', import.meta.url);

/** Two hundred thousand rows of a workbook stay below it. */
const WORKER_MEMORY_MB = 1_536;
const WORKER_TIME_MS = 100_000;

/** A worker fills a core, and the machine has other work. */
const slot = pLimit(1);
const QUEUE_MAX = 4;
const BUSY_RETRY_S = 15;

export type OpenReport = Readonly<{
  head: ReportHead;
  /** The next batch; null after the last one. */
  next<K extends 'keys' | 'trades'>(kind: K): Promise<Extract<WorkerMessage, { kind: K }> | null>;
}>;

/**
 * Reads a report in a thread of its own, and lets the caller take its trades batch by batch.
 *
 * @throws AppError report_unreadable; imports_busy when too many wait already
 */
export async function withReport<T>(
  order: Omit<ReadOrder, 'bytes'> & { bytes: Uint8Array },
  use: (report: OpenReport) => Promise<T>,
): Promise<T> {
  if (slot.pendingCount >= QUEUE_MAX)
    throw new AppError('imports_busy', { details: { retry_after_s: BUSY_RETRY_S } });
  return slot(() => readInWorker(order, use));
}

async function readInWorker<T>(
  order: Omit<ReadOrder, 'bytes'> & { bytes: Uint8Array },
  use: (report: OpenReport) => Promise<T>,
): Promise<T> {
  const worker = new Worker(WORKER, {
    resourceLimits: { maxOldGenerationSizeMb: WORKER_MEMORY_MB },
    env: {},
  });
  const timer = setTimeout(() => void worker.terminate(), WORKER_TIME_MS);
  const ended = endOf(worker);
  // Someone always waits for either: an end that nobody waits for is no fault.
  ended.catch(() => undefined);
  const ask = async (message: unknown, transfer: ArrayBuffer[] = []): Promise<WorkerMessage> => {
    const answer = once(worker, 'message') as Promise<[WorkerMessage]>;
    worker.postMessage(message, transfer);
    const [said] = await Promise.race([answer, ended]);
    return said;
  };
  try {
    // The bytes move to the worker; those of the request may be a part of a larger piece of memory.
    const bytes = new Uint8Array(order.bytes);
    const first = await ask({ ...order, bytes }, [bytes.buffer]);
    if (first.kind !== 'head')
      throw unreadable(first.kind === 'unreadable' ? first.reason : 'The report cannot be read.');
    return await use({
      head: first.head,
      next: async (kind) => {
        const said = await ask('next');
        return said.kind === kind ? (said as Extract<WorkerMessage, { kind: typeof kind }>) : null;
      },
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

/** Rejects when the worker ends before its work does. */
function endOf(worker: Worker): Promise<never> {
  return new Promise((_resolve, reject) => {
    worker.once('error', (cause: Error & { code?: string }) =>
      reject(
        cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? unreadable('The report needs more memory than one may. Save it in parts.', cause)
          : cause,
      ),
    );
    worker.once('exit', () =>
      reject(unreadable('The report takes too long to read. Save it in parts.')),
    );
  });
}

function unreadable(reason: string, cause?: unknown): AppError {
  return new AppError('report_unreadable', { details: { reason }, cause });
}
