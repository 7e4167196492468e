import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { storageVariables } from '../tools/demo/make-account.ts';
import { freePort } from '../tools/free-port.ts';
import { startPostgres } from '../tools/postgres.ts';
import { fromRoot } from '../tools/root.ts';
import { killOnExit } from '../tools/run.ts';
import { startService } from '../tools/service.ts';
import { BUILT_SERVICE, ensureService } from '../tools/service-build.ts';
import { ensureSite } from '../tools/site.ts';
import type { BenchContext, Benchmark } from './benchmark.ts';
import { fillFleet } from './load/fleet.ts';
import type { FleetOrders, FleetTimes } from './load/fleet-client.ts';
import { growthOf, watchMemory } from './load/resident-memory.ts';

const BOTS = Number(process.env.BENCH_BOTS ?? 10_000);
const MINUTES = Number(process.env.BENCH_MINUTES ?? 2);
const COPIES = 2;
const WARM_UP_MS = 20_000;

/** In a run of ten minutes and more memory may not grow faster than this, in MiB a minute. */
const FLAT_MIB = 2;
const LONG_MINUTES = 10;

/** What a copy may take while all of them are at it. */
const PLATEAU_MB = 350;

/**
 * A fleet of bots, each with a heartbeat every 10 s and a sync every minute, on two copies of the service
 * and one PostgreSQL. Fleet, copies and database share the machine.
 */
export const benchmark: Benchmark = {
  name: 'load.bots',
  title: `a heartbeat or a sync of ${BOTS} bots on two copies of the service, 99 of 100 calls`,
  unit: 'ms',
  bar: { of: 'figure', op: '<=', value: 100 },
  async run(context) {
    const { say } = context;
    const copies = await startCopies(context);
    say(`${BOTS} bots for ${MINUTES} min`);
    const memory = watchMemory(copies.map(({ pid }) => pid));
    const times = await driveFleet(copies.map(({ url }) => url));
    const samples = memory.stop();
    if (times.faults.length > 0) throw new Error(`calls failed: ${times.faults.join('; ')}`);
    const growth = samples.map(growthOf);
    if (MINUTES >= LONG_MINUTES && growth.some((each) => each > FLAT_MIB))
      throw new Error(
        `memory grew by ${growth.map((each) => each.toFixed(1)).join(' and ')} MiB a minute`,
      );
    const figure = Math.max(share(times.heartbeat, 0.99), share(times.sync, 0.99));
    const pulse = share(times.health, 0.99);
    const megabytes = samples.map((each) => Math.max(...each) * 1.048_576);
    if (megabytes.some((each) => !(each <= PLATEAU_MB)))
      throw new Error(`a copy took ${megabytes.map((each) => each.toFixed(0)).join(' and ')} MB`);
    return {
      figure,
      denominator: { value: pulse, what: '/healthz of the same copies, 99 of 100' },
      ratio: figure / pulse,
      note: [
        ...(['heartbeat', 'sync'] as const).map((kind) => told(kind, times[kind])),
        `resident memory ${megabytes.map((each) => each.toFixed(0)).join(' and ')} MB at most, growing ${growth.map((each) => each.toFixed(2)).join(' and ')} MiB a minute in the second half`,
      ].join('; '),
    };
  },
};

function told(kind: string, times: readonly number[]): string {
  const [middle, most, worst] = [0.5, 0.99, 1].map((part) => share(times, part).toFixed(1));
  return `${times.length} calls ${kind}: half within ${middle} ms, 99 of 100 within ${most}, all within ${worst}`;
}

function share(times: readonly number[], part: number): number {
  return times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN;
}

async function startCopies({ folder, onEnd, say }: BenchContext) {
  await ensureSite(say);
  await ensureService(say);
  const postgres = await startPostgres({ fsync: true, socket: true });
  onEnd(postgres.stop);
  const copies = [];
  for (let copy = 0; copy < COPIES; copy += 1) {
    const dataDir = join(folder, `copy-${copy}`);
    const service = await startService({
      port: await freePort(),
      dataDir,
      program: BUILT_SERVICE,
      env: { ...storageVariables({ dataDir, databaseUrl: postgres.url }), HOST: '127.0.0.1' },
    });
    onEnd(service.stop);
    copies.push({ url: service.url.replace('localhost', '127.0.0.1'), pid: service.pid });
  }
  say('making users, sessions and accounts');
  await fillFleet(postgres.url, BOTS);
  return copies;
}

async function driveFleet(urls: string[]): Promise<FleetTimes> {
  const child = fork(fromRoot('bench/load/fleet-client.ts'), {
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const release = killOnExit(child);
  const orders: FleetOrders = {
    urls,
    bots: BOTS,
    warmUpMs: WARM_UP_MS,
    measuredMs: MINUTES * 60_000,
  };
  child.send(orders);
  try {
    const [times] = (await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(([code]) => {
        throw new Error(`the fleet ended with ${code}`);
      }),
    ])) as [FleetTimes];
    return times;
  } finally {
    release();
  }
}
