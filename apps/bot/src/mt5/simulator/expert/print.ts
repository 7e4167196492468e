import { decimalFromUnits } from '@quorate/values/decimal';
import type {
  TerminalDeal,
  TerminalOrder,
  TerminalPosition,
  TerminalSymbolSpec,
} from '../../bridge/records.ts';
import type { Market } from '../market/market.ts';
import type { SymbolTerms } from '../market/symbol-terms.ts';
import type { Worth } from '../server/ledger.ts';
import {
  type HeldPosition,
  openPoints,
  type StoredDeal,
  type WaitingOrder,
} from '../server/orders.ts';
import type { BrokerView } from './terminal.ts';

type At = Readonly<{ market: Market; view: BrokerView; worth: Worth; currencyDigits: number }>;

export function symbolRecord(terms: SymbolTerms, { view, worth }: At): TerminalSymbolSpec {
  const quote = view.quote(terms.symbol) ?? { bid: 0, ask: 0 };
  const price = (points: number) => decimalFromUnits(points, terms.digits);
  const volume = (units: number) => decimalFromUnits(units, terms.volumeDigits);
  return {
    symbol: terms.symbol,
    digits: terms.digits,
    contract_size: decimalFromUnits(terms.contractSize, 0),
    tick_size: price(1),
    tick_value_profit: worth.tickValue(terms, true).toFixed(8),
    tick_value_loss: worth.tickValue(terms, false).toFixed(8),
    volume_min: volume(terms.volumeMin),
    volume_max: volume(terms.volumeMax),
    volume_step: volume(terms.volumeStep),
    volume_limit: volume(terms.volumeLimit),
    stops_level: terms.stopsLevel,
    freeze_level: terms.freezeLevel,
    trade_mode: terms.tradeMode,
    execution: terms.execution,
    filling: terms.filling,
    base: terms.base,
    profit: terms.profit,
    margin: terms.base,
    swap_long: terms.swapLong.toFixed(2),
    swap_short: terms.swapShort.toFixed(2),
    swap_mode: 'points',
    swap_3days: 3,
    bid: price(quote.bid),
    ask: price(quote.ask),
  };
}

export function positionRecord(position: HeldPosition, at: At): TerminalPosition {
  const { digits, volumeDigits } = termsOf(at.market, position.symbol);
  const quote = at.view.quote(position.symbol) ?? { bid: 0, ask: 0 };
  return {
    ticket: position.ticket,
    symbol: position.symbol,
    side: position.side,
    lots: decimalFromUnits(position.volume, volumeDigits),
    open_price: decimalFromUnits(openPoints(position), digits),
    ...stops(position, digits),
    price: decimalFromUnits(position.side === 'BUY' ? quote.bid : quote.ask, digits),
    profit: decimalFromUnits(at.worth.floating(position), at.currencyDigits),
    swap: decimalFromUnits(position.swap, at.currencyDigits),
    magic: position.magic,
    comment: position.comment,
    opened: position.openedMs,
  };
}

export function orderRecord(order: WaitingOrder, { market }: At): TerminalOrder {
  const { digits, volumeDigits } = termsOf(market, order.symbol);
  return {
    ticket: order.ticket,
    symbol: order.symbol,
    type: order.side === 'BUY' ? 'buy' : 'sell',
    lots: decimalFromUnits(order.volume, volumeDigits),
    price: decimalFromUnits(order.price, digits),
    ...stops(order, digits),
    magic: order.magic,
    comment: order.comment,
  };
}

export function dealRecord(deal: StoredDeal, currencyDigits: number): TerminalDeal {
  const { digits } = deal;
  const money = (minor: number) => decimalFromUnits(minor, currencyDigits);
  return {
    ticket: deal.ticket,
    order: deal.order,
    position: deal.position,
    symbol: deal.symbol,
    type: deal.type,
    entry: deal.entry,
    reason: deal.reason,
    lots: decimalFromUnits(deal.volume, deal.volumeDigits),
    price: decimalFromUnits(deal.price, digits),
    digits,
    ...stops(deal, digits),
    time: deal.timeMs,
    profit: money(deal.profit),
    commission: money(deal.commission),
    swap: money(deal.swap),
    fee: money(deal.fee),
    magic: deal.magic,
    comment: deal.comment,
  };
}

/** The account's money as answers and events tell it. */
export function moneyRecord(view: BrokerView, currencyDigits: number) {
  const money = (minor: number) => decimalFromUnits(minor, currencyDigits);
  return {
    balance: money(view.balance),
    equity: money(view.equity),
    margin: money(view.margin),
    free_margin: money(view.equity - view.margin),
    server_time: Math.floor(view.shownMs / 1_000),
  };
}

function stops(
  { stopLoss, takeProfit }: Readonly<{ stopLoss: number | null; takeProfit: number | null }>,
  digits: number,
) {
  return {
    sl: stopLoss === null ? null : decimalFromUnits(stopLoss, digits),
    tp: takeProfit === null ? null : decimalFromUnits(takeProfit, digits),
  };
}

function termsOf(market: Market, symbol: string): SymbolTerms {
  const terms = market.terms.get(symbol);
  if (!terms) throw new Error(`${symbol} is not traded here`);
  return terms;
}
