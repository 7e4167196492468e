import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { InstanceFigures } from '@quorate/contract/admin-health';
import { NEWEST_MIGRATION } from '../../db/migrate.ts';
import type { Db } from '../../db/tables.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { type Instance, noteInstance, removeInstance } from './instances.queries.ts';

const EVERY_MS = 5_000;
const LAG_RESOLUTION_MS = 20;
const MEGABYTE = 1_048_576;

type InstanceDeps = Readonly<{
  db: Db;
  lifecycle: Lifecycle;
  log: { warn(details: { err: unknown }, message: string): void };
  everyMs?: number;
}>;

/** Has this copy of the service say every few seconds that it is there, until it is stopped. */
export function startInstance(deps: InstanceDeps, self: Instance): { stop(): Promise<void> } {
  const { db, lifecycle, log, everyMs = EVERY_MS } = deps;
  const lag = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });
  lag.enable();
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;
  let noting = note();

  function figures(): InstanceFigures {
    const { rss, heapUsed } = process.memoryUsage();
    const { requests, errors } = lifecycle.counts;
    // Each measure is of a timer of that length: what is above it is the delay.
    const lagMs = lag.count > 0 ? Math.max(0, lag.percentile(99) / 1e6 - LAG_RESOLUTION_MS) : 0;
    lag.reset();
    return {
      uptime_s: Math.round(process.uptime()),
      rss_mb: Math.round(rss / MEGABYTE),
      heap_mb: Math.round(heapUsed / MEGABYTE),
      loop_lag_ms: Math.round(lagMs * 10) / 10,
      requests,
      errors,
      schema: NEWEST_MIGRATION,
    };
  }

  async function note(): Promise<void> {
    await noteInstance(db, self, figures()).catch((err: unknown) =>
      log.warn({ err }, 'this copy could not tell the others that it is there'),
    );
    if (stopping) return;
    timer = setTimeout(() => {
      noting = note();
    }, everyMs);
  }

  return {
    async stop() {
      stopping = true;
      clearTimeout(timer);
      await noting;
      lag.disable();
      await removeInstance(db, self.id).catch((err: unknown) =>
        log.warn({ err }, 'this copy stays listed for some minutes'),
      );
    },
  };
}
