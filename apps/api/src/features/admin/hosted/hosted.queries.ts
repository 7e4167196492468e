import type { AdminHostedAccount, HOSTED_ORDERS } from '@quorate/contract/admin-hosted';
import type { PriceSource } from '@quorate/contract/hosted-accounts';
import { DAY_MS, HOUR_MS } from '@quorate/values/instant';
import { type RawBuilder, sql } from 'kysely';
import { acrossUsers } from '../../../db/across-users.ts';
import type { Db } from '../../../db/tables.ts';
import { IS_HOSTED_IN_REAL_TIME, RUNNER_GONE_S } from '../../../process/telemetry/state-metrics.ts';

/** Without a runner for so long, an account waits for one: the same as its owner sees. */
const WAITS_AFTER_MS = 15_000;

const ACROSS = acrossUsers('an operator sees hosted accounts of everybody');

type State = AdminHostedAccount['state'];

type RunnerRow = Readonly<{
  id: string;
  host: string;
  started_at: Date;
  seen_at: Date;
  alive: boolean;
  draining: boolean;
  accounts: number;
  late_s: number;
}>;

/** @param now milliseconds, here and below */
export async function findRunners(db: Db, now: number): Promise<RunnerRow[]> {
  const at = new Date(now);
  const { rows } = await sql<RunnerRow>`${ACROSS}
    select runner.*, runner.seen_at > ${new Date(now - RUNNER_GONE_S * 1_000)}::timestamptz as alive,
      count(account.id) as accounts,
      greatest(0, coalesce(extract(epoch from ${at}::timestamptz - min(account.due_at) filter (
        where account.paused_by is null and account.waits_for is null and ${IS_HOSTED_IN_REAL_TIME}
      )), 0))::float8 as late_s
    from hosted_runners as runner
    left join hosted_accounts as account on account.runner_id = runner.id
    where runner.seen_at > ${new Date(now - HOUR_MS)}::timestamptz
    group by runner.id
    order by runner.started_at, runner.id
  `.execute(db);
  return rows;
}

/** Whether an account waits, as its owner sees it; null: it does not. */
function waitsFor(now: number): RawBuilder<AdminHostedAccount['waits_for']> {
  const since = new Date(now - WAITS_AFTER_MS);
  return sql`coalesce(account.waits_for, case
    when runner.seen_at > ${since}::timestamptz or account.created_at > ${since}::timestamptz then null
    else 'runner' end)`;
}

function stateOf(now: number): RawBuilder<State> {
  return sql`case when account.paused_by is not null then 'paused'
    when ${waitsFor(now)} is not null then 'waiting' else 'running' end`;
}

export async function countHosted(db: Db, now: number) {
  const { rows } = await sql<{ source: PriceSource; state: State; count: number }>`${ACROSS}
    select account.source, ${stateOf(now)} as state, count(*) as count
    from hosted_accounts as account
    left join hosted_runners as runner on runner.id = account.runner_id
    group by 1, 2 order by 1, 2
  `.execute(db);
  return rows;
}

export type UseRow = Readonly<{
  decisions: number;
  model_decisions: number;
  tokens: number;
  cost_micro_usd: number;
}>;
type Uses = Readonly<{ day: UseRow; month: UseRow }>;
type Flat = { [Part in keyof UseRow as `day_${Part}` | `month_${Part}`]: number };

/** Decisions of the last 30 days, each with what its language models took: `tokens` null where none voted. */
function spent(now: number, whose: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select account.user_id, account.account_id,
      decision.decided_at > ${new Date(now - DAY_MS)}::timestamptz as is_today, models.*
    from hosted_accounts as account
    join decisions as decision on decision.user_id = account.user_id
      and decision.account_id = account.account_id
      and decision.decided_at > ${new Date(now - 30 * DAY_MS)}::timestamptz
    left join lateral (
      select sum(vote.tokens) as tokens, sum(vote.cost_micro_usd) as cost from votes as vote
      where vote.user_id = decision.user_id and vote.decision_id = decision.id
        and vote.provider <> 'offline' and account.settings ->> 'analysts' = 'models'
    ) as models on true
    where ${whose}
  ) as spent`;
}

const FIGURES = sql`
  count(*) filter (where is_today) as day_decisions,
  count(tokens) filter (where is_today) as day_model_decisions,
  coalesce(sum(tokens) filter (where is_today), 0)::bigint as day_tokens,
  coalesce(sum(cost) filter (where is_today), 0)::bigint as day_cost_micro_usd,
  count(*) as month_decisions, count(tokens) as month_model_decisions,
  coalesce(sum(tokens), 0)::bigint as month_tokens,
  coalesce(sum(cost), 0)::bigint as month_cost_micro_usd`;

function partsOf(row: Flat): Uses {
  const part = (name: 'day' | 'month'): UseRow => ({
    decisions: row[`${name}_decisions`],
    model_decisions: row[`${name}_model_decisions`],
    tokens: row[`${name}_tokens`],
    cost_micro_usd: row[`${name}_cost_micro_usd`],
  });
  return { day: part('day'), month: part('month') };
}

/** What all hosted accounts took together. */
export async function sumUse(db: Db, now: number): Promise<Uses> {
  const { rows } = await sql<Flat>`${ACROSS}
    select ${FIGURES} from ${spent(now, sql`true`)}
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database gave no sums');
  return partsOf(row);
}

/** What each of these accounts took, by the account of its decisions. */
export async function usesOf(
  db: Db,
  accounts: readonly Readonly<{ user_id: string; account_id: string }>[],
  now: number,
): Promise<ReadonlyMap<string, Uses>> {
  const users = accounts.map(({ user_id }) => user_id);
  const ids = accounts.map(({ account_id }) => account_id);
  const whose = sql`account.user_id = any(${users}::uuid[]) and account.account_id = any(${ids}::uuid[])`;
  const { rows } = await sql<Flat & { account_id: string }>`${ACROSS}
    select account_id, ${FIGURES} from ${spent(now, whose)} group by account_id
  `.execute(db);
  return new Map(rows.map((row) => [row.account_id, partsOf(row)]));
}

type Asked = Readonly<{
  state?: State | undefined;
  source?: PriceSource | undefined;
  order: (typeof HOSTED_ORDERS)[number];
  limit: number;
  offset: number;
}>;

type HostedRow = Omit<AdminHostedAccount, 'day' | 'month' | 'created_at'> & {
  account_id: string;
  created_at: Date;
};

const ORDERS: Readonly<Record<Asked['order'], RawBuilder<unknown>>> = {
  busiest: sql`coalesce(busy.decisions, 0) desc,`,
  costliest: sql`coalesce(busy.cost, 0) desc, coalesce(busy.decisions, 0) desc,`,
  newest: sql``,
};

/** A page of the accounts, and how many there are in all. */
export async function findHosted(
  db: Db,
  { state, source, order, limit, offset }: Asked,
  now: number,
): Promise<{ rows: HostedRow[]; total: number }> {
  const matching = sql`
    from hosted_accounts as account
    join users on users.id = account.user_id
    left join hosted_runners as runner on runner.id = account.runner_id
    left join (
      select user_id, account_id, count(*) as decisions, sum(cost_micro_usd) as cost
      from decisions where decided_at > ${new Date(now - DAY_MS)}::timestamptz
      group by user_id, account_id
    ) as busy on busy.user_id = account.user_id and busy.account_id = account.account_id
    where (${state ?? null}::text is null or ${stateOf(now)} = ${state ?? null}::text)
      and (${source ?? null}::text is null or account.source = ${source ?? null}::text)`;
  const { rows } = await sql<HostedRow>`${ACROSS}
    select account.id as hosted_id, account.user_id, account.account_id, users.username,
      account.settings ->> 'name' as name, account.settings ->> 'analysts' as analysts,
      account.source, account.pace, ${stateOf(now)} as state, account.paused_by,
      case when account.paused_by is null then ${waitsFor(now)} end as waits_for,
      runner.host, account.open_positions, account.closed_trades, account.created_at
    ${matching}
    order by ${ORDERS[order]} account.created_at desc, account.id
    limit ${limit} offset ${offset}
  `.execute(db);
  const counted = await sql<{ total: number }>`${ACROSS}
    select count(*) as total ${matching}
  `.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Ranges of addresses that are near the limit of accounts an hour. */
export async function readRanges(
  db: Db,
  limit: number,
  now: number,
): Promise<{ near: number; most: number }> {
  const { rows } = await sql<{ near: number; most: number }>`
    select count(*) filter (where begun >= ${0.8 * limit}::float8) as near, coalesce(max(begun), 0) as most
    from (
      select (select count(*) from unnest(hits) as hit where hit > ${now - HOUR_MS}::bigint) as begun
      from rate_hits where key like 'hosted:%'
    ) as ranges
  `.execute(db);
  return rows[0] ?? { near: 0, most: 0 };
}
