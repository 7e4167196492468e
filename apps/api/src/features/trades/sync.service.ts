import type { AccountInput, TradeInput } from '@quorate/contract/trade-sync';
import type { TradingAccountId, UserId } from '@quorate/values/ids';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Db } from '../../db/tables.ts';
import { validationError } from '../../http/app-error.ts';
import type { Clock } from '../../process/clock.ts';
import type { LedgerEntry } from '../ledger-entry.ts';
import { correctionEntry } from './correction-entry.ts';
import { tendSums } from './rollups/book.ts';
import { findDecisionsElsewhere, upsertTrades } from './sync.queries.ts';
import { toTradeRows } from './trade-row.ts';
import { ensureTradingAccount, type TradingAccount } from './trading-accounts.ts';

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
  /** Chains what was corrected to the user's ledger, in the same transaction. */
  appendRecords(db: Db, userId: UserId, entries: readonly LedgerEntry[]): Promise<void>;
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
  { db, clock, announce, appendRecords }: SyncDeps,
  userId: UserId,
  batch: { account: AccountInput; trades: readonly TradeInput[] },
  origin?: ImportOrigin,
): Promise<SyncResult> {
  const rows = toTradeRows(batch.account, batch.trades);
  const result = await inTransaction(db, async (tx) => {
    const account = await ensureTradingAccount({ db: tx, clock }, userId, batch.account);
    await expectOwnDecisions(tx, userId, account, batch.trades);
    const now = new Date(clock.now());
    const importId = origin?.importId ?? null;
    const owner = { userId, account, now, importId };
    const { created, updated, corrected } = await upsertTrades(tx, owner, rows);
    if (created > 0) await origin?.noteCreated(tx, created);
    if (created + updated > 0) await announce(tx, userId, 'trades');
    const entries = corrected.map((each) => correctionEntry(batch.account, each));
    await appendRecords(tx, userId, entries);
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
 * What was decided for one account is traded on it: a decision on past candles of a paper account makes no
 * trade of a broker's.
 *
 * @throws AppError validation_failed naming each trade with a decision of another account
 */
async function expectOwnDecisions(
  db: Db,
  userId: UserId,
  account: TradingAccount,
  trades: readonly TradeInput[],
): Promise<void> {
  const named = trades.flatMap(({ decision_id }) => decision_id ?? []);
  if (named.length === 0) return;
  const foreign = await findDecisionsElsewhere(db, userId, account.id, named);
  const faults = trades.flatMap(({ decision_id }, index) => {
    const place = decision_id === null ? undefined : foreign.get(decision_id);
    if (place === undefined) return [];
    const message = `is a decision of account ${place}; a trade may only name one of its own account`;
    return [{ field: `trades.${index}.decision_id`, message }];
  });
  if (faults.length > 0) throw validationError(faults);
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
