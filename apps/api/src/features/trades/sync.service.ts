import type { AccountInput, TradeInput } from '@quorate/contract/trade-sync';
import type { TradingAccountId, UserId } from '@quorate/values/ids';
import type { Clock } from '../../clock.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Db } from '../../db/tables.ts';
import { tendSums } from './rollups/book.ts';
import { upsertTrades } from './sync.queries.ts';
import { toTradeRows } from './trade-row.ts';
import { ensureTradingAccount } from './trading-accounts.ts';

export type SyncResult = {
  account_id: TradingAccountId;
  created: number;
  updated: number;
  unchanged: number;
};

export type SyncDeps = Readonly<{
  db: Db;
  clock: Clock;
  /** Tells whoever looks on, in the transaction that stores the trades. */
  announce(db: Db, userId: UserId, topic: 'trades'): Promise<void>;
}>;

/** An import that stores a batch in the place of a bot. */
export type ImportOrigin = Readonly<{
  importId: string;
  /** Told how many trades are new, in the transaction that stores them. */
  noteCreated(tx: Db, created: number): Promise<void>;
}>;

/**
 * Stores a batch of trades, all of it or nothing. When this returns, the rows are on disk; sending the
 * batch again is answered with `unchanged`.
 *
 * @throws AppError validation_failed or account_mismatch
 */
export async function syncTrades(
  { db, clock, announce }: SyncDeps,
  userId: UserId,
  batch: { account: AccountInput; trades: readonly TradeInput[] },
  origin?: ImportOrigin,
): Promise<SyncResult> {
  const rows = toTradeRows(batch.account, batch.trades);
  const result = await inTransaction(db, async (tx) => {
    const account = await ensureTradingAccount({ db: tx, clock }, userId, batch.account);
    const now = new Date(clock.now());
    const importId = origin?.importId ?? null;
    const { created, updated } = await upsertTrades(tx, { userId, account, now, importId }, rows);
    if (created > 0) await origin?.noteCreated(tx, created);
    if (created + updated > 0) await announce(tx, userId, 'trades');
    return {
      account_id: account.id,
      created,
      updated,
      unchanged: batch.trades.length - created - updated,
    };
  });
  if (result.created + result.updated > 0 && rows.some(looksAfterSums))
    await tendSums({ db, clock }, userId).catch(ignore);
  return result;
}

/**
 * About one ticket in five thousand, the same ones wherever the batch arrives: whoever stores it looks
 * after the user's sums, so that nobody counts at every batch.
 */
function looksAfterSums({ position_ticket }: { position_ticket: string }): boolean {
  let hash = 0;
  for (const letter of position_ticket) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0;
  return hash % 4_999 === 0;
}

/** The trades are stored: what is left to be summed up is caught up with by whoever reads. */
function ignore(): void {}
