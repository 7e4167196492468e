import type { Benchmark } from './benchmark.ts';
import { ALL_TRADES, startHeavyService } from './heavy-service.ts';
import { HEAVY_TRADES, NORMAL_TRADES, percentile, timeInTurn } from './heavy-user.ts';

const CALLS = 1_000;
const WARM_UP = 50;
const ROWS = 50;
const DEEPEST_ROW = 50_000;

/** Pages of a million trades by profit, evenly to 50,000 rows deep, beside somebody with 900 trades. */
export const benchmark: Benchmark = {
  name: 'trades.profit-sort',
  title: 'a page of 50 of a million trades by profit, to 50,000 rows deep, 99 of 100',
  unit: 'ms',
  bar: { of: 'figure', op: '<=', value: 10 },
  async run(context) {
    const { heavy, normal } = await startHeavyService(context);
    const paths = (userId: string, trades: number, calls: number) => {
      const pages = Math.floor(Math.min(trades, DEEPEST_ROW) / ROWS);
      // A step that shares no factor with the number of pages visits them evenly.
      return Array.from({ length: calls }, (_, call) => {
        const page = 1 + ((call * 389) % pages);
        return `/api/bot/trade-statistics/${userId}?period=all&sort_by=profit&sort_order=desc&per_page=${ROWS}&page=${page}`;
      });
    };
    const ask = (calls: number) =>
      timeInTurn(
        { heavy, normal },
        paths(heavy.userId, HEAVY_TRADES, calls),
        paths(normal.userId, NORMAL_TRADES, calls),
      );
    await ask(WARM_UP);
    const { times, normalTimes } = await ask(CALLS);
    const [figure, value] = [percentile(times, 0.99), percentile(normalTimes, 0.99)];
    return {
      figure,
      denominator: { value, what: 'the same of a user with 900 trades, asked in turn' },
      ratio: figure / value,
      note: `${CALLS} calls, the middle one ${percentile(times, 0.5).toFixed(1)} ms; with the statistics of all trades in each answer; ${ALL_TRADES} trades in all`,
    };
  },
};
