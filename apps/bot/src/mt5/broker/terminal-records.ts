import type { ClosedBy, Deal, DealReason } from '@quorate/trading/account/deal';
import type { OrderKey } from '@quorate/trading/account/order';
import type { AccountState, Position } from '@quorate/trading/account/position';
import type { Trade } from '@quorate/trading/account/trade';
import { tradesFromDeals } from '@quorate/trading/account/trade-book';
import type { PositionTicket } from '@quorate/values/ids';
import type { Instant } from '@quorate/values/instant';
import { type Lots, lotsFromDecimal, type VolumeStep, volumeStep } from '@quorate/values/lots';
import { type Currency, type Money, roundToMoney } from '@quorate/values/money';
import { type Price, price } from '@quorate/values/price';
import type { LiveJournal } from '../../live/live-journal.ts';
import type { TerminalDeal, TerminalPosition } from '../bridge/records.ts';
import { pointsOf } from './broker-terms.ts';

/** What turns the terminal's records into ours. */
export type RecordTerms = Readonly<{
  currency: Currency;
  toUtc(serverMs: number): Instant;
  /** Of a position or of the order that opened it; null for a stranger's. */
  keyOf(ticket: Readonly<{ order: string; position: string; comment: string }>): OrderKey | null;
  /** Who had a position closed at the market; null where nobody knows. */
  closerOf(closing: Pick<TerminalDeal, 'order' | 'reason' | 'comment'>): ClosedBy | null;
  /** The stop that an order of ours was sent with; null for a stranger's. */
  firstStopOf(key: OrderKey | null): Price | null;
  /** Loss at the stop of an opening, costs included; null where it has none or it cannot be valued. */
  riskOf(opening: Opening): Money | null;
  /** null for a symbol that is not traded here. */
  stepOf(symbol: string): VolumeStep | null;
}>;

/** What an opening risks comes of these; prices in whole points. */
export type Opening = Readonly<{
  symbol: string;
  orderKey: OrderKey | null;
  entry: number;
  stopLoss: number | null;
  lots: Lots;
}>;

const CASH_FLOWS: ReadonlySet<TerminalDeal['type']> = new Set([
  'balance',
  'credit',
  'bonus',
  'correction',
]);

/** Whether it is paid in or out, or lent: nobody's gain or loss. */
export function isCashFlow(type: TerminalDeal['type']): boolean {
  return CASH_FLOWS.has(type);
}

const KEY_IN_COMMENT = /^TB1:([A-Z2-7]{10})/;

/** The key that stands in a comment of ours. Brokers cut comments and write over them. */
export function keyInComment(comment: string): OrderKey | null {
  return (KEY_IN_COMMENT.exec(comment)?.[1] ?? null) as OrderKey | null;
}

/** What the expert writes on the closings of its last line. */
const LAST_LINE = /^TB1:LASTLINE/;

const BY_HAND: ReadonlySet<TerminalDeal['reason']> = new Set(['client', 'mobile', 'web']);

/** What a closing at the market says of itself, and what the journal knows of the order that asked for it. */
export function closerIn(
  journal: Pick<LiveJournal, 'intent' | 'closingOf'>,
  { order, reason, comment }: Pick<TerminalDeal, 'order' | 'reason' | 'comment'>,
): ClosedBy | null {
  if (BY_HAND.has(reason)) return 'manual';
  if (reason !== 'expert') return null;
  if (LAST_LINE.test(comment)) return 'flattened';
  const key = keyInComment(comment) ?? journal.closingOf(order);
  const intent = key === null ? undefined : journal.intent(key)?.intent;
  return intent?.kind === 'close' ? (intent.by ?? null) : null;
}

/** Brokers that forget the stop of an order are told it once more; it is the first one all the same. */
export function firstStopIn(
  journal: Pick<LiveJournal, 'intent'>,
  key: OrderKey | null,
): Price | null {
  const intent = key === null ? undefined : journal.intent(key)?.intent;
  return intent?.kind === 'open' ? intent.order.stopLoss : null;
}

/** An execution; null for what moves money alone (deposits, credits, charges). */
export function dealOf(record: TerminalDeal, terms: RecordTerms): Deal | null {
  if (record.type !== 'buy' && record.type !== 'sell') return null;
  const { digits, symbol, position } = record;
  const opens = record.entry === 'in' || record.entry === 'inout';
  // The position that a deal reverses may be ours where the deal is not.
  const whose = record.entry === 'inout' ? '0' : position;
  const orderKey = opens ? terms.keyOf({ ...record, position: whose }) : null;
  const lots = lotsIn(record.lots, terms.stepOf(symbol) ?? stepIn(record.lots));
  const entry = pointsOf(record.price, digits);
  const told = priceOrNull(record.sl ?? stopInComment(record), digits);
  const stopLoss = told ?? (opens ? terms.firstStopOf(orderKey) : null);
  const stop = stopLoss?.points ?? null;
  const reason = reasonOf(record);
  const closedBy = reason === 'close' ? terms.closerOf(record) : null;
  return {
    ticket: record.ticket,
    positionTicket: position as PositionTicket,
    orderKey,
    symbol,
    side: record.type === 'buy' ? 'BUY' : 'SELL',
    entry: record.entry === 'out_by' ? 'out' : record.entry,
    reason,
    ...(closedBy && { closedBy }),
    lots,
    price: price(entry, digits),
    stopLoss,
    takeProfit: priceOrNull(record.tp, digits),
    time: terms.toUtc(record.time),
    profit: moneyIn(record.profit, terms.currency),
    commission: moneyIn(record.commission, terms.currency),
    swap: moneyIn(record.swap, terms.currency),
    fee: moneyIn(record.fee, terms.currency),
    initialRisk: opens ? terms.riskOf({ symbol, orderKey, entry, stopLoss: stop, lots }) : null,
  };
}

/** The trades of some deals, in the order of execution. @throws ValueError where they do not add up */
export function tradesOfRecords(
  records: readonly TerminalDeal[],
  terms: RecordTerms,
): readonly Trade[] {
  return tradesFromDeals(
    records.map((record) => dealOf(record, terms)).filter((deal) => deal !== null),
  );
}

/** A position that is open. */
export function positionOf(record: TerminalPosition, digits: number, terms: RecordTerms): Position {
  const { ticket, symbol, side, comment } = record;
  const orderKey = terms.keyOf({ order: '0', position: ticket, comment });
  const lots = lotsIn(record.lots, terms.stepOf(symbol) ?? stepIn(record.lots));
  const openPrice = price(pointsOf(record.open_price, digits), digits);
  const stopLoss = priceOrNull(record.sl, digits);
  const stop = stopLoss?.points ?? null;
  const entry = openPrice.points;
  return {
    ticket: ticket as PositionTicket,
    orderKey,
    symbol,
    side,
    lots,
    openPrice,
    stopLoss,
    takeProfit: priceOrNull(record.tp, digits),
    openedAt: terms.toUtc(record.opened),
    initialRisk: terms.riskOf({ symbol, orderKey, entry, stopLoss: stop, lots }),
  };
}

/** The money side of the account as the terminal tells it. */
export function accountStateOf(
  record: Readonly<{ balance: string; equity: string; margin: string; free_margin: string }>,
  currency: Currency,
  leverage: number,
): AccountState {
  return {
    currency,
    balance: moneyIn(record.balance, currency),
    equity: moneyIn(record.equity, currency),
    margin: moneyIn(record.margin, currency),
    freeMargin: moneyIn(record.free_margin, currency),
    leverage,
  };
}

/** Some terminals count money in more decimals than its currency has; the last are rounded off. */
export function moneyIn(text: string, currency: Currency): Money {
  return roundToMoney(Number(text), currency);
}

function lotsIn(text: string, step: VolumeStep): Lots {
  return lotsFromDecimal(text, step);
}

/** The text carries the step's own digits. */
function stepIn(text: string): VolumeStep {
  const digits = text.split('.')[1]?.length ?? 0;
  return volumeStep(digits === 0 ? '1' : `0.${'1'.padStart(digits, '0')}`);
}

/** Where a deal does not name its stop, its comment may: `[sl 1.10000]`. */
function stopInComment({ reason, comment }: TerminalDeal): string | null {
  return reason === 'sl' ? (/^\[sl (\d{1,15}(?:\.\d{1,8})?)\]/.exec(comment)?.[1] ?? null) : null;
}

function priceOrNull(text: string | null, digits: number): Price | null {
  return text === null ? null : price(pointsOf(text, digits), digits);
}

function reasonOf({ entry, reason }: TerminalDeal): DealReason {
  if (entry === 'in') return 'order';
  if (reason === 'sl') return 'stop-loss';
  if (reason === 'so') return 'stop-out';
  return reason === 'tp' ? 'take-profit' : 'close';
}
