import type { AccountInput, TradeInput } from '@quorate/contract/trade-sync';
import type { TradingAccountId, UserId } from '@quorate/values/ids';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/tables.ts';
import { upsertTrades } from './sync.queries.ts';
import { toTradeRows } from './trade-row.ts';
import { ensureTradingAccount } from './trading-accounts.ts';

export type SyncResult = {
  account_id: TradingAccountId;
  created: number;
  updated: number;
  unchanged: number;
};

/**
 * Stores a batch of trades, all of it or nothing. When this returns, the rows are on disk; sending the
 * batch again is answered with `unchanged`.
 *
 * @throws AppError validation_failed or account_mismatch
 */
export async function syncTrades(
  { db, clock }: { db: Db; clock: Clock },
  userId: UserId,
  batch: { account: AccountInput; trades: readonly TradeInput[] },
): Promise<SyncResult> {
  const rows = toTradeRows(batch.account, batch.trades);
  return db.transaction().execute(async (tx) => {
    const account = await ensureTradingAccount({ db: tx, clock }, userId, batch.account);
    const { created, updated } = await upsertTrades(
      tx,
      { userId, account, now: new Date(clock.now()) },
      rows,
    );
    return {
      account_id: account.id,
      created,
      updated,
      unchanged: batch.trades.length - created - updated,
    };
  });
}
