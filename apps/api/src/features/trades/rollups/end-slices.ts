import { R_CLASSES } from '@quorate/contract/trade-charts';
import { instant } from '@quorate/values/instant';
import { type RawBuilder, sql } from 'kysely';
import type { TimeRange } from '../../../http/period-range.ts';
import { addSlice, openedKeys, type Slice } from './cell.ts';
import { listOf, type Owner, owned } from './read-cells.ts';

/** Some closed trades of an account: of a symbol, of a class of R, or opened within the same hour. */
export type EndSlice = [
  accountId: string,
  symbol: string | null,
  rClass: string | null,
  /** When one of them was opened, in milliseconds. */
  openedAt: number,
  ...slice: Slice,
];

/**
 * The ragged ends of a range by what charts show, as one JSON list: summed up where they are, since their
 * rows would take several times as long to travel. Whole hours of the server's clock are whole hours
 * everywhere; its rollover begins five minutes before one.
 */
export function endSlices(owner: Owner, ends: readonly TimeRange[]): RawBuilder<unknown> {
  if (ends.length === 0) return sql`'[]'::json`;
  const rows = ends.map(
    (end) => sql`select account_id, symbol, opened_at, profit, ${R_CLASS} as r_class,
      date_bin('1 hour', opened_at, 'epoch') as opened_hour
      from trades where ${owned(owner, end)} and status = 'CLOSED'`,
  );
  const beforeRollover = sql`(opened_at - opened_hour < interval '55 minutes')`;
  return listOf(
    ['account_id', 'symbol', 'r_class', 'opened_ms', 'n', 'wins', 'losses', 'net'].map((name) =>
      sql.ref(name),
    ),
    sql`from (
      select account_id, symbol, r_class, floor(extract(epoch from min(opened_at)) * 1000)::bigint as opened_ms,
        count(*) as n, count(*) filter (where profit > 0) as wins,
        count(*) filter (where profit < 0) as losses, sum(profit) as net
      from (${sql.join(rows, sql` union all `)}) chosen
      group by grouping sets (
        (account_id, symbol), (account_id, r_class), (account_id, opened_hour, ${beforeRollover})
      )
    ) summed`,
  );
}

/** As `rClass` has it for a single trade. */
const R_CLASS = sql`case when initial_risk is null or initial_risk <= 0 then 'none' ${sql.join(
  R_CLASSES.map(
    // Doubled, so that the ends are whole numbers and every comparison exact.
    (end, index) =>
      sql`when profit * 2 < initial_risk * ${sql.lit(end * 2)} then ${sql.lit(String(index))}`,
  ),
  sql` `,
)} else ${sql.lit(String(R_CLASSES.length))} end`;

/** Adds ragged ends to what else is known of their accounts. */
export function addEnds(
  byAccount: Map<string, Record<string, Slice>>,
  ends: readonly EndSlice[],
): void {
  for (const [account, symbol, rClass, openedAt, ...slice] of ends) {
    const slices = byAccount.get(account) ?? {};
    byAccount.set(account, slices);
    if (symbol !== null) addSlice(slices, `y${symbol}`, slice);
    else if (rClass !== null) addSlice(slices, `r${rClass}`, slice);
    else for (const key of openedKeys(instant(openedAt))) addSlice(slices, key, slice);
  }
}
