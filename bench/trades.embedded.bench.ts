import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../tools/free-port.ts';
import { startService } from '../tools/service.ts';
import type { Benchmark } from './benchmark.ts';
import { lookOn, makeEmbeddedTraders } from './embedded-trader.ts';
import { pagePaths, statisticsPaths } from './heavy-queries.ts';
import { HEAVY_TRADES, percentile, signInTrader, timeEach } from './heavy-user.ts';

const CALLS = 1_000;
const WARM_UP = 100;

/**
 * The same user on the embedded database, which answers on the service's own event loop: how long calls
 * take, and how long anybody else's wait meanwhile.
 */
export const benchmark: Benchmark = {
  name: 'trades.embedded',
  title: 'pages and figures of a million trades on the embedded database, 99 of 100',
  unit: 'ms',
  bar: { of: 'figure', op: '<=', value: 50 },
  async run({ folder, say, onEnd }) {
    const dataDir = join(folder, 'data');
    await makeEmbeddedTraders(dataDir);
    say('the trades are loaded');
    const service = await startService({ port: await freePort(), dataDir });
    onEnd(service.stop);
    const heavy = await signInTrader(service.url, 'heavy');
    const startedAt = performance.now();
    await heavy.get(`/api/bot/trade-statistics/${heavy.userId}`);
    say(`sums are there after ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);

    const paths = (count: number, seed: number) => [
      ...pagePaths(heavy.userId, HEAVY_TRADES, count / 2, seed),
      ...statisticsPaths(heavy.userId, count / 2, seed),
    ];
    await timeEach(paths(WARM_UP, 1), heavy.get);
    const alone = await lookOn(service.url, () => sleep(3_000));
    const asked = paths(CALLS, 2);
    const looked = await lookOn(service.url, () => timeEach(asked, heavy.get));
    const slowest = asked.map((path, index) => ({ path, ms: looked.result[index] ?? 0 }));
    for (const { path, ms } of slowest.sort((a, b) => b.ms - a.ms).slice(0, 10))
      say(`${ms.toFixed(1)} ms ${path}`);
    const calls = percentile(looked.result, 0.99);
    const waits = percentile(looked.waits, 0.99);
    return {
      figure: Math.max(calls, waits),
      denominator: { value: percentile(alone.waits, 0.99), what: '/healthz on its own' },
      note: `${CALLS} calls by chance, the middle one ${percentile(looked.result, 0.5).toFixed(1)} ms, 99 of 100 ${calls.toFixed(1)} ms, the slowest ${percentile(looked.result, 1).toFixed(1)} ms; /healthz beside them 99 of 100 within ${waits.toFixed(1)} ms, all within ${percentile(looked.waits, 1).toFixed(1)} ms`,
    };
  },
};
