import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { failureTold, type RequestEnd, requestBegan, requestEnded } from '../happenings.ts';

/** Methods of the contract; whatever else a stranger sends is one more. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']);

/** Of proofs that did not hold: wrong passwords, codes and passkeys. */
const SIGN_IN_FAILURES = new Set([
  'invalid_credentials',
  'wrong_password',
  'wrong_code',
  'passkey_refused',
  'device_code_invalid',
  'provider_refused',
]);

/** @returns what ends it */
export function watchRequests(registry: Registry): () => void {
  const registers = [registry];
  const took = new Histogram({
    name: 'quorate_http_request_duration_seconds',
    help: 'Seconds from the head of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  });
  const open = new Gauge({
    name: 'quorate_http_requests_in_flight',
    help: 'Requests without a whole answer yet; of /api/user/live: open streams of events.',
    labelNames: ['route'],
    registers,
  });
  const gone = new Counter({
    name: 'quorate_http_requests_abandoned_total',
    help: 'Requests whose caller went before the whole answer was sent.',
    labelNames: ['route'],
    registers,
  });
  const failures = new Counter({
    name: 'quorate_failures_total',
    help: 'Refusals and faults by the code that their caller was told; rate_limited are refusals of limits.',
    labelNames: ['route', 'code'],
    registers,
  });
  const signIns = new Counter({
    name: 'quorate_sign_in_failures_total',
    help: 'Proofs of who somebody is that did not hold, by the code that was told.',
    labelNames: ['code'],
    registers,
  });
  const ends = [
    requestBegan.hear(({ route }) => open.inc({ route })),
    requestEnded.hear((end) => {
      const { route, method, seconds } = end;
      open.dec({ route });
      if (end.gone) gone.inc({ route });
      took.observe(
        { method: METHODS.has(method) ? method : 'other', route, status: statusOf(end) },
        seconds,
      );
    }),
    failureTold.hear(({ route, code }) => {
      failures.inc({ route, code });
      if (SIGN_IN_FAILURES.has(code)) signIns.inc({ code });
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

function statusOf({ status }: RequestEnd): string {
  return `${Math.floor(status / 100)}xx`;
}
