import { instant } from '@quorate/values/instant';
import pg from 'pg';
import { connectPostgres } from '../apps/api/src/db/connect.ts';
import { migrateToLatest } from '../apps/api/src/db/migrate.ts';
import { countBoard } from '../apps/api/src/features/board/count-board.ts';
import { publishBoard } from '../apps/api/src/features/board/publish-board.ts';
import { readBoard } from '../apps/api/src/features/board/read-board.ts';
import { startPostgres } from '../tools/postgres.ts';
import type { Benchmark } from './benchmark.ts';
import { median } from './median.ts';

const USERS = 1_000;
const SYMBOLS = ['EURUSD', 'GBPUSD', 'USDJPY', 'XAUUSD'];
const VOTERS = 5;
const DECISIONS = 200_000;
const LOOKS = 30;
const DAY_MS = 86_400_000;

/** How long the board of models takes once a day, where a million votes are counted; beside a pass over these votes. */
export const benchmark: Benchmark = {
  name: 'board.publish',
  title: 'the board of models over a million votes',
  unit: 's',
  bar: { of: 'figure', op: '<=', value: 5 },
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

    let now = Date.now();
    const deps = { db, clock: { now: () => instant(now) } };
    const began = performance.now();
    const counted = await countBoard(deps);
    const counting = performance.now() - began;
    say('counted');
    const published: number[] = [];
    for (let day = 0; day < 3; day += 1) {
      const from = performance.now();
      await publishBoard(deps);
      published.push(performance.now() - from);
      now += DAY_MS;
    }
    const looks: number[] = [];
    for (let look = 0; look < LOOKS; look += 1) {
      const from = performance.now();
      await readBoard(db);
      looks.push(performance.now() - from);
    }
    const board = await readBoard(db);
    const outcomes = board?.models.reduce((sum, model) => sum + model.outcomes, 0);
    if (outcomes !== counted * VOTERS)
      throw new Error(`${outcomes} outcomes of ${counted} decisions`);
    const scan = performance.now();
    await client.query(SCAN);
    const scanned = (performance.now() - scan) / 1_000;
    const figure = Math.max(...published) / 1_000;
    return {
      figure,
      denominator: { value: scanned, what: 'one pass over the votes themselves' },
      ratio: figure / scanned,
      note: `slowest of 3 days, PostgreSQL; ${USERS} users, ${DECISIONS} decisions of ${VOTERS} votes; counting took ${(counting / 1_000).toFixed(0)} s in all (${Math.round(counted / (counting / 1_000))} decisions/s), a look at the board ${median(looks).toFixed(1)} ms`,
    };
  },
};

/** An id of its own for each text of SQL: version and variant as the service demands them of ids. */
const idFrom = (text: string) =>
  `overlay(overlay(md5(${text}) placing '4' from 13) placing '8' from 17)::uuid`;

const FILL = [
  `insert into users (id, username, username_key, email, email_key, given_plan, created_at)
   select ${idFrom("'u' || n")}, 'u' || n, 'u' || n, 'u' || n, 'u' || n, 'Elite', now() - interval '400 days'
   from generate_series(1, ${USERS}) n`,
  `insert into trading_accounts (id, user_id, server, login, account_type, currency, created_at)
   select id, id, 's', username, 'demo', 'USD', created_at from users`,
  `insert into decisions (user_id, id, account_id, symbol, timeframe, as_of, snapshot_hash, snapshot, action,
     p_up, reason, agreeing, quorum, voters, rules, tokens, cost_micro_usd, decided_at, clock_class, market_grade)
   select u, ${idFrom("'d' || n")}, u, (array['${SYMBOLS.join("','")}'])[1 + n % ${SYMBOLS.length}], 'H1',
     date_trunc('hour', now()) - interval '1 hour' * (1 + n / ${USERS}), '', '{}', 'HOLD',
     0.5, '', 0, 2, 3, '[]', 3000, 300 + n % 7, now(), 'live', 'agreed'
   from (select n, ${idFrom(`'u' || 1 + n % ${USERS}`)} as u from generate_series(0, ${DECISIONS - 1}) n) made`,
  `insert into votes (user_id, decision_id, position, analyst, model, provider, action, p_up, reason,
     evidence, abstained, tokens, input_tokens, output_tokens, cost_micro_usd, latency_ms)
   select user_id, id, position, 'v' || position, 'model-' || position, 'provider', 'HOLD',
     0.35 + 0.3 * random(), '', '[]', false, 1000, 900, 100, 100 + position, (200 + 3000 * random())::int
   from decisions, generate_series(1, ${VOTERS}) position`,
  `insert into decision_outcomes (user_id, decision_id, revision, verdict, checks, digits, bars, first_touch,
     touch_grade, touched_at, reported_at)
   select user_id, id, 1, 'held', '[]', 5, '[]', case when random() < 0.5 then 'up' else 'down' end, 'agreed',
     now(), now() from decisions`,
  'insert into board_waiting (user_id, decision_id) select user_id, id from decisions',
  'analyze',
];

const SCAN = `select vote.analyst, vote.model, decision.symbol, outcome.first_touch, vote.p_up, count(*)
  from decisions as decision
  join decision_outcomes as outcome
    on outcome.user_id = decision.user_id and outcome.decision_id = decision.id
  join votes as vote on vote.user_id = decision.user_id and vote.decision_id = decision.id
  where outcome.touch_grade = 'agreed' group by 1, 2, 3, 4, 5`;
