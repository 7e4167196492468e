import { startPostgres } from '../tools/postgres.ts';
import type { Benchmark } from './benchmark.ts';
import { measureOverhead, overheadOf } from './models/overhead.ts';

/** The same as decision.overhead on PostgreSQL, with a real commit. */
export const benchmark: Benchmark = {
  name: 'decision.overhead-postgres',
  title: 'a decision of three models on PostgreSQL, their own time left out, 99 of 100 calls',
  unit: 'ms',
  bar: { of: 'figure', op: '<=', value: 15 },
  async run(context) {
    const postgres = await startPostgres({ fsync: true });
    context.onEnd(postgres.stop);
    return overheadOf(await measureOverhead(context, postgres.url), 'PostgreSQL with fsync');
  },
};
