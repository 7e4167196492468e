import type { Benchmark } from './benchmark.ts';
import { measureOverhead, overheadOf } from './models/overhead.ts';

/** What the service adds to the models' own time: the bot waits for both. */
export const benchmark: Benchmark = {
  name: 'decision.overhead',
  title: 'a decision of three models, their own time left out, 99 of 100 calls',
  unit: 'ms',
  bar: { of: 'figure', op: '<=', value: 15 },
  run: async (context) => overheadOf(await measureOverhead(context), 'embedded database'),
};
