import { simulatedChaos } from '../apps/bot/src/live/testing/simulated-chaos.ts';
import type { Benchmark } from './benchmark.ts';

const RUNS = 10_000;
/** Seeds beyond those of the tests. */
const FIRST_SEED = 1_001;

/** Live trading over the real bridge on the simulated terminal, whose broker has moods and whose steps break. */
export const benchmark: Benchmark = {
  name: 'live.simulated-chaos',
  title: `faults (doubled or lost orders, lost deals, stops missing for over 5 s, limits reset, cash counted as profit) in ${RUNS} broken runs over the bridge`,
  unit: 'faults',
  bar: { of: 'figure', op: '<=', value: 0 },
  async run({ say }) {
    const sum: Record<string, number> = {};
    const broken: Record<string, number> = {};
    const add = (to: Record<string, number>, what: Readonly<Record<string, number>>) => {
      for (const [name, count] of Object.entries(what)) to[name] = (to[name] ?? 0) + count;
    };
    for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
      const { faults, ...told } = await simulatedChaos(seed);
      add(sum, told);
      add(broken, faults);
      if (seed % 1_000 === 0) say(`${seed - FIRST_SEED + 1} runs`);
    }
    const { orders = 0, deals = 0, kills = 0, struck = 0 } = sum;
    return {
      figure: Object.values(broken).reduce((total, count) => total + count, 0),
      note: `${orders} orders, ${deals} deals, ${kills} kills of the bot, ${struck} steps of the terminal broken; ${JSON.stringify(broken)}`,
    };
  },
};
