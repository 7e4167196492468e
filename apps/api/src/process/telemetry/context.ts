import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Span } from '@opentelemetry/api';

/** The request or job run that caused the current work. */
export type TelemetryContext = {
  readonly requestId: string;
  /** The running job. */
  readonly job?: string;
  /** The earlier request that queued this work. */
  readonly askedBy?: string;
  /** Attempt number of the call, from 1. */
  readonly attempt?: number;
  /** Set while tracing is on. */
  span?: Span | undefined;
};

const storage = new AsyncLocalStorage<TelemetryContext>();

export function currentContext(): TelemetryContext | undefined {
  return storage.getStore();
}

export function inContext<T>(context: TelemetryContext, work: () => T): T {
  return storage.run(context, work);
}

/** The id that queued work keeps of its request or job, so that one search finds what happened later. */
export function currentAsker(): string | null {
  const context = storage.getStore();
  return context ? (context.askedBy ?? context.requestId) : null;
}

/** Runs queued work in the name of the request that queued it. */
export function askedBy<T>(requestId: string | null, work: () => T): T {
  const context = storage.getStore();
  if (!context || requestId === null || requestId === context.requestId) return work();
  return storage.run({ ...context, askedBy: requestId }, work);
}

/** Marks calls made by `work` with their attempt number. */
export function inAttempt<T>(attempt: number, work: () => T): T {
  const context = storage.getStore();
  return context ? storage.run({ ...context, attempt }, work) : work();
}

/** Safe in a log line and a header, and long enough to be unique. */
const WELL_FORMED = /^[A-Za-z0-9][A-Za-z0-9_.-]{7,63}$/;

/** The caller's own request id if it is well formed, otherwise a new one. */
export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && WELL_FORMED.test(header) ? header : newRequestId();
}

export function newRequestId(): string {
  return randomUUID();
}
