import { login } from '@quorate/contract/account';
import pg from 'pg';
import { type Storage, storageVariables } from '../tools/demo/make-account.ts';
import { fromRoot, ROOT } from '../tools/root.ts';
import { run } from '../tools/run.ts';
import { cleanEnvironment } from '../tools/service-environment.ts';

export const HEAVY_TRADES = 1_000_000;
export const DAYS = 720;
export const NORMAL_TRADES = 900;
export const TRADER_PASSWORD = 'Correct-horse-9-battery';

/** Makes an account with the service's own program. To be called while no service runs. */
export async function makeTrader(storage: Storage, username: string): Promise<void> {
  const args = ['--username', username, '--email', `${username}@example.com`];
  const { code, output } = await run(
    process.execPath,
    [
      fromRoot('apps/api/src/commands/seed-demo.ts'),
      ...args,
      '--password',
      TRADER_PASSWORD,
      '--plan',
      'Elite',
    ],
    { cwd: ROOT, env: { ...cleanEnvironment(), ...storageVariables(storage) }, output: 'keep' },
  );
  if (code !== 0) throw new Error(output.trim());
}

/** Signs in. @returns a GET and a POST that throw on any answer but success and give back its text */
export async function signInTrader(
  url: string,
  username: string,
): Promise<{
  userId: string;
  get: (path: string) => Promise<string>;
  post: (path: string, body: unknown) => Promise<string>;
}> {
  const reply = await fetch(url + login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username_or_email: username, password: TRADER_PASSWORD }),
  });
  if (!reply.ok) throw new Error(`signing in answered ${reply.status}: ${await reply.text()}`);
  const { access_token, user } = (await reply.json()) as {
    access_token: string;
    user: { id: string };
  };
  const headers = { authorization: `Bearer ${access_token}` };
  const ask = async (path: string, init: RequestInit) => {
    const answer = await fetch(url + path, init);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
    return text;
  };
  return {
    userId: user.id,
    get: (path) => ask(path, { headers }),
    post: (path, body) =>
      ask(path, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  };
}

/** Statements that give `heavy` a million trades, `normal` 900, and as many others 900 each. */
export function tradeStatements(heavyTrades: number, others: number): string[] {
  const normal = (username: string) => fill(`username = '${username}'`, NORMAL_TRADES, false);
  return [
    `insert into users (id, username, username_key, email, email_key, created_at)
      select gen_random_uuid(), 'o' || i, 'o' || i, 'o' || i, 'o' || i, now() from generate_series(1, ${others}) i`,
    `insert into trading_accounts (id, user_id, server, login, account_type, currency, created_at)
      select gen_random_uuid(), id, 'Bench', kind, kind, 'USD', now()
      from users, (values ('demo'), ('real')) kinds (kind)`,
    fill(`username = 'heavy'`, heavyTrades, true),
    normal('normal'),
    fill(`username not in ('heavy', 'normal')`, NORMAL_TRADES, false),
  ];
}

/** Closed trades evenly over 720 days, four of five on the demo account; mostly small results. */
function fill(who: string, count: number, rolledUp: boolean): string {
  return `insert into trades (user_id, account_id, position_ticket, symbol, trade_type, volume, digits,
      open_price, close_price, stop_loss, take_profit, opened_at, closed_at, status, gross_profit,
      commission, swap, fee, profit, initial_risk, currency, account_type, revision, rolled_up,
      created_at, updated_at)
    select u.id, a.id, (10000000 + i)::text,
      ('{EURUSD,GBPUSD,USDJPY,AUDUSD,USDCAD,XAUUSD,EURJPY,NZDUSD}'::text[])[1 + floor(8 * r1 * r1)::int],
      case when r2 < 0.5 then 'BUY' else 'SELL' end, (1 + floor(100 * r3)) / 100, 5, 1.08214, 1.08643,
      1.08, 1.0864, at - r2 * interval '6 hours', at, 'CLOSED', net + 70, -70, 0, 0, net,
      case when r1 < 0.9 then 2210 end, 'USD', a.account_type, 2, ${rolledUp}, now(), now()
    from users u
    cross join lateral (
      select i, random() + 0 * length(u.id::text) as r1, random() as r2, random() as r3,
        now() - (i + random()) * interval '${DAYS} days' / ${count} as at,
        round(6000 * (random() + random() + random() - 1.45))::bigint as net
      from generate_series(0, ${count} - 1) i
    ) t
    join trading_accounts a on a.user_id = u.id and a.account_type = case when i % 5 = 0 then 'real' else 'demo' end
    where u.${who}`;
}

/** Fills a PostgreSQL: without its indexes, which are made again as they were, and in the order of time. */
export async function loadPostgres(
  url: string,
  size: { heavyTrades: number; others: number },
  say: (line: string) => void,
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const indexes = await client.query<{ indexname: string; indexdef: string }>(
      `select indexname, indexdef from pg_indexes where tablename = 'trades' and indexname <> 'trades_pkey'`,
    );
    for (const { indexname } of indexes.rows) await client.query(`drop index ${indexname}`);
    for (const statement of tradeStatements(size.heavyTrades, size.others)) {
      await client.query(statement);
      say('one part of the trades is loaded');
    }
    await client.query(`set maintenance_work_mem = '1GB'`);
    for (const { indexdef } of indexes.rows) await client.query(indexdef);
    await client.query('vacuum analyze trades');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

type Trader = { get: (path: string) => Promise<string> };

/**
 * Milliseconds of each call, one after the other, the heavy user's and the normal one's in turn: what the
 * machine does meanwhile, it does to both.
 */
export async function timeInTurn(
  { heavy, normal }: { heavy: Trader; normal: Trader },
  paths: readonly string[],
  normalPaths: readonly string[],
): Promise<{ times: number[]; normalTimes: number[] }> {
  const times: number[] = [];
  const normalTimes: number[] = [];
  for (const [index, path] of paths.entries()) {
    times.push(await timeOf(heavy, path));
    normalTimes.push(await timeOf(normal, normalPaths[index] ?? path));
  }
  return { times, normalTimes };
}

/** Milliseconds of each call, one after the other. */
export async function timeEach(paths: readonly string[], get: Trader['get']): Promise<number[]> {
  const times: number[] = [];
  for (const path of paths) times.push(await timeOf({ get }, path));
  return times;
}

async function timeOf({ get }: Trader, path: string): Promise<number> {
  const startedAt = performance.now();
  await get(path);
  return performance.now() - startedAt;
}
