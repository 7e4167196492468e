import type { Benchmark } from './benchmark.ts';
import { ratesOf } from './http/rates.ts';
import { startProgram } from './http/server-process.ts';
import { requestsOf, startSessions } from './http/signed-in.ts';

/** Sessions that use the service at the same time; each is looked up once a second. */
const BUSY = 100;

/** What signing in costs a busy session. */
export const benchmark: Benchmark = {
  name: 'http.session-believed',
  title: 'a route for anyone signed in, the session looked up a moment ago, against Fastify alone',
  unit: 'requests/s',
  bar: { of: 'ratio', op: '>=', value: 0.8 },
  async run(context) {
    const { url: databaseUrl, tokens } = await startSessions(context);
    const start = (kind: string) =>
      startProgram('bench/http/serve.ts', { kind, databaseUrl }, context);
    const requests = requestsOf(tokens.slice(0, BUSY));
    const rates = await ratesOf(
      { url: await start('session'), requests },
      { url: await start('fastify-headers'), requests },
    );
    return {
      figure: rates.ours,
      denominator: { value: rates.theirs, what: 'Fastify alone, with the same headers' },
      ratio: rates.ours / rates.theirs,
      note: `${BUSY} sessions; ${rates.note}`,
    };
  },
};
