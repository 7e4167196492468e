import type { Endpoint } from '@quorate/contract/endpoint';
import { ENDPOINTS } from '@quorate/contract/endpoints';
import { getHealth, getReadiness } from '@quorate/contract/health';
import { sendHeartbeat } from '@quorate/contract/live';
import { getLive } from '@quorate/contract/live-stream';
import { currentContext } from './context.ts';
import {
  callFinished,
  jobFinished,
  jobStarted,
  type ProviderCallEnd,
  type RequestEnd,
  requestFinished,
} from './events.ts';

type Write = (fields: object, message: string) => void;

/** The service's log, as far as it is written to here. */
export type EventLog = Readonly<{ warn: Write; info: Write; debug: Write }>;

/** From here on a request is worth a look. */
const SLOW_S = 1;

/** Asked every few seconds by whatever watches the service. */
const HEALTH = new Set<string>([getHealth.path, getReadiness.path]);

/** Held open on purpose, or allowed more time than others by the contract. */
const LONG = new Set<string>([
  getLive.path,
  sendHeartbeat.path,
  ...(Object.values(ENDPOINTS) as Endpoint[])
    .filter(({ timeoutMs, streamed, events, file }) => timeoutMs || streamed || events || file)
    .map(({ path }) => path),
]);

/**
 * Writes a line for each request, each call to somebody outside and each turn of a job.
 *
 * @returns what ends it
 */
export function logEvents(log: EventLog): () => void {
  const ends = [
    requestFinished.subscribe((end) => logRequest(log, end)),
    callFinished.subscribe((end) => logCall(log, end)),
    jobStarted.subscribe(({ job, context }) => {
      log.debug({ job, request_id: context.requestId }, 'a job begins');
    }),
    // That one failed, and why, is told where it runs.
    jobFinished.subscribe(({ job, outcome, seconds, context }) => {
      log.debug(
        { job, outcome, ms: milliseconds(seconds), request_id: context.requestId },
        'a job ended',
      );
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

function logRequest(log: EventLog, end: RequestEnd): void {
  const { method, route, status, seconds, gone, userId, context } = end;
  if (HEALTH.has(route) && status < 400) return;
  const fields = {
    request_id: context.requestId,
    method,
    route,
    status,
    ms: milliseconds(seconds),
    ...(userId !== null && { user_id: userId }),
    ...(gone && { gone }),
  };
  if (seconds > SLOW_S && !LONG.has(route)) log.warn(fields, 'a slow request');
  else log.info(fields, 'request');
}

function logCall(log: EventLog, end: ProviderCallEnd): void {
  const { call, outcome, status, seconds, providerRequestId } = end;
  const attempt = currentContext()?.attempt;
  const write = outcome === 'failed' || outcome === 'unreachable' ? log.warn : log.info;
  write.call(
    log,
    {
      provider: call.provider,
      operation: call.operation,
      ...call.about,
      outcome,
      ...(status !== null && { status }),
      ms: milliseconds(seconds),
      ...(attempt !== undefined && { attempt }),
      ...(providerRequestId !== null && { provider_request_id: providerRequestId }),
    },
    'call',
  );
}

function milliseconds(seconds: number): number {
  return Math.round(seconds * 10_000) / 10;
}
