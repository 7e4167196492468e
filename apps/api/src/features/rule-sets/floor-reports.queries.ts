import type { Selectable } from 'kysely';
import { statement } from '../../db/prepared.ts';
import type { FloorReportsTable } from '../../db/rule-set-tables.ts';
import type { Db } from '../../db/tables.ts';
import { TextArray } from '../../db/text-array.ts';
import type { AccountKey } from './rule-sets.queries.ts';

type Report = Selectable<FloorReportsTable>;

/** An account's newest report, and the rebase that its owner has asked for last. */
type HeldReport = Report & Readonly<{ chosen_rebase_id: string | null }>;

const BEGIN = statement<never>(`
  insert into floor_reports
  select report.* from unnest($1::text[]) as row, jsonb_populate_record(null::floor_reports, row::jsonb) as report
  join trading_accounts as account on account.user_id = report.user_id and account.id = report.account_id
  order by report.user_id, report.account_id
  on conflict do nothing
`);
const HOLD = statement<HeldReport>(`
  select report.*, chosen.rebase_id as chosen_rebase_id
  from unnest($1::uuid[], $2::uuid[]) as asked (user_id, account_id)
  join floor_reports as report on report.user_id = asked.user_id and report.account_id = asked.account_id
  left join rule_sets as chosen on chosen.user_id = report.user_id and chosen.account_id = report.account_id
  order by report.user_id, report.account_id
  for update of report
`);
const REPLACE = statement<never>(`
  update floor_reports as report set
    run_id = news.run_id, seq = news.seq, at = news.at, reported_at = news.reported_at, rule_set = news.rule_set,
    state = news.state, peaks = news.peaks, told = news.told, revision = news.revision, rebase_id = news.rebase_id,
    equity = news.equity, balance = news.balance, floor = news.floor, open_risk = news.open_risk,
    headroom = news.headroom, if_stopped = news.if_stopped, open_positions = news.open_positions,
    next_turn = news.next_turn, cash_flow = news.cash_flow
  from unnest($1::text[]) as row, jsonb_populate_record(null::floor_reports, row::jsonb) as news
  where report.user_id = news.user_id and report.account_id = news.account_id
`);

/** Rows of accounts that report for the first time: of two at once, both go on with the same one. */
export async function beginAll(tx: Db, rows: readonly Partial<Report>[]): Promise<void> {
  await BEGIN(tx, [TextArray.ofRows(rows)]);
}

/** The newest reports of accounts, held until the end of the transaction. */
export function holdAll(tx: Db, keys: readonly AccountKey[]): Promise<HeldReport[]> {
  return HOLD(tx, [keys.map(({ userId }) => userId), keys.map(({ accountId }) => accountId)]);
}

/** In the place of those that are held. */
export async function replaceAll(tx: Db, rows: readonly Partial<Report>[]): Promise<void> {
  if (rows.length > 0) await REPLACE(tx, [TextArray.ofRows(rows)]);
}
