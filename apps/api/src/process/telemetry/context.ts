import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';

/** What is known, wherever the work leads, of the request or the turn of a job that began it. */
export type TelemetryContext = {
  readonly requestId: string;
  /** The job whose turn it is. */
  readonly job?: string;
  /** The request that asked for what is done here, and has its answer long since. */
  readonly askedBy?: string;
  /** Which try of the same call it is, from 1. */
  readonly attempt?: number;
  /** Set where traces are taken. */
  span?: Span | undefined;
};

const storage = new AsyncLocalStorage<TelemetryContext>();

export function currentContext(): TelemetryContext | undefined {
  return storage.getStore();
}

export function inContext<T>(context: TelemetryContext, work: () => T): T {
  return storage.run(context, work);
}

/**
 * What is put off names the request, or the turn of a job, that asked for it, so that one search for its id
 * finds what came of it later.
 */
export function currentAsker(): string | null {
  const context = storage.getStore();
  return context ? (context.askedBy ?? context.requestId) : null;
}

/** What `work` does is done for the request that asked for it. */
export function askedBy<T>(requestId: string | null, work: () => T): T {
  const context = storage.getStore();
  if (!context || requestId === null || requestId === context.requestId) return work();
  return storage.run({ ...context, askedBy: requestId }, work);
}

/** Calls that `work` makes are told as the attempt that they are. */
export function inAttempt<T>(attempt: number, work: () => T): T {
  const context = storage.getStore();
  return context ? storage.run({ ...context, attempt }, work) : work();
}
