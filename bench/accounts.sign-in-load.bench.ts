import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { login } from '@quorate/contract/account';
import { getHealth } from '@quorate/contract/health';
import { DEMO_ACCOUNT } from '../tools/demo/account.ts';
import { makeAccount } from '../tools/demo/make-account.ts';
import { freePort } from '../tools/free-port.ts';
import { startService } from '../tools/service.ts';
import type { Benchmark } from './benchmark.ts';

const CLIENTS = 50;
const WARM_UP_MS = 2_000;
const MEASURED_MS = 10_000;
const PROBE_EVERY_MS = 20;
/** How long a client that was sent away waits; the answer asks for longer. */
const RETRY_MS = 100;

/** Sign-ins that are under way count until they succeed. */
const ROOM = {
  LIMIT_SIGN_IN_FAILURES_ACCOUNT: '1000000',
  LIMIT_SIGN_IN_FAILURES_ADDRESS: '1000000',
};

/**
 * Whether hashing passwords for fifty people at once leaves the service answering: clients that sign in
 * again and again, impatient ones, and the service's pulse taken beside them. The clients run on the same
 * cores.
 */
export const benchmark: Benchmark = {
  name: 'accounts.sign-in-load',
  title: '/healthz while 50 clients sign in at once, 99 of 100',
  unit: 'ms',
  bar: { of: 'figure', op: '<=', value: 200 },
  async run({ folder, onEnd }) {
    await makeAccount({ dataDir: folder });
    const service = await startService({ port: await freePort(), dataDir: folder, env: ROOM });
    onEnd(service.stop);
    // A service that has just begun compiles what it runs for the first time: that is not the load's doing.
    await signInAgain(service.url, performance.now() + WARM_UP_MS, { signedIn: 0, shed: 0 });
    const idle = await probe(service.url, performance.now() + WARM_UP_MS);
    const counts = { signedIn: 0, shed: 0 };
    const startedAt = performance.now();
    const until = startedAt + MEASURED_MS;
    const clients = Array.from({ length: CLIENTS }, () => signInAgain(service.url, until, counts));
    const [probes] = await Promise.all([probe(service.url, until), ...clients]);
    const seconds = (performance.now() - startedAt) / 1_000;
    const perCore = counts.signedIn / seconds / availableParallelism();
    return {
      figure: percentile(probes, 0.99),
      denominator: { value: percentile(idle, 0.99), what: 'without sign-ins' },
      ratio: percentile(probes, 0.99) / percentile(idle, 0.99),
      note: `${perCore.toFixed(1)} sign-ins a second and core, ${counts.signedIn} in all, ${counts.shed} sent away with 503; ${probes.length} probes, the middle one ${percentile(probes, 0.5).toFixed(1)} ms`,
    };
  },
};

async function signInAgain(
  url: string,
  until: number,
  counts: { signedIn: number; shed: number },
): Promise<void> {
  const { username, password } = DEMO_ACCOUNT;
  const body = JSON.stringify({ username_or_email: username, password });
  while (performance.now() < until) {
    const reply = await fetch(url + login.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const text = await reply.text();
    if (reply.status === 200) counts.signedIn += 1;
    else if (reply.status === 503 && reply.headers.get('retry-after')) {
      counts.shed += 1;
      await sleep(RETRY_MS);
    } else throw new Error(`${login.path} answered ${reply.status}: ${text}`);
  }
}

/** Milliseconds of each answer. Probes leave on time, whether or not the one before has come back. */
async function probe(url: string, until: number): Promise<number[]> {
  const answers: Promise<number>[] = [];
  while (performance.now() < until) {
    answers.push(timed(url + getHealth.path));
    await sleep(PROBE_EVERY_MS);
  }
  return Promise.all(answers);
}

async function timed(url: string): Promise<number> {
  const startedAt = performance.now();
  const reply = await fetch(url);
  await reply.text();
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}`);
  return performance.now() - startedAt;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
