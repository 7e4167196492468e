import { DAY_MS } from '@quorate/values/instant';
import { sql } from 'kysely';
import type { Db } from '../../../db/tables.ts';
import type { TimeRange } from '../../../http/period-range.ts';
import { addSlice, type Slice } from './cell.ts';
import { addEnds, type EndSlice, endSlices } from './end-slices.ts';
import { type CutDays, cutsOf, type DaySlice, keptDays } from './kept-days.ts';
import { cellsWithin, listOf, type Owner, owners } from './read-cells.ts';
import { spansOf } from './spans.ts';
import { viewerDays } from './viewer-days.ts';

/** Closed trades by what charts show: of each account, and by day of those that are asked for. */
export type Sliced = {
  byAccount: ReadonlyMap<string, Record<string, Slice>>;
  daysOf(accountIds: readonly string[]): Promise<DaySlice[]> | DaySlice[];
};

/** First and last UTC day of trades, both within. */
export type DaysKnown = { first: number; last: number };

/** What the charts of a range show, from kept sums in one statement. */
export async function keptSlices(
  db: Db,
  owner: Owner,
  range: TimeRange,
  view: { timeZone: string; known: DaysKnown },
): Promise<Sliced> {
  const spans = spansOf(range);
  const days = viewerDays(
    view.timeZone,
    Math.max(view.known.first * DAY_MS, range.from?.getTime() ?? Number.NEGATIVE_INFINITY),
    Math.min((view.known.last + 1) * DAY_MS, range.to?.getTime() ?? Number.POSITIVE_INFINITY),
  );
  const first = Math.floor((days[0]?.from ?? 0) / DAY_MS);
  const last = Math.floor((days.at(-1)?.to ?? 0) / DAY_MS);
  const { rows } = await sql<{
    cells: [accountId: string, slices: Record<string, Slice>][];
    ends: EndSlice[];
    cuts: CutDays[];
  }>`
    select
      ${listOf([sql`account_id`, sql`slices`], sql`from trade_cells where ${cellsWithin(owner, spans)}`)} as cells,
      ${endSlices(owner, spans.ragged)} as ends,
      ${listOf(
        [sql`account_id`, sql`cut`, sql`days`],
        // A month begins at most 31 days before any of its own.
        sql`from trade_cuts where ${owners(owner)} and cut in (${sql.join(cutsOf(days))})
          and month > ${first - 31}::integer and month <= ${last}::integer`,
      )} as cuts
  `.execute(db);
  const { cells, ends, cuts } = rows[0] ?? { cells: [], ends: [], cuts: [] };
  const byAccount = new Map<string, Record<string, Slice>>();
  for (const [account, slices] of cells) {
    const sums = byAccount.get(account);
    if (sums) for (const key in slices) addSlice(sums, key, slices[key] as Slice);
    else byAccount.set(account, slices);
  }
  addEnds(byAccount, ends);
  return {
    byAccount,
    daysOf: (accountIds) => keptDays(db, { userId: owner.userId, accountIds }, days, cuts),
  };
}
