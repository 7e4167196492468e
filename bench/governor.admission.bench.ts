import { measureAdmission } from '@quorate/trading/testing/admission';
import type { Benchmark } from './benchmark.ts';
import { median } from './median.ts';

const RUNS = 5;
const CHECKS = 50_000;

/** The desk's whole look at a proposal on an account with ten positions in four currencies, headroom included. */
export const benchmark: Benchmark = {
  name: 'governor.admission',
  title: 'headroom of an account with ten positions, worked out for one proposal',
  unit: 'µs',
  bar: { of: 'figure', op: '<=', value: 20 },
  run(context) {
    const times: number[] = [];
    for (let run = 0; run <= RUNS; run += 1) {
      const startedAt = performance.now();
      measureAdmission(CHECKS);
      const micros = ((performance.now() - startedAt) * 1_000) / CHECKS;
      context.say(`${micros.toFixed(2)} µs`);
      // The compiler is still at work in the first.
      if (run > 0) times.push(micros);
    }
    return Promise.resolve({
      figure: median(times),
      note: `median of ${RUNS} runs of ${CHECKS} checks, two of the symbols in a third currency`,
    });
  },
};
