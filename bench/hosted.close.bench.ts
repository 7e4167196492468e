import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { inspect, promisify } from 'node:util';
import { DEFAULT_BRAND } from '@quorate/contract/brand';
import { DEFAULT_HOSTED_SETTINGS } from '@quorate/contract/hosted-accounts';
import { createOfflineDecisions } from '@quorate/trading/analysts/offline-decisions';
import { runTradingLoop } from '@quorate/trading/loop/trading-loop';
import type { LoopEvent } from '@quorate/trading/loop/trading-loop-events';
import { firstAtOrAfter } from '@quorate/trading/market/candle';
import { createReplayMarket } from '@quorate/trading/market/replay-market';
import { DEFAULT_RISK_SETTINGS } from '@quorate/trading/risk/rules';
import { createSimulatedBroker } from '@quorate/trading/simulation/simulated-broker';
import {
  HOUR_MS,
  type Instant,
  instant,
  instantFromIso,
  isoFromInstant,
} from '@quorate/values/instant';
import { currencyOf, money } from '@quorate/values/money';
import pg from 'pg';
import { DEFAULT_LIMITS } from '../apps/api/src/config/limits.ts';
import { connectPostgres } from '../apps/api/src/db/connect.ts';
import { migrateToLatest } from '../apps/api/src/db/migrate.ts';
import type { Db } from '../apps/api/src/db/tables.ts';
import { createRunner } from '../apps/api/src/features/hosted/create-runner.ts';
import { createPracticePrices } from '../apps/api/src/features/hosted/price-sources.ts';
import { offlinePanel } from '../apps/api/src/models/offline-panel.ts';
import { startPostgres } from '../tools/postgres.ts';
import type { BenchContext, Benchmark } from './benchmark.ts';
import { median } from './median.ts';

/** HOSTED_ACCOUNTS makes it smaller. */
const ACCOUNTS = Number(process.env.HOSTED_ACCOUNTS ?? 10_000);
const FEW = Math.min(200, ACCOUNTS);
/** From the start of the runner until the bar closes that is measured. */
const LEAD_MS = Number(process.env.HOSTED_LEAD_MS ?? 45_000);
const LONGEST_MS = 300_000;
const QUARTER_MS = HOUR_MS / 4;
const DECIDING = 'EURUSD.practice';
const QUIET = 'GBPUSD.practice';

/** Accounts that the service trades, on PostgreSQL with a real commit: one runner beside the database. */
export const benchmark: Benchmark = {
  name: 'hosted.close',
  title: `close of a bar to the stored order, ${FEW} orders of ${ACCOUNTS} hosted accounts, 99 of 100`,
  unit: 'ms',
  bar: { of: 'figure', op: '<=', value: 500 },
  async run(context) {
    const closes = await momentOfAnOrder();
    const few = await measure(context, closes, FEW);
    const all = await measure(context, closes, ACCOUNTS);
    return {
      figure: few.p99,
      note: `a runner takes ${ACCOUNTS} accounts in ${all.startSeconds.toFixed(1)} s and keeps ${few.kibibytes.toFixed(1)} KiB each; where all decide at once the last is stored after ${(all.last / 1_000).toFixed(1)} s`,
    };
  },
};

/** When a bar closes after which the offline analysts trade, in the middle of a week. */
async function momentOfAnOrder(): Promise<Instant> {
  const prices = createPracticePrices();
  prices.advance(instantFromIso('2026-03-20T00:00:00Z'));
  const currency = currencyOf('USD');
  const series = prices.series(DECIDING, 'M15');
  const instrument = prices.instrument(DECIDING, currency);
  if (!instrument) throw new Error(`${DECIDING} is not traded in USD`);
  const from = firstAtOrAfter(series, instantFromIso('2026-03-10T00:00:00Z'));
  const orders: Instant[] = [];
  await runTradingLoop(
    {
      market: Object.assign(createReplayMarket([series], [from]), {
        readFrom: [from - 1_000],
        warmUp: [from],
      }),
      decisions: createOfflineDecisions({ learning: false }),
      broker: createSimulatedBroker({
        instruments: [instrument],
        start: money(1_000_000, currency),
        leverage: 30,
      }),
      journal: {
        bars: false,
        record: (event: LoopEvent) => void (event.kind === 'order' && orders.push(event.asOf)),
      },
    },
    { instruments: [instrument], risk: DEFAULT_RISK_SETTINGS, planDailyTrades: null },
  );
  const found = orders.find((at) => at % HOUR_MS === QUARTER_MS);
  if (found === undefined) throw new Error('nothing was traded at a quarter past');
  return found;
}

async function measure({ say, onEnd }: BenchContext, closes: Instant, deciding: number) {
  const postgres = await startPostgres({ fsync: true, sharedBuffers: '512MB' });
  onEnd(postgres.stop);
  const database = await connectPostgres(postgres.url);
  onEnd(database.close);
  await migrateToLatest(database.db);
  const client = new pg.Client(postgres.url);
  await client.connect();
  onEnd(() => client.end());
  say(`making ${ACCOUNTS} accounts, ${deciding} of which decide at ${isoFromInstant(closes)}`);
  await client.query('begin');
  for (const statement of accountStatements(deciding, new Date(closes - HOUR_MS)))
    await client.query(statement);
  await client.query('commit');
  await client.query('analyze');
  const stage = { say, onEnd, client, db: database.db };
  // Every account has a bar behind it, as on any day but its first.
  const hour = instant(closes - QUARTER_MS);
  await passBar(stage, hour, ACCOUNTS);
  await client.query('vacuum analyze');
  const kibibytes = deciding === FEW ? await memoryOfEach(postgres.url, hour, say) : Number.NaN;
  const measured = { ...(await passBar(stage, closes, deciding)), kibibytes };
  await client.end();
  await database.close();
  await postgres.stop();
  return measured;
}

type Stage = Pick<BenchContext, 'say'> & Readonly<{ client: pg.Client; db: Db }>;

/** What an account takes up while nothing happens: the middle of three runners, each in a process of its own. */
async function memoryOfEach(url: string, at: Instant, say: BenchContext['say']): Promise<number> {
  const all: number[] = [];
  for (let times = 0; times < 3; times += 1) {
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--expose-gc',
      fileURLToPath(new URL('./hosted-memory.ts', import.meta.url)),
      url,
      String(at),
      String(ACCOUNTS),
    ]);
    say(`${stdout.trim()} KiB each`);
    all.push(Number(stdout));
  }
  return median(all);
}

/** A runner takes all accounts, and a bar closes. */
async function passBar({ say, client, db }: Stage, closes: Instant, deciding: number) {
  const offset = closes - LEAD_MS - Date.now();
  const clock = { now: () => instant(Date.now() + offset) };
  const until = (moment: number) => sleep(Math.max(0, moment - clock.now()));
  const startedAt = performance.now();
  const faults: string[] = [];
  const runner = createRunner({
    db,
    clock,
    prices: [createPracticePrices()],
    panel: offlinePanel,
    brand: DEFAULT_BRAND,
    publicUrl: 'http://localhost:3000',
    limits: DEFAULT_LIMITS,
    log: { debug() {}, error: (fields, message) => faults.push(`${message} ${inspect(fields)}`) },
  });
  while (runner.held() < ACCOUNTS && clock.now() < closes) await sleep(20);
  const startSeconds = (performance.now() - startedAt) / 1_000;
  if (runner.held() < ACCOUNTS) throw new Error(`${runner.held()} were taken: HOSTED_LEAD_MS`);
  await until(closes);
  const times: number[] = [];
  // Whoever watches takes the database's time, too: few are found by their keys, and all are counted rarely.
  const [from, everyMs] =
    deciding < ACCOUNTS
      ? ['deciders join hosted_accounts using (user_id, id)', 20]
      : ['hosted_accounts', 250];
  while (times.length < deciding) {
    const { rows } = await client.query<{ stored: string }>(
      `select count(*) as stored from ${from} where bar_at >= $1`,
      [new Date(closes)],
    );
    const ms = clock.now() - closes;
    while (times.length < Number(rows[0]?.stored)) times.push(ms);
    if (ms > LONGEST_MS) throw new Error(`${times.length} were stored in time ${faults[0] ?? ''}`);
    await sleep(everyMs);
  }
  await runner.stop();
  if (faults.length > 0) throw new Error(`${faults.length} faults: ${faults[0]}`);
  const p99 = times[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN;
  const last = times.at(-1) ?? Number.NaN;
  say(
    `taken in ${startSeconds.toFixed(1)} s; ${deciding} stored: 99 of 100 after ${p99} ms, all after ${last} ms`,
  );
  return { p99, last, startSeconds };
}

function accountStatements(deciding: number, now: Date): string[] {
  const at = `'${now.toISOString()}'::timestamptz`;
  const settings = (symbol: string) =>
    JSON.stringify({
      ...DEFAULT_HOSTED_SETTINGS,
      symbols: [symbol],
      timeframes: symbol === DECIDING ? ['M15'] : ['H1'],
    });
  return [
    `insert into users (id, username, username_key, email, email_key, created_at)
      select gen_random_uuid(), 'o' || i, 'o' || i, 'o' || i, 'o' || i, ${at} from generate_series(1, ${ACCOUNTS}) i`,
    `insert into trading_accounts (id, user_id, server, login, account_type, currency, paper, created_at)
      select gen_random_uuid(), id, 'hosted', 'practice-' || username, 'practice', 'USD', true, ${at} from users`,
    `insert into hosted_accounts (user_id, id, account_id, source, pace, settings, currency, start_balance, began_at, visited_at, created_at)
      select user_id, gen_random_uuid(), id, 'practice', 'real_time',
        case when row_number() over () <= ${deciding} then '${settings(DECIDING)}'::jsonb else '${settings(QUIET)}'::jsonb end,
        'USD', 1000000, ${at}, ${at}, ${at} from trading_accounts`,
    `create table deciders as select user_id, id from hosted_accounts
      where settings->'symbols' = '["${DECIDING}"]'`,
  ];
}
