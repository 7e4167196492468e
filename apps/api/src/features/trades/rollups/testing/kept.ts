import assert from 'node:assert/strict';
import { DAY_MS } from '@quorate/values/instant';
import { sql } from 'kysely';
import type { TestService } from '../../../../../test/helpers/test-service.ts';
import type { Db } from '../../../../db/tables.ts';
import { countTrades, type TradeFilter } from '../../trades.queries.ts';
import { accountsOf, openBook } from '../book.ts';
import { addRow, emptyCell, monthOf } from '../cell.ts';
import { closedBefore, daysByCut } from '../chart-slices.ts';
import { type KeptPage, keptPage } from '../kept-page.ts';
import { keptSums, readParts, SUMS_OF_CELL } from '../read-sums.ts';
import { type KeptDay, readCellRows } from '../refresh.ts';

async function readKept(db: Db, filter: TradeFilter, sortBy?: KeptPage['sortBy']) {
  const book = (await openBook(db, filter.userId)) ?? assert.fail('no sums are kept');
  const accounts = accountsOf(book, filter);
  const owner = { userId: filter.userId, accountIds: accounts.map(({ id }) => id) };
  return { accounts, owner, parts: await readParts(db, owner, filter.range, sortBy) };
}

/** A page by kept counts, however few the trades are; `near` rows are skipped without them. */
export async function readKeptPage(db: Db, filter: TradeFilter, page: KeptPage, near = 0) {
  const { owner, parts } = await readKept(db, filter, page.sortBy);
  return keptPage({ db, owner, range: filter.range, page, few: 0, near }, parts);
}

/** Fails unless the kept sums of every filter are those that the database counts. */
export async function assertSumsAreRight({ db }: TestService, filters: readonly TradeFilter[]) {
  for (const filter of filters) {
    const { accounts, parts } = await readKept(db, filter);
    assert.deepEqual(
      keptSums(accounts, parts),
      await countTrades(db, filter),
      JSON.stringify(filter),
    );
  }
}

/** Fails unless every kept day, month and cut, brought up to date, is what the rows add up to. */
export async function assertNoMismatch(db: Db, userId: string): Promise<void> {
  assert.ok(await openBook(db, userId), 'sums are kept');
  const { rows } = await sql<{ cells: (KeptDay & { month: boolean; stale: boolean })[] }>`
    select json_agg(
      to_jsonb(c) - '{total,wins,losses,gross_profit,gross_loss,largest_win,largest_loss,costs,with_r,r_sum}'::text[]
        || jsonb_build_object('sums', ${SUMS_OF_CELL})
    ) as cells from trade_cells c where user_id = ${userId}::uuid
  `.execute(db);
  const found = new Map<string, unknown>();
  for (const cell of rows[0]?.cells ?? []) {
    assert.equal(cell.stale, false);
    const { month, stale, ...kept } = cell;
    if (cell.n > 0) found.set(keyOf(month, cell.day, cell.account_id), kept);
  }
  const cuts = await db
    .selectFrom('trade_cuts')
    .selectAll()
    .where('user_id', '=', userId)
    .execute();
  for (const { cut, month, account_id, days } of cuts)
    if (days.length > 0) found.set(`cut ${cut} ${month} ${account_id}`, days);
  const expected = await sumsOfRows(db, userId);
  // One by one: what differs between all of them at once nobody could read.
  for (const [key, sums] of expected) assert.deepEqual(found.get(key), sums, key);
  assert.equal(found.size, expected.size);
}

const keyOf = (month: boolean, day: number, account: string) =>
  `${month ? 'month' : 'day'} ${day} ${account}`;

async function sumsOfRows(db: Db, userId: string): Promise<Map<string, unknown>> {
  const accounts = await db
    .selectFrom('trading_accounts')
    .select('id')
    .where('user_id', '=', userId)
    .execute();
  const sums = new Map<string, unknown>();
  for (const { id } of accounts) {
    const rows = await readCellRows(db, { userId, accountIds: [id] }, { from: null, to: null });
    const cellOf = (day: number, own: typeof rows, closed_before: number[] | null) => {
      const cell = emptyCell();
      for (const row of own) addRow(cell, row);
      return { ...cell, user_id: userId, account_id: id, day, closed_before };
    };
    const dayOf = (row: { tradeTime: number }) => Math.floor(row.tradeTime / DAY_MS);
    for (const [month, ofMonth] of Map.groupBy(rows, (row) => monthOf(dayOf(row)).from)) {
      const days = [...Map.groupBy(ofMonth, dayOf)]
        .sort(([a], [b]) => a - b)
        .map(([day, own]) => cellOf(day, own, closedBefore(own)));
      for (const day of days) sums.set(keyOf(false, day.day, id), day);
      sums.set(keyOf(true, month, id), cellOf(month, ofMonth, null));
      for (const { cut, days: before } of daysByCut(days))
        sums.set(`cut ${cut} ${month} ${id}`, before);
    }
  }
  return sums;
}
