import type { AccountInput, TradeInput } from '@quorate/contract/trade-sync';
import { unitsFromNumber } from '@quorate/values/decimal';
import type { TradingAccountId, UserId } from '@quorate/values/ids';
import { currencyOf, moneyFromNumber } from '@quorate/values/money';
import { priceFromNumber } from '@quorate/values/price';
import { ValueError } from '@quorate/values/value-error';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Db } from '../../db/tables.ts';
import { validationError } from '../../http/app-error.ts';
import type { Announcer } from '../../process/announcer.ts';
import type { Clock } from '../../process/clock.ts';
import { appendRecords } from '../ledger/append-records.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import { tendSums } from './rollups/book.ts';
import {
  type Corrected,
  findDecisionsElsewhere,
  type MoneyField,
  type TradeRow,
  upsertTrades,
} from './sync.queries.ts';
import { ensureTradingAccount, type TradingAccount } from './trading-accounts.ts';

type SyncResult = {
  account_id: TradingAccountId;
  created: number;
  updated: number;
  unchanged: number;
};

export type SyncDeps = Readonly<{
  db: Db;
  clock: Clock;
  /** Notifies open dashboards, in the transaction that stores the trades. */
  announce: Announcer['announce'];
}>;

/** An import that stores a batch in the place of a bot. */
type ImportOrigin = Readonly<{
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

/** The trades are stored: what is left to be summed up is done by the next read. */
function ignore(): void {}

/** What the ledger keeps of a closed trade that was reported again with other figures: both, side by side. */
function correctionEntry(
  { server, login, currency }: AccountInput,
  { position_ticket, now, was: { at, revision, replaced_by, ...was } }: Corrected,
): LedgerEntry {
  return {
    kind: 'correction',
    at: new Date(at),
    body: {
      account: { server, login },
      position_ticket,
      // Money is in minor units of it.
      currency,
      revision: { was: revision, now: replaced_by },
      was,
      now,
    },
  };
}

const PRICE_FIELDS = ['open_price', 'close_price', 'stop_loss', 'take_profit'] as const;
const VOLUME_DIGITS = 3;

/**
 * Checks what a schema cannot: that prices sit on points, money on minor units, and that the parts of
 * the profit add up to it.
 *
 * @throws AppError validation_failed naming every field, `trades.3.profit` for the fourth trade
 */
function toTradeRows(account: AccountInput, trades: readonly TradeInput[]): TradeRow[] {
  const currency = currencyOf(account.currency);
  const faults: { field: string; message: string }[] = [];
  const rows = trades.map((trade, index) => {
    const check = <T>(field: string, read: () => T): T | null => {
      try {
        return read();
      } catch (error) {
        if (!(error instanceof ValueError)) throw error;
        faults.push({ field: `trades.${index}.${field}`, message: error.message });
        return null;
      }
    };
    for (const field of PRICE_FIELDS) {
      const value = trade[field];
      if (value !== null) check(field, () => priceFromNumber(value, trade.digits));
    }
    check('volume', () => unitsFromNumber(trade.volume, VOLUME_DIGITS));
    const minor = (field: MoneyField) =>
      check(field, () => moneyFromNumber(trade[field], currency).minor) ?? 0;
    const [gross_profit, commission, swap, fee, profit] = [
      minor('gross_profit'),
      minor('commission'),
      minor('swap'),
      minor('fee'),
      minor('profit'),
    ];
    const sum = gross_profit + commission + swap + fee;
    if (sum !== profit) {
      faults.push({
        field: `trades.${index}.profit`,
        message: `is ${profit} minor units, but gross_profit + commission + swap + fee is ${sum}`,
      });
    }
    const risk = trade.initial_risk;
    const initial_risk =
      risk === null ? null : check('initial_risk', () => moneyFromNumber(risk, currency).minor);
    return {
      ...trade,
      ...statusOf(trade.status),
      gross_profit,
      commission,
      swap,
      fee,
      profit,
      initial_risk,
    };
  });
  if (faults.length > 0) throw validationError(faults);
  return newestRevisions(rows);
}

function statusOf(reported: string): Pick<TradeRow, 'status' | 'reported_status'> {
  if (reported === 'OPEN' || reported === 'CLOSED')
    return { status: reported, reported_status: null };
  return { status: 'OPEN', reported_status: reported };
}

/**
 * One row a ticket, the highest revision of each: a statement may touch a row only once. Sorted, so that
 * batches that run in parallel lock rows in one order and cannot deadlock.
 */
function newestRevisions(rows: readonly TradeRow[]): TradeRow[] {
  const newest = new Map<string, TradeRow>();
  for (const row of rows) {
    const known = newest.get(row.position_ticket);
    if (!known || row.revision > known.revision) newest.set(row.position_ticket, row);
  }
  return [...newest.values()].sort((a, b) => (a.position_ticket < b.position_ticket ? -1 : 1));
}
