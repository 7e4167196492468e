import { chaosRun } from '../apps/bot/src/live/testing/chaos-run.ts';
import type { Benchmark } from './benchmark.ts';

const RUNS = 10_000;
/** Seeds beyond those of the tests. */
const FIRST_SEED = 1;

/** Live trading in which requests vanish, connections break, stops are lost and the bot is killed. */
export const benchmark: Benchmark = {
  name: 'live.chaos',
  title: `faults (doubled orders, lost deals, stops missing for over 5 s, limits reset) in ${RUNS} broken runs`,
  unit: 'faults',
  bar: { of: 'figure', op: '<=', value: 0 },
  async run({ say }) {
    const sum: Record<string, number> = {};
    for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
      for (const [name, count] of Object.entries(await chaosRun(seed)))
        sum[name] = (sum[name] ?? 0) + count;
      if (seed % 1_000 === 0) say(`${seed} runs`);
    }
    const { orders = 0, deals = 0, kills = 0, cuts = 0, ...faults } = sum;
    return {
      figure: Object.values(faults).reduce((total, count) => total + count, 0),
      note: `${orders} orders, ${deals} deals, ${kills} kills, ${cuts} requests broken; ${JSON.stringify(faults)}`,
    };
  },
};
