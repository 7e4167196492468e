import { join } from 'node:path';
import { analyse } from '@quorate/contract/decisions';
import { getHealth } from '@quorate/contract/health';
import { createRememberingDecisions } from '@quorate/trading/testing/remembering-decisions';
import { makeAccount, storageVariables } from '../tools/demo/make-account.ts';
import { signIn } from '../tools/demo/sign-in.ts';
import { freePort } from '../tools/free-port.ts';
import { startService } from '../tools/service.ts';
import { createAnalyseBodies } from './analyse-body.ts';
import type { Benchmark } from './benchmark.ts';
import { madeUpSeries, replay } from './replay.ts';

const BARS = 24_000;
const WARM_UP = 50;
const MEASURED = 900;

/**
 * How long the bot waits for a decision of the offline analysts: the call, the votes, the metering and
 * the stored record, on the embedded database. The snapshots are those a replay puts to its analysts.
 */
export const benchmark: Benchmark = {
  name: 'decision.offline',
  title: 'a decision of the offline analysts, 99 of 100 calls',
  unit: 'ms',
  bar: { of: 'figure', op: '<=', value: 20 },
  async run(context) {
    const decisions = createRememberingDecisions();
    const series = madeUpSeries(BARS);
    await replay(decisions, series);
    const bodyOf = createAnalyseBodies(series);
    const requests = decisions.asked.slice(0, WARM_UP + MEASURED);
    if (requests.length < WARM_UP + MEASURED) throw new Error(`only ${requests.length} snapshots`);

    const storage = { dataDir: join(context.folder, 'data') };
    await makeAccount(storage, 'Elite');
    const service = await startService({
      port: await freePort(),
      dataDir: storage.dataDir,
      env: storageVariables(storage),
    });
    context.onEnd(service.stop);
    const { get, post } = await signIn(service.url);
    const decided: number[] = [];
    const empty: number[] = [];
    // In turn, so that whatever else the machine does falls on both.
    for (const { snapshot } of requests) {
      const body = bodyOf(snapshot);
      decided.push(await timed(() => post(analyse.path, body)));
      empty.push(await timed(() => get(getHealth.path)));
    }
    const slowest = share(decided, 0.99);
    const floor = share(empty, 0.99);
    const half = share(decided, 0.5).toFixed(1);
    return {
      figure: slowest,
      denominator: { value: floor, what: 'a call that does nothing, 99 of 100' },
      ratio: slowest / floor,
      note: `${MEASURED} calls one after the other; half of them within ${half} ms, all within ${share(decided, 1).toFixed(1)} ms`,
    };
  },
};

async function timed(call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await call();
  return performance.now() - startedAt;
}

/** The time within which this share of the calls is answered, the first ones left out. */
function share(times: readonly number[], part: number): number {
  const sorted = times.slice(WARM_UP).sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN;
}
