import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO_TOKEN, DEMO_USER_ID } from '@quorate/contract/demo-account';
import { getTradeStatistics } from '@quorate/contract/trades';
import { freePort } from '../tools/free-port.ts';
import { fromRoot, ROOT } from '../tools/root.ts';
import { killOnExit } from '../tools/run.ts';
import { cleanEnvironment } from '../tools/service-environment.ts';
import { ensureSite } from '../tools/site.ts';
import type { Benchmark } from './benchmark.ts';

const TRADES = 24;
const GIVE_UP_MS = 300_000;

/** From an installed checkout with a built site to a dashboard with dozens of trades: npm run demo. */
export const benchmark: Benchmark = {
  name: 'loop.demo',
  title: `from "npm run demo" to ${TRADES} trades on the dashboard`,
  unit: 's',
  bar: { of: 'figure', op: '<=', value: 60 },
  async run(context) {
    await ensureSite(context.say);
    const port = await freePort();
    const startedAt = performance.now();
    const seconds = () => (performance.now() - startedAt) / 1_000;
    const demo = spawn(process.execPath, [fromRoot('tools/demo.ts')], {
      cwd: ROOT,
      env: { ...cleanEnvironment(), PORT: String(port), DATA_DIR: join(context.folder, 'demo') },
      stdio: 'ignore',
    });
    const spare = killOnExit(demo);
    const exit = once(demo, 'exit');
    context.onEnd(async () => {
      demo.kill('SIGTERM');
      await exit;
      spare();
    });
    const isRunning = () => demo.exitCode === null;
    const count = () => countTrades(`http://localhost:${port}`);
    await patiently(isRunning, count);
    const thereAfter = seconds();
    const trades = await patiently(isRunning, async () => {
      const trades = await count();
      return trades >= TRADES ? trades : null;
    });
    return {
      figure: seconds(),
      note: `the demo was there after ${thereAfter.toFixed(1)} s; ${trades} trades were there at the end`,
    };
  },
};

async function countTrades(url: string): Promise<number> {
  const reply = await fetch(url + getTradeStatistics.path.replace(':user_id', DEMO_USER_ID), {
    headers: { authorization: `Bearer ${DEMO_TOKEN}` },
  });
  return getTradeStatistics.reply.parse(await reply.json()).statistics.total_trades;
}

/** Tries until there is an answer; a demo that is still starting refuses connections. */
async function patiently<T>(
  isRunning: () => boolean,
  attempt: () => Promise<T | null>,
): Promise<T> {
  const deadline = performance.now() + GIVE_UP_MS;
  for (;;) {
    const answer = await attempt().catch(() => null);
    if (answer !== null) return answer;
    if (!isRunning()) throw new Error('the demo ended');
    if (performance.now() > deadline) throw new Error(`nothing after ${GIVE_UP_MS} ms`);
    await sleep(100);
  }
}
