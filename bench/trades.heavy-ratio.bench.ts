import type { Benchmark } from './benchmark.ts';
import { ALL_TRADES, startHeavyService } from './heavy-service.ts';

const CONNECTIONS = 8;
const ROUND_MS = 3_000;
const ROUNDS = 4;

/** The first page and its statistics, over all time and the last month, from eight connections at once. */
export const benchmark: Benchmark = {
  name: 'trades.heavy-ratio',
  title: 'requests a second of a user with a million trades',
  unit: 'requests/s',
  bar: { of: 'ratio', op: '>=', value: 0.75 },
  async run(context) {
    const { heavy, normal } = await startHeavyService(context);
    const rates = { heavy: 0, normal: 0 };
    await rate(heavy);
    await rate(normal);
    for (let round = 0; round < ROUNDS; round++) {
      rates.normal += (await rate(normal)) / ROUNDS;
      rates.heavy += (await rate(heavy)) / ROUNDS;
    }
    return {
      figure: rates.heavy,
      denominator: { value: rates.normal, what: 'a user with 900 trades' },
      ratio: rates.heavy / rates.normal,
      note: `a page of 50 and its statistics, ${CONNECTIONS} connections, in turn; ${ALL_TRADES} trades in all, PostgreSQL with fsync`,
    };
  },
};

type Trader = { userId: string; get: (path: string) => Promise<string> };

async function rate({ userId, get }: Trader): Promise<number> {
  const until = performance.now() + ROUND_MS;
  let answers = 0;
  const asking = Array.from({ length: CONNECTIONS }, async () => {
    while (performance.now() < until) {
      const period = answers % 2 === 0 ? 'all' : 'monthly';
      answers += 1;
      await get(`/api/bot/trade-statistics/${userId}?period=${period}&time_zone=Europe/Berlin`);
    }
  });
  await Promise.all(asking);
  return (answers / ROUND_MS) * 1_000;
}
