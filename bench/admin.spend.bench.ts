import pg from 'pg';
import { DEFAULT_LIMITS } from '../apps/api/src/config/limits.ts';
import { connectPostgres } from '../apps/api/src/db/connect.ts';
import { migrateToLatest } from '../apps/api/src/db/migrate.ts';
import { getSpend, listUserSpend } from '../apps/api/src/features/admin/spend/spend.service.ts';
import { sumUpSpend } from '../apps/api/src/features/admin/spend/sum-up.ts';
import { readEntitlements } from '../apps/api/src/features/billing/entitlements/entitlements.queries.ts';
import { systemClock } from '../apps/api/src/process/clock.ts';
import { startPostgres } from '../tools/postgres.ts';
import type { Benchmark } from './benchmark.ts';
import { median } from './median.ts';

const USERS = 1_000;
const DAYS = 365;
/** With three votes each: a million. */
const DECISIONS = 333_334;
const LOOKS = 30;
const DAY_MS = 86_400_000;

/**
 * How long an operator waits for a year of spend with the users that cost most, where a million votes are
 * summed up but for the last hours; beside the same figures read from the votes themselves.
 */
export const benchmark: Benchmark = {
  name: 'admin.spend',
  title: 'a year of spend over a million votes',
  unit: 'ms',
  bar: { of: 'figure', op: '<=', value: 300 },
  async run({ onEnd, say }) {
    const postgres = await startPostgres({ fsync: false });
    onEnd(postgres.stop);
    const database = await connectPostgres(postgres.url);
    onEnd(database.close);
    const { db } = database;
    await migrateToLatest(db);
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    onEnd(() => client.end());
    for (const statement of FILL) await client.query(statement);
    say('filled');

    const clock = systemClock;
    const started = performance.now();
    while ((await sumUpSpend({ db, clock })) > 0) say('summed up some days');
    const summing = performance.now() - started;
    const day = (back: number) => new Date(clock.now() - back * DAY_MS).toISOString().slice(0, 10);
    const days = { from: day(DAYS), to: day(0) };
    const deps = { db, clock, limits: DEFAULT_LIMITS, readEntitlements };
    const times: number[] = [];
    let cost = 0;
    for (let look = 0; look < LOOKS; look += 1) {
      const from = performance.now();
      const { totals } = await getSpend(deps, { ...days, by: 'month', page: 1, per_page: 100 });
      await listUserSpend(deps, { ...days, page: 1, per_page: 25 });
      times.push(performance.now() - from);
      cost = totals.cost_usd;
    }
    const scan = performance.now();
    const { rows } = await client.query(SCAN);
    const scanned = performance.now() - scan;
    const truth = Number(rows[0]?.cost);
    if (Math.round(cost * 1e6) !== truth) throw new Error(`${cost} dollars, not ${truth / 1e6}`);
    const figure = times.toSorted((a, b) => a - b).at(-1) ?? Number.NaN;
    return {
      figure,
      denominator: { value: scanned, what: 'the same from the votes themselves' },
      ratio: figure / scanned,
      note: `slowest of ${LOOKS} looks, median ${median(times).toFixed(0)} ms, PostgreSQL; ${USERS} users, ${DECISIONS} decisions; summing the year up took ${(summing / 1_000).toFixed(1)} s`,
    };
  },
};

/** An id of its own for each text of SQL: version and variant as the service demands them of ids. */
const idFrom = (text: string) =>
  `overlay(overlay(md5(${text}) placing '4' from 13) placing '8' from 17)::uuid`;

const FILL = [
  `insert into users (id, username, username_key, email, email_key, created_at)
   select ${idFrom("'u' || n")}, 'u' || n, 'u' || n, 'u' || n, 'u' || n, now() - interval '400 days'
   from generate_series(1, ${USERS}) n`,
  `insert into trading_accounts (id, user_id, server, login, account_type, currency, created_at)
   select id, id, 's', username, 'demo', 'USD', created_at from users`,
  `insert into decisions (user_id, id, account_id, symbol, timeframe, as_of, snapshot_hash, snapshot, action,
     p_up, reason, agreeing, quorum, voters, rules, tokens, cost_micro_usd, decided_at)
   select u, ${idFrom("'d' || n")}, u, 'EURUSD', 'H1', now() - interval '1 second' * n, '', '{}', 'HOLD',
     0.5, '', 0, 2, 3, '[]', 3000, 300 + n % 7, now() - interval '${DAYS} days' * n / ${DECISIONS}
   from (select n, ${idFrom(`'u' || 1 + n % ${USERS}`)} as u from generate_series(0, ${DECISIONS - 1}) n) made`,
  `insert into votes (user_id, decision_id, position, analyst, model, provider, action, p_up, reason,
     evidence, abstained, tokens, input_tokens, output_tokens, cost_micro_usd)
   select user_id, id, position, 'v' || position, 'model-' || position, 'provider', 'HOLD', 0.5, '', '[]',
     false, 1000, 900, 100, 100 + position
   from decisions, generate_series(0, 2) position`,
  'analyze',
];

const SCAN = `select sum(cost)::bigint as cost from (
  select to_char(d.decided_at at time zone 'UTC', 'YYYY-MM') as month, v.model, sum(v.cost_micro_usd) as cost
  from decisions d join votes v on v.user_id = d.user_id and v.decision_id = d.id
  group by 1, 2) s`;
