import { governorChaos } from '../apps/bot/src/live/testing/governor-chaos.ts';
import type { Benchmark } from './benchmark.ts';

const RUNS = 1_000;
/** Seeds beyond those of the tests. */
const FIRST_SEED = 1_001;

/** The last line on the simulated terminal: bot and terminal break while the market runs against a full account. */
export const benchmark: Benchmark = {
  name: 'governor.chaos',
  title: `floors crossed in ${RUNS} runs with bot killed, pipe cut, 60 s frozen, a falling market, slips within the reserve`,
  unit: 'crossings',
  bar: { of: 'figure', op: '<=', value: 0 },
  async run({ say }) {
    const sum = { byLine: 0, byStop: 0 };
    const strikes: Record<string, number> = {};
    let crossed = 0;
    let nearest = Number.POSITIVE_INFINITY;
    for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
      const found = await governorChaos(seed);
      if (found.aboveFloorMinor < 0) {
        crossed += 1;
        say(JSON.stringify(found));
      }
      nearest = Math.min(nearest, found.aboveFloorMinor);
      sum.byLine += found.byLine;
      sum.byStop += found.byStop;
      for (const kind of found.struck) strikes[kind] = (strikes[kind] ?? 0) + 1;
      if (seed % 100 === 0) say(`${seed - FIRST_SEED + 1} runs`);
    }
    const struck = Object.entries(strikes)
      .map(([kind, times]) => `${kind} ${times} times`)
      .join(', ');
    return {
      figure: crossed,
      note: `${sum.byLine} positions closed by the last line, ${sum.byStop} by their stops; nearest to a floor ${nearest} cents of 100,000 dollars; ${struck}`,
    };
  },
};
