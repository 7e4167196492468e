import type { Benchmark } from './benchmark.ts';
import { ROUNDS, rateOf, SECONDS } from './http/rates.ts';
import { startProgram } from './http/server-process.ts';
import { sessionStatement } from './http/session-statement.ts';
import { requestsOf, startSessions } from './http/signed-in.ts';
import { loopRate } from './load/session-loop.ts';
import { median } from './median.ts';

const CONNECTIONS = 50;

/** What looking a session up costs around the database's own work. */
export const benchmark: Benchmark = {
  name: 'http.session-fresh',
  title:
    'a route for anyone signed in, the session looked up each time, against the statement alone',
  unit: 'requests/s',
  bar: { of: 'ratio', op: '>=', value: 0.28 },
  async run(context) {
    const { url: databaseUrl, tokens } = await startSessions(context);
    const orders = { kind: 'session-fresh', databaseUrl };
    const url = await startProgram('bench/http/serve.ts', orders, context);
    const statement = await sessionStatement(databaseUrl);
    const target = { url, requests: requestsOf(tokens) };
    await rateOf(target, CONNECTIONS, 1);
    const rates: { ours: number[]; alone: number[] } = { ours: [], alone: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.ours.push(await rateOf(target, CONNECTIONS, SECONDS));
      rates.alone.push(await loopRate(databaseUrl, statement, tokens, SECONDS * 1_000));
    }
    const [ours, alone] = [median(rates.ours), median(rates.alone)];
    return {
      figure: ours,
      denominator: { value: alone, what: 'the prepared statement alone, 8 clients' },
      ratio: ours / alone,
      note: `${tokens.length} sessions; the middle of ${ROUNDS} rounds of ${SECONDS} s in turn`,
    };
  },
};
