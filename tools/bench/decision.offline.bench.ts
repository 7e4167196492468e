import { join } from 'node:path';
import { analyse } from '@quorate/contract/decisions';
import type { DecisionRequest } from '@quorate/trading/decision';
import { createOfflineDecisions } from '@quorate/trading/testing/offline-decisions';
import { snapshotHashOf } from '../../apps/bot/src/service/wire.ts';
import { freePort } from '../free-port.ts';
import { startService } from '../service.ts';
import { makeAccount, signIn, storageVariables } from './account.ts';
import type { Benchmark } from './benchmark.ts';
import { replay } from './replay.ts';

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
    const decisions = createOfflineDecisions();
    await replay(decisions, BARS);
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
    const { post } = await signIn(service.url);
    const times: number[] = [];
    for (const request of requests) {
      const startedAt = performance.now();
      await post(analyse.path, bodyOf(request));
      times.push(performance.now() - startedAt);
    }
    const sorted = times.slice(WARM_UP).sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
    return {
      figure: at(0.99),
      note: `${MEASURED} calls one after the other; half of them within ${at(0.5).toFixed(1)} ms, the slowest ${at(1).toFixed(1)} ms`,
    };
  },
};

function bodyOf({ snapshot }: DecisionRequest): unknown {
  return {
    account: { server: 'Bench', login: '1', account_type: 'demo', currency: 'USD' },
    snapshot,
    snapshot_hash: snapshotHashOf(snapshot),
    trades_opened_today: 0,
  };
}
