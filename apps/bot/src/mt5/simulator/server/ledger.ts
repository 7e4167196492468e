import { ratesFrom } from '@quorate/trading/account/rates';
import { type Valuation, valuationOf } from '@quorate/trading/account/valuation';
import { roundHalfAway } from '@quorate/trading/rounding';
import { currencyOf, money } from '@quorate/values/money';
import type { Market } from '../market/market.ts';
import type { SymbolTerms } from '../market/symbol-terms.ts';
import type { SimulatedAccount } from './account.ts';
import type { Fill, HeldPosition, StoredDeal } from './orders.ts';

/** What moves and volumes are worth in minor units of the account; 0 where no rate is known, as in a terminal. */
export type Worth = Readonly<{
  /** @param pointUnits points moved times units of volume, negative for a loss */
  profit(terms: SymbolTerms, pointUnits: number): number;
  margin(terms: SymbolTerms, volume: number): number;
  /** What the position would bring if it were closed now, without its swap. */
  floating(position: HeldPosition): number;
  /** Of one lot and one point, in major units. */
  tickValue(terms: SymbolTerms, gain: boolean): number;
}>;

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
    const { side, ...filled } = fill;
    return book({
      ...filled,
      position,
      type: side === 'BUY' ? 'buy' : 'sell',
      entry,
      digits: terms.digits,
      volumeDigits: terms.volumeDigits,
      ...money,
      commission: perLot(terms, terms.commissionPerLot, fill.volume),
      fee: perLot(terms, terms.feePerLot, fill.volume),
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

function createWorth(market: Market, account: SimulatedAccount): Worth {
  const currency = currencyOf(account.currency);
  const rates = ratesFrom(() =>
    [...market.terms.values()].map(({ symbol, digits, base, profit }) => {
      const { bid, ask } = market.quote(symbol) ?? NO_QUOTE;
      const scale = 10 ** digits;
      const pair = { base: currencyOf(base), quote: currencyOf(profit) };
      return { ...pair, bid: bid / scale, ask: ask / scale };
    }),
  );
  const valuations = new Map<SymbolTerms, Valuation>();

  function valuation(terms: SymbolTerms): Valuation {
    const known = valuations.get(terms);
    if (known) return known;
    const instrument = {
      ...terms,
      volumeStep: unit(terms),
      baseCurrency: currencyOf(terms.base),
      quoteCurrency: currencyOf(terms.profit),
      commissionPerLotPerSide: money(terms.commissionPerLot, currency),
    };
    const made = valuationOf(instrument, currency, rates);
    if (made.kind === 'denied') throw new Error(made.message);
    valuations.set(terms, made);
    return made;
  }

  function profit(terms: SymbolTerms, pointUnits: number): number {
    const quote = market.quote(terms.symbol) ?? NO_QUOTE;
    const one = { steps: 1, step: unit(terms) };
    return roundHalfAway(valuation(terms).minorOf(pointUnits, one, quote)) || 0;
  }

  return {
    profit,
    margin(terms, volume) {
      const quote = market.quote(terms.symbol) ?? NO_QUOTE;
      const lots = { steps: volume, step: unit(terms) };
      return roundHalfAway(valuation(terms).marginMinorOf(lots, quote, account.leverage)) || 0;
    },
    floating(position) {
      const terms = market.terms.get(position.symbol);
      const quote = market.quote(position.symbol);
      if (!terms || !quote) return 0;
      const buy = position.side === 'BUY';
      const value = (buy ? quote.bid : quote.ask) * position.volume - position.openValue;
      return profit(terms, buy ? value : -value);
    },
    tickValue(terms, gain) {
      const rate = rates.rate(currencyOf(terms.profit), currency);
      return rate ? (terms.contractSize / 10 ** terms.digits) * (gain ? rate.bid : rate.ask) : 0;
    },
  };
}

const NO_QUOTE = { bid: Number.NaN, ask: Number.NaN };

/** Volumes are counted in the smallest units that the symbol can name. */
function unit({ volumeDigits }: SymbolTerms) {
  return { units: 1, digits: volumeDigits };
}

/** A cost of so much for each lot. */
function perLot({ volumeDigits }: SymbolTerms, minor: number, volume: number): number {
  return -roundHalfAway((minor * volume) / 10 ** volumeDigits) || 0;
}
