import { join } from 'node:path';
import { freePort } from '../tools/free-port.ts';
import { startService } from '../tools/service.ts';
import type { Benchmark } from './benchmark.ts';
import { lookOn, makeEmbeddedTraders } from './embedded-trader.ts';
import { HEAVY_TRADES, NORMAL_TRADES, percentile, signInTrader } from './heavy-user.ts';

const CLIENTS = 10;
const CALLS = 1_000;
const PER_PAGE = 50;

/** Ten clients that look through their trades at once on the embedded database, which has one connection. */
export const benchmark: Benchmark = {
  name: 'embedded.pages',
  title:
    'a page of 50 trades on the embedded database while ten clients ask for one, the middle one',
  unit: 'ms',
  bar: { of: 'figure', op: '<=', value: 20 },
  async run({ folder, say, onEnd }) {
    const dataDir = join(folder, 'data');
    await makeEmbeddedTraders(dataDir);
    const env = { LIMIT_READS_USER: '1000000' };
    const service = await startService({ port: await freePort(), dataDir, env });
    onEnd(service.stop);
    const measured: { who: string; middle: number; slowest: number; wait: number; rate: number }[] =
      [];
    for (const [who, trades] of [
      ['normal', NORMAL_TRADES],
      ['heavy', HEAVY_TRADES],
    ] as const) {
      const { userId, get } = await signInTrader(service.url, who);
      const pages = Math.floor(trades / PER_PAGE);
      const path = (call: number) =>
        `/api/bot/trade-statistics/${userId}?per_page=${PER_PAGE}&page=${1 + ((call * 7) % pages)}`;
      await askAtOnce(path, CALLS / 5, get);
      const startedAt = performance.now();
      const looked = await lookOn(service.url, () => askAtOnce(path, CALLS, get));
      const rate = (CALLS / (performance.now() - startedAt)) * 1_000;
      const middle = percentile(looked.result, 0.5);
      const slowest = percentile(looked.result, 0.99);
      measured.push({ who, middle, slowest, wait: percentile(looked.waits, 1), rate });
      say(`${who}: ${middle.toFixed(1)} ms`);
    }
    return {
      figure: Math.max(...measured.map(({ middle }) => middle)),
      note: measured
        .map(
          ({ who, middle, slowest, wait, rate }) =>
            `${who} user: ${rate.toFixed(0)} pages a second, the middle one ${middle.toFixed(1)} ms, 99 of 100 ${slowest.toFixed(1)} ms; /healthz beside them at most ${wait.toFixed(1)} ms`,
        )
        .join('. '),
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
