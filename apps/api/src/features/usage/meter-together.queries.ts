import type { UserId } from '@quorate/values/ids';
import { statement } from '../../db/prepared.ts';
import type { Db } from '../../db/tables.ts';
import type { Entitlements } from '../billing/entitlements/entitlements.ts';

export type CycleOf = Readonly<{ userId: UserId; cycle: Entitlements['cycle'] }>;

/** What a user has used by now of a cycle and a day. */
export type UsedByNow = Readonly<{
  user_id: string;
  tokens: number;
  reserved: number;
  symbols: readonly string[];
  papers: readonly string[];
}>;

const OPEN = statement<never>(`
  insert into token_usage (user_id, period_start, period_end, tokens_used)
  select user_id, period_start, period_end, 0
  from jsonb_to_recordset($1::jsonb) as each (user_id uuid, period_start timestamptz, period_end timestamptz)
  order by user_id
  on conflict do nothing
`);
const LOCK = statement<never>(`
  select from jsonb_to_recordset($1::jsonb) as each (user_id uuid, period_start timestamptz)
  join token_usage as used on used.user_id = each.user_id and used.period_start = each.period_start
  order by used.user_id
  for update of used
`);
const READ = statement<UsedByNow>(`
  select each.user_id, used.tokens_used::bigint as tokens,
    coalesce((
      select sum(tokens) from token_reservations as held
      where held.user_id = each.user_id and held.period_start = each.period_start and held.expires_at > $3::timestamptz
    ), 0)::bigint as reserved,
    array(
      select symbol from symbol_usage as of_day where of_day.user_id = each.user_id and of_day.day = $2::text
    ) as symbols,
    array(
      select of_day.account_id::text from account_usage as of_day
      join trading_accounts as account on account.user_id = of_day.user_id and account.id = of_day.account_id
      where of_day.user_id = each.user_id and of_day.day = $2::text and account.paper
    ) as papers
  from jsonb_to_recordset($1::jsonb) as each (user_id uuid, period_start timestamptz)
  join token_usage as used on used.user_id = each.user_id and used.period_start = each.period_start
`);
const USE = statement<never>(`
  with each as (
    select * from jsonb_to_recordset($1::jsonb) as each (
      user_id uuid, period_start timestamptz, tokens bigint, symbol text, account_id uuid
    )
  ), tokens as (
    update token_usage as used set tokens_used = used.tokens_used + each.tokens
    from each where used.user_id = each.user_id and used.period_start = each.period_start and each.tokens > 0
  ), symbols as (
    insert into symbol_usage (user_id, day, symbol) select user_id, $2::text, symbol from each on conflict do nothing
  )
  insert into account_usage (user_id, day, account_id) select user_id, $2::text, account_id from each
  on conflict do nothing
`);

/** Until the transaction ends no other call of these users is counted, see `lockCycle`. */
export async function lockCycles(tx: Db, cycles: readonly CycleOf[]): Promise<void> {
  const rows = JSON.stringify(cycles.map(rowOf));
  await OPEN(tx, [rows]);
  await LOCK(tx, [rows]);
}

/** @param now by which reservations have expired */
export function readUsed(
  tx: Db,
  cycles: readonly CycleOf[],
  { day, now }: Readonly<{ day: string; now: Date }>,
): Promise<UsedByNow[]> {
  return READ(tx, [JSON.stringify(cycles.map(rowOf)), day, now]);
}

/** Counts tokens, and what is in use on a day, of cycles that are locked. */
export async function countUsed(
  tx: Db,
  day: string,
  used: readonly (CycleOf & Readonly<{ tokens: number; symbol: string; accountId: string }>)[],
): Promise<void> {
  const rows = used.map(({ tokens, symbol, accountId, ...each }) => ({
    ...rowOf(each),
    tokens,
    symbol,
    account_id: accountId,
  }));
  await USE(tx, [JSON.stringify(rows), day]);
}

function rowOf({ userId, cycle }: CycleOf) {
  return { user_id: userId, period_start: cycle.start, period_end: cycle.end };
}
