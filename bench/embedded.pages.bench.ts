import { join } from 'node:path';
import { freePort } from '../tools/free-port.ts';
import { startService } from '../tools/service.ts';
import type { Benchmark } from './benchmark.ts';
import { lookOn, makeEmbeddedTraders } from './embedded-trader.ts';
import { NORMAL_TRADES, percentile, signInTrader } from './heavy-user.ts';

const CLIENTS = 10;
const CALLS = 1_000;
const WARM_UP = 200;
const PER_PAGE = 50;

/** Ten clients that look through their trades at once on the embedded database, which has one connection. */
export const benchmark: Benchmark = {
  name: 'embedded.pages',
  title:
    'a page of 50 trades on the embedded database while ten clients ask for one, the middle one',
  unit: 'ms',
  bar: { of: 'figure', op: '<=', value: 20 },
  async run({ folder, onEnd }) {
    const dataDir = join(folder, 'data');
    await makeEmbeddedTraders(dataDir, 0);
    const env = { LIMIT_READS_USER: '1000000' };
    const service = await startService({ port: await freePort(), dataDir, env });
    onEnd(service.stop);
    const { userId, get } = await signInTrader(service.url, 'normal');
    const pages = NORMAL_TRADES / PER_PAGE;
    const path = (call: number) =>
      `/api/bot/trade-statistics/${userId}?per_page=${PER_PAGE}&page=${1 + ((call * 7) % pages)}`;
    await askAtOnce(path, WARM_UP, get);
    const startedAt = performance.now();
    const { result, waits } = await lookOn(service.url, () => askAtOnce(path, CALLS, get));
    const rate = (CALLS / (performance.now() - startedAt)) * 1_000;
    return {
      figure: percentile(result, 0.5),
      note: `${CALLS} calls of a user with ${NORMAL_TRADES} trades, ${rate.toFixed(0)} a second, 99 of 100 within ${percentile(result, 0.99).toFixed(1)} ms; /healthz beside them 99 of 100 within ${percentile(waits, 0.99).toFixed(1)} ms, all within ${percentile(waits, 1).toFixed(1)} ms`,
    };
  },
};

/** @returns milliseconds of each call */
async function askAtOnce(
  path: (call: number) => string,
  calls: number,
  get: (path: string) => Promise<string>,
): Promise<number[]> {
  const times: number[] = [];
  let next = 0;
  const client = async () => {
    while (next < calls) {
      next += 1;
      const startedAt = performance.now();
      await get(path(next));
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return times;
}
