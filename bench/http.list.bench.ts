import type { Benchmark } from './benchmark.ts';
import { ratesOf } from './http/rates.ts';
import { startProgram } from './http/server-process.ts';

/** A list has no response schema: what JSON.stringify writes by itself is faster than any. */
export const benchmark: Benchmark = {
  name: 'http.list',
  title: 'a page of 50 trades from a route of ours, against JSON.stringify on node:http',
  unit: 'requests/s',
  bar: { of: 'ratio', op: '>=', value: 0.95 },
  async run(context) {
    const start = (kind: string) => startProgram('bench/http/serve.ts', { kind }, context);
    const rates = await ratesOf({ url: await start('list') }, { url: await start('node-list') });
    return {
      figure: rates.ours,
      denominator: { value: rates.theirs, what: 'node:http, with the same headers' },
      ratio: rates.ours / rates.theirs,
      note: rates.note,
    };
  },
};
