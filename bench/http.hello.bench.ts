import type { Benchmark } from './benchmark.ts';
import { ratesOf } from './http/rates.ts';
import { startProgram } from './http/server-process.ts';

/** What the framework costs. */
export const benchmark: Benchmark = {
  name: 'http.hello',
  title: 'a word from Fastify, against the same from node:http',
  unit: 'requests/s',
  bar: { of: 'ratio', op: '>=', value: 0.88 },
  async run(context) {
    const start = (kind: string) => startProgram('bench/http/serve.ts', { kind }, context);
    const rates = await ratesOf({ url: await start('fastify') }, { url: await start('node') });
    return {
      figure: rates.ours,
      denominator: { value: rates.theirs, what: 'node:http' },
      ratio: rates.ours / rates.theirs,
      note: rates.note,
    };
  },
};
