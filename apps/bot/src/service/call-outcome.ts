import type { ErrorDetails } from '@quorate/contract/errors';

/**
 * How one call ended. `refused` is the service's own no; `unreachable` is everything that may be
 * different in a moment: no connection, no answer in time, a 5xx, an answer no one can read.
 */
export type CallOutcome<R> = Readonly<{ kind: 'ok'; reply: R }> | ServiceRefusal | Unreachable;

export type Unreachable = Readonly<{
  kind: 'unreachable';
  /** The end of a sentence that begins with the service: "nothing listens there". */
  reason: string;
  retryAfterMs: number | null;
  /** Whether something else answers at the address, which no waiting will change. */
  elsewhere: boolean;
}>;

export type ServiceRefusal = Readonly<{
  kind: 'refused';
  status: number;
  code: string;
  /** The service's sentence. */
  message: string;
  details: ErrorDetails;
  /** From Retry-After; null where the service sent none. */
  retryAfterMs: number | null;
  /** The name of the call in the service's log. */
  requestId: string;
}>;
