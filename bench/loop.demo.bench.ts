import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getTradeStatistics } from '@quorate/contract/trades';
import { type Caller, signIn } from '../tools/demo/sign-in.ts';
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
    const caller = await patiently(isRunning, () => signIn(`http://localhost:${port}`));
    const signedInAfter = seconds();
    const trades = await patiently(isRunning, async () => {
      const count = await countTrades(caller);
      return count >= TRADES ? count : null;
    });
    return {
      figure: seconds(),
      note: `signed in after ${signedInAfter.toFixed(1)} s; ${trades} trades were there at the end`,
    };
  },
};

async function countTrades({ userId, get }: Caller): Promise<number> {
  const reply = await get(getTradeStatistics.path.replace(':user_id', userId));
  return getTradeStatistics.reply.parse(reply).statistics.total_trades;
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
