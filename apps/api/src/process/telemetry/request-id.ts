import { randomUUID } from 'node:crypto';

/** One that can stand in a log line and a header as it is, and is long enough to be one of its own. */
const WELL_FORMED = /^[A-Za-z0-9][A-Za-z0-9_.-]{7,63}$/;

/** The caller's own name of a request where it gives a sound one, else a new one that no other copy makes. */
export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && WELL_FORMED.test(header) ? header : newRequestId();
}

export function newRequestId(): string {
  return randomUUID();
}
