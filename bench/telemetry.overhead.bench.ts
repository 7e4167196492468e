import { readConfig } from '../apps/api/src/config/config.ts';
import { connect } from '../apps/api/src/db/connect.ts';
import { migrateToLatest } from '../apps/api/src/db/migrate.ts';
import { systemClock } from '../apps/api/src/process/clock.ts';
import {
  queryFinished,
  requestFinished,
  requestStarted,
} from '../apps/api/src/process/telemetry/events.ts';
import { createMetrics } from '../apps/api/src/process/telemetry/metrics.ts';
import type { Benchmark } from './benchmark.ts';
import { median } from './median.ts';

const ROUNDS = 9;
const REQUESTS = 20_000;
const STATEMENTS = 4;

const request = {
  context: { requestId: '5f0c8d0e-1111-4222-8333-abcdefabcdef' },
  method: 'POST',
  route: '/api/bot/heartbeat',
  headers: {},
};
const end = { ...request, status: 200, seconds: 0.004, gone: false, userId: null };
const statement = { sql: '/* prepared */ select 1', seconds: 0.0004, failed: false };

export const benchmark: Benchmark = {
  name: 'telemetry.overhead',
  title: 'what the figures for Prometheus add to a request of four statements',
  unit: 'µs',
  bar: { of: 'figure', op: '<=', value: 30 },
  async run({ folder, onEnd }) {
    const config = readConfig({ DATA_DIR: folder });
    const self = { pid: process.pid, started_at: new Date().toISOString(), address: '' };
    const database = await connect(config, self);
    onEnd(() => database.close());
    await migrateToLatest(database.db);
    const unheard = median(Array.from({ length: ROUNDS }, () => microsecondsEach()));
    const metrics = createMetrics({ database, clock: systemClock, version: '1' });
    onEnd(() => metrics.stop());
    const heard = median(Array.from({ length: ROUNDS }, () => microsecondsEach()));
    const begun = performance.now();
    const { text } = await metrics.scrape();
    const scrapeMs = performance.now() - begun;
    return {
      figure: heard,
      denominator: { value: unheard, what: 'the same where nobody listens' },
      ratio: heard / unheard,
      note: `median of ${ROUNDS} rounds of ${REQUESTS} requests; a scrape took ${scrapeMs.toFixed(1)} ms for ${text.length} bytes`,
    };
  },
};

function microsecondsEach(): number {
  const begun = performance.now();
  for (let i = 0; i < REQUESTS; i += 1) {
    requestStarted.publish(request);
    for (let j = 0; j < STATEMENTS; j += 1) queryFinished.publish(statement);
    requestFinished.publish(end);
  }
  return ((performance.now() - begun) * 1_000) / REQUESTS;
}
