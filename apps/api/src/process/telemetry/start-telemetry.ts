import type { TelemetrySettings } from '../../config/telemetry.ts';
import type { Database } from '../../db/database.ts';
import type { Signing } from '../../features/records/log/log-figures.ts';
import type { Clock } from '../clock.ts';
import type { PlaceDeps } from './place-metrics.ts';

type Deps = Readonly<{
  database: Database;
  clock: Clock;
  version: string;
  /** Which of the service's copies this is. */
  copy: string;
  /** Of the service itself; a runner signs nothing. */
  signing?: Signing;
  jobs?: readonly Readonly<{ name: string; everyMs: number }>[];
  place?: PlaceDeps;
  log: { warn(fields: object, message: string): void; info(fields: object, message: string): void };
}>;

/** What watches the service, as far as it is switched on; what is not is not even loaded. */
export async function startTelemetry(
  deps: Deps,
  settings: TelemetrySettings,
): Promise<{ stop(): Promise<void> }> {
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    await Promise.allSettled(stops.map((each) => each()));
  };
  if (settings.metrics) {
    const { createMetrics } = await import('./metrics.ts');
    const { serveMetrics } = await import('./metrics-server.ts');
    const metrics = createMetrics(deps);
    const server = await serveMetrics(metrics, settings.metrics);
    stops.push(
      () => server.stop(),
      async () => metrics.stop(),
    );
    deps.log.info({ url: server.url }, 'figures for Prometheus are given away');
  }
  if (settings.traces) {
    const { startTraces } = await import('./traces.ts');
    const traces = startTraces(settings.traces, deps);
    stops.push(() => traces.stop());
  }
  return { stop };
}
