import type { Benchmark } from './benchmark.ts';
import { ALL_TRADES, startHeavyService } from './heavy-service.ts';
import { HEAVY_TRADES, percentile, timeInTurn } from './heavy-user.ts';

const CALLS = 1_000;
const WARM_UP = 50;
const ROWS = 50;

/** The last pages of a million trades by time beside the first one, each asked in turn. */
export const benchmark: Benchmark = {
  name: 'trades.deep-page',
  title: 'a page of 50 at the end of a million trades by time, beside the first page',
  unit: 'ms',
  bar: { of: 'ratio', op: '<=', value: 5 },
  async run(context) {
    const { heavy } = await startHeavyService(context);
    const pages = Math.floor(HEAVY_TRADES / ROWS);
    const pathOf = (page: number) =>
      `/api/bot/trade-statistics/${heavy.userId}?period=all&per_page=${ROWS}&page=${page}`;
    const ask = (calls: number) => {
      const deep = Array.from({ length: calls }, (_, call) => pathOf(pages - (call % 20)));
      const first = Array.from({ length: calls }, () => pathOf(1));
      return timeInTurn({ heavy, normal: heavy }, deep, first);
    };
    await ask(WARM_UP);
    const { times, normalTimes } = await ask(CALLS);
    const [figure, value] = [percentile(times, 0.5), percentile(normalTimes, 0.5)];
    return {
      figure,
      denominator: { value, what: 'the first page, asked in turn' },
      ratio: figure / value,
      note: `${CALLS} calls each, medians; 99 of 100 within ${percentile(times, 0.99).toFixed(1)} ms (first page ${percentile(normalTimes, 0.99).toFixed(1)} ms); with the statistics of all trades in each answer; ${ALL_TRADES} trades in all`,
    };
  },
};
