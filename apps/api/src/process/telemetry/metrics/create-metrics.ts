import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { type StateDeps, watchState } from './state-metrics.ts';
import { watchCalls } from './watch-calls.ts';
import { watchPool } from './watch-pool.ts';
import { watchQueries } from './watch-queries.ts';
import { watchRequests } from './watch-requests.ts';
import { watchWork } from './watch-work.ts';

export type Metrics = Readonly<{
  /** Everything in Prometheus's text format. */
  scrape(): Promise<{ type: string; text: string }>;
  /** For whoever compares lists with what there is. */
  registry: Registry;
  stop(): void;
}>;

export type MetricsDeps = StateDeps & Readonly<{ version: string }>;

/** Counts what happens in this process from now on, and reads what stands in the database when asked. */
export function createMetrics(deps: MetricsDeps): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  noteBuild(registry, deps);
  const ends = [
    watchRequests(registry),
    watchQueries(registry),
    watchCalls(registry),
    watchWork(registry),
  ];
  watchPool(registry, deps.database);
  watchState(registry, deps);
  return {
    registry,
    scrape: async () => ({ type: registry.contentType, text: await registry.metrics() }),
    stop: () => {
      for (const end of ends) end();
      registry.clear();
    },
  };
}

function noteBuild(registry: Registry, { version, database }: MetricsDeps): void {
  new Gauge({
    name: 'quorate_build_info',
    help: 'Always 1: version of the service, of Node, and the kind of database.',
    labelNames: ['version', 'node', 'database'],
    registers: [registry],
  }).set({ version, node: process.version, database: database.kind }, 1);
}
