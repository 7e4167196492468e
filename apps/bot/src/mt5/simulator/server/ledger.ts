import { roundHalfAway } from '@quorate/trading/rounding';
import type { Market } from '../market/market.ts';
import type { SymbolTerms } from '../market/symbol-terms.ts';
import type { SimulatedAccount } from './account.ts';
import type { Fill, HeldPosition, StoredDeal } from './held.ts';
import { createWorth, type Worth } from './worth.ts';

/** The account's books. The balance is the sum of the deals at every moment. */
export type Ledger = Readonly<{
  worth: Worth;
  balance(): number;
  credit(): number;
  equity(): number;
  margin(): number;
  positions(): readonly HeldPosition[];
  deals(): readonly StoredDeal[];
  /** Begins a position, adds to one, or on netting accounts reduces or reverses it. */
  execute(fill: Fill): StoredDeal;
  /** Takes a part off one position. */
  reduce(position: HeldPosition, fill: Fill): StoredDeal;
  change(position: HeldPosition, changes: Partial<HeldPosition>): void;
  /** Moves money without a trade. */
  cash(type: StoredDeal['type'], minor: number, comment: string): StoredDeal;
}>;

export function createLedger(
  market: Market,
  account: SimulatedAccount,
  nextDeal: () => string,
): Ledger {
  const worth = createWorth(market, account);
  const held = new Map<string, HeldPosition>();
  const deals: StoredDeal[] = [];
  let balance = 0;
  let credit = 0;
  const nowMs = () => market.clock.localMs(market.now());

  function termsOf(symbol: string): SymbolTerms {
    const terms = market.terms.get(symbol);
    if (!terms) throw new Error(`${symbol} is not traded here`);
    return terms;
  }

  function book(deal: Omit<StoredDeal, 'ticket' | 'timeMs'>): StoredDeal {
    const stored = { ...deal, ticket: nextDeal(), timeMs: nowMs() };
    deals.push(stored);
    if (deal.type === 'credit') credit += deal.profit;
    else balance += deal.profit + deal.commission + deal.swap + deal.fee;
    return stored;
  }

  function bookFill(
    fill: Fill,
    position: string,
    entry: StoredDeal['entry'],
    money: Readonly<{ profit: number; swap: number }>,
  ): StoredDeal {
    const terms = termsOf(fill.symbol);
    const { order, symbol, volume, price, stopLoss, takeProfit, reason, magic, comment } = fill;
    return book({
      order,
      position,
      symbol,
      type: fill.side === 'BUY' ? 'buy' : 'sell',
      entry,
      reason,
      volume,
      price,
      digits: terms.digits,
      volumeDigits: terms.volumeDigits,
      stopLoss,
      takeProfit,
      ...money,
      commission: worth.commission(terms, volume),
      fee: worth.fee(terms, volume),
      magic,
      comment,
    });
  }

  function begin(fill: Fill, ticket: string, volume = fill.volume): void {
    held.set(ticket, {
      ticket,
      symbol: fill.symbol,
      side: fill.side,
      volume,
      openValue: fill.price * volume,
      stopLoss: fill.stopLoss,
      takeProfit: fill.takeProfit,
      swap: 0,
      margin: worth.margin(termsOf(fill.symbol), volume),
      magic: fill.magic,
      comment: fill.comment,
      openedMs: nowMs(),
    });
  }

  /** What closing so much of a position brings; the shares of the rest stay exact. */
  function shareOf(position: HeldPosition, volume: number, price: number) {
    const part = (whole: number) => roundHalfAway((whole * volume) / position.volume);
    const openValue = part(position.openValue);
    const value = price * volume - openValue;
    const profit = worth.profit(termsOf(position.symbol), position.side === 'BUY' ? value : -value);
    return {
      openValue,
      margin: part(position.margin),
      money: { profit, swap: part(position.swap) },
    };
  }

  function reduce(position: HeldPosition, fill: Fill): StoredDeal {
    const { openValue, margin, money } = shareOf(position, fill.volume, fill.price);
    const left = position.volume - fill.volume;
    if (left === 0) held.delete(position.ticket);
    else {
      held.set(position.ticket, {
        ...position,
        volume: left,
        openValue: position.openValue - openValue,
        margin: position.margin - margin,
        swap: position.swap - money.swap,
      });
    }
    return bookFill(fill, position.ticket, 'out', money);
  }

  function execute(fill: Fill): StoredDeal {
    const none = { profit: 0, swap: 0 };
    const position =
      account.marginMode === 'hedging'
        ? undefined
        : [...held.values()].find(({ symbol }) => symbol === fill.symbol);
    if (!position) {
      begin(fill, fill.order);
      return bookFill(fill, fill.order, 'in', none);
    }
    if (position.side === fill.side) {
      held.set(position.ticket, {
        ...position,
        volume: position.volume + fill.volume,
        openValue: position.openValue + fill.price * fill.volume,
        margin: position.margin + worth.margin(termsOf(fill.symbol), fill.volume),
        stopLoss: fill.stopLoss ?? position.stopLoss,
        takeProfit: fill.takeProfit ?? position.takeProfit,
      });
      return bookFill(fill, position.ticket, 'in', none);
    }
    if (fill.volume <= position.volume) return reduce(position, fill);
    const { money } = shareOf(position, position.volume, fill.price);
    begin(fill, position.ticket, fill.volume - position.volume);
    return bookFill(fill, position.ticket, 'inout', money);
  }

  function sum(figure: (position: HeldPosition) => number): number {
    let total = 0;
    for (const position of held.values()) total += figure(position);
    return total;
  }

  return {
    worth,
    balance: () => balance,
    credit: () => credit,
    equity: () => balance + credit + sum((each) => worth.floating(each) + each.swap),
    margin: () => sum((each) => each.margin),
    positions: () => [...held.values()],
    deals: () => deals,
    execute,
    reduce,
    change(position, changes) {
      held.set(position.ticket, { ...position, ...changes });
    },
    cash: (type, minor, comment) =>
      book({
        order: '0',
        position: '0',
        symbol: '',
        type,
        entry: 'in',
        reason: 'client',
        volume: 0,
        price: 0,
        digits: 0,
        volumeDigits: 2,
        stopLoss: null,
        takeProfit: null,
        profit: minor,
        commission: 0,
        swap: 0,
        fee: 0,
        magic: 0,
        comment,
      }),
  };
}
