import { type RawBuilder, sql } from 'kysely';
import type { TimeRange } from '../../../http/period-range.ts';
import type { Spans } from './spans.ts';

/** Whose trades, of which accounts; never of none. */
export type Owner = { userId: string; accountIds: readonly string[] };

/** A condition on kept cells: the owner's that have trades, within the range but for its ragged ends. */
export function cellsWithin(
  owner: Owner,
  { months, days }: Pick<Spans, 'months' | 'days'>,
): RawBuilder<unknown> {
  const wanted = [
    ...(months ? [{ month: true, ...months }] : []),
    ...days.map((span) => ({ month: false, ...span })),
  ].map(
    ({ month, from, to }) =>
      sql`(month = ${sql.lit(month)} and day >= ${from}::integer and day < ${to}::integer)`,
  );
  if (wanted.length === 0) return sql`${owners(owner)} and false`;
  return sql`${owners(owner)} and n > 0 and (${sql.join(wanted, sql` or `)})`;
}

/** A condition on trades: of the owner, within the range. */
export function owned(owner: Owner, { from, to }: TimeRange): RawBuilder<unknown> {
  return sql`${owners(owner)}
    ${from ? sql`and trade_time >= ${from}` : sql``} ${to ? sql`and trade_time < ${to}` : sql``}`;
}

export function owners({ userId, accountIds }: Owner): RawBuilder<unknown> {
  const accounts = sql.join(accountIds.map((id) => sql`${id}::uuid`));
  return sql`user_id = ${userId}::uuid and account_id in (${accounts})`;
}

/** What a query selects, as one JSON text: read column by column, it would take several times as long. */
export function listOf(
  columns: readonly RawBuilder<unknown>[],
  from: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`(select coalesce(json_agg(json_build_array(${sql.join(columns)})), '[]') ${from})`;
}
