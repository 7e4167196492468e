import type { Benchmark } from './benchmark.ts';
import { statisticsPaths } from './heavy-queries.ts';
import { ALL_TRADES, startHeavyService } from './heavy-service.ts';
import { percentile, timeInTurn } from './heavy-user.ts';

const CALLS = 3_000;
const WARM_UP = 300;

/**
 * Figures of somebody with a million trades, for any period, zone and type of account: the statistics, the
 * success rate, the cards of the dashboard and the charts.
 */
export const benchmark: Benchmark = {
  name: 'trades.heavy-statistics',
  title: 'figures and charts of a million trades, 99 of 100',
  unit: 'ms',
  bar: { of: 'figure', op: '<=', value: 10 },
  async run(context) {
    const { heavy, normal } = await startHeavyService(context);
    const ask = async (calls: number, seed: number) => {
      const paths = statisticsPaths(heavy.userId, calls, seed);
      const others = statisticsPaths(normal.userId, calls, seed);
      return { paths, ...(await timeInTurn({ heavy, normal }, paths, others)) };
    };
    await ask(WARM_UP, 1);
    const { paths, times, normalTimes } = await ask(CALLS, 2);
    const slow = paths.map((path, index) => ({ path, ms: times[index] ?? 0 }));
    for (const { path, ms } of slow.sort((a, b) => b.ms - a.ms).slice(0, 15))
      context.say(`${ms.toFixed(1)} ms ${path}`);
    const figure = percentile(times, 0.99);
    const value = percentile(normalTimes, 0.99);
    return {
      figure,
      denominator: { value, what: 'a user with 900 trades, asked in turn' },
      ratio: figure / value,
      note: `${CALLS} calls by chance, the middle one ${percentile(times, 0.5).toFixed(1)} ms, the slowest ${percentile(times, 1).toFixed(1)} ms; ${ALL_TRADES} trades in all, PostgreSQL with fsync, measured by the client`,
    };
  },
};
