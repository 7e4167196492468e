import type { TestContext } from 'node:test';
import { startTestService, type TestService } from '../../../../test/helpers/test-service.ts';
import { createMetrics } from '../metrics.ts';
import { serveMetrics } from '../metrics-server.ts';
import { type Exposition, parseMetrics } from './parse-metrics.ts';

export type WatchedService = TestService & { figures: () => Promise<Exposition>; url: string };

/** The service with its figures, as Prometheus reads them. */
export async function startWatchedService(
  t: TestContext,
  options: Parameters<typeof startTestService>[1] = {},
): Promise<WatchedService> {
  const service = await startTestService(t, options);
  const { database, clock } = service;
  const metrics = createMetrics({ database, clock, version: '1.2.3' });
  const server = await serveMetrics(metrics, { host: '127.0.0.1', port: 0 });
  t.after(async () => {
    await server.stop();
    metrics.stop();
  });
  const figures = async () => parseMetrics(await (await fetch(server.url)).text());
  return { ...service, figures, url: server.url };
}
