import type { PositionTicket } from '@quorate/values/ids';
import { addMilliseconds, type Instant, instant } from '@quorate/values/instant';
import { type Lots, lots } from '@quorate/values/lots';
import { money } from '@quorate/values/money';
import { type Price, price } from '@quorate/values/price';
import type { Deal } from '../account/deal.ts';
import type { Instrument } from '../account/instrument.ts';
import type { MarketOrder, OrderKey } from '../account/order.ts';
import type { Valuation } from '../account/valuation.ts';
import type { AskedTrade } from '../loop/trading-loop-events.ts';
import { type CandleSeries, closeTimeAt, timeframeMs } from '../market/candle.ts';
import { isCrossed } from '../market/candle-faults.ts';
import { type CostModel, NO_COSTS } from './costs.ts';
import { closingDeal, exitDeal, type Held, openHeld, openingDeal } from './held-position.ts';
import { stopsRefusal } from './order-checks.ts';

/** How long an order that was never placed is followed. */
export const SHADOW_BARS = 500;

/** What an order that nobody placed has come to so far. */
export type Shadow = Readonly<{
  /** null while it waits for its bar, and when it would not have been filled. */
  entry: Price | null;
  enteredAt: Instant | null;
  exit: Price | null;
  exitAt: Instant | null;
  reason: 'target' | 'stop' | 'expired' | 'open' | 'unfilled';
  /** Net over initial risk, every cost included; null until it has ended. */
  r: number | null;
}>;

/** What an order is followed on: its symbol's terms, and the costs and finer bars of the run. */
export type ShadowTerms = Readonly<{
  instrument: Instrument;
  valuation: Valuation;
  costs?: CostModel;
  inside?: CandleSeries | undefined;
}>;

/** Follows one order bar by bar; the same object as before as long as nothing has changed. */
export type ShadowWatch = Readonly<{
  barClosed(series: CandleSeries, index: number): Shadow;
  state(): Shadow;
}>;

const WAITING: Shadow = {
  entry: null,
  enteredAt: null,
  exit: null,
  exitAt: null,
  reason: 'open',
  r: null,
};

/**
 * What an order would have done by the simulated broker's rules: filled at the next bar's open, worked
 * by `exitOn`, at the same costs, nothing on a crossed quote. After `SHADOW_BARS` bars it is
 * closed at the newest quote. The account is not asked: margin may be why it was refused.
 *
 * It is no trade and belongs into no statistic.
 *
 * @param order of a volume that the instrument takes
 * @param terms `costs` are spread and commission alone where they are absent
 * @example
 * const watch = watchShadow(order, { instrument, valuation });
 * for (let bar = next; watch.state().reason === 'open'; bar++) watch.barClosed(series, bar);
 */
export function watchShadow(order: MarketOrder, terms: ShadowTerms): ShadowWatch {
  const { instrument, valuation, costs = NO_COSTS, inside } = terms;
  const nothing = money(0, terms.valuation.currency);
  let held: Held | null = null;
  let opening: Deal | null = null;
  let bars = 0;
  let shadow = WAITING;

  function fill(series: CandleSeries, index: number): void {
    const time = instant(series.time[index] ?? Number.NaN);
    if (time < order.placedAt) return;
    const quote = {
      bid: series.open[index] ?? Number.NaN,
      ask: series.askOpen[index] ?? Number.NaN,
    };
    if (time > order.expiresAt) shadow = { ...WAITING, reason: 'unfilled' };
    else if (isCrossed(series, index)) return;
    else if (stopsRefusal(order, quote, instrument)) {
      shadow = { ...WAITING, reason: 'unfilled' };
    } else {
      const ticket = 'shadow' as PositionTicket;
      const at = { ticket, time, quote, leverage: 1 };
      held = openHeld(order, order.lots, at, { instrument, valuation, costs });
      opening = openingDeal(held, { fill: { series, index, when: 'open' }, quote }, nothing);
      shadow = { ...WAITING, entry: held.position.openPrice, enteredAt: time };
    }
  }

  function end(each: Held, deal: Deal, reason: Shadow['reason']): void {
    const { initialRisk } = each.position;
    const paid = [opening, deal].map((each) => (each ? costsOf(each) : 0));
    const net = paid.reduce((sum, minor) => sum + minor, deal.profit.minor);
    shadow = {
      ...shadow,
      exit: deal.price,
      exitAt: deal.time,
      reason,
      r: initialRisk === null || initialRisk.minor === 0 ? null : net / initialRisk.minor,
    };
  }

  return {
    state: () => shadow,
    barClosed(series, index) {
      if (shadow.reason !== 'open' || series.symbol !== order.symbol) return shadow;
      if (held === null) fill(series, index);
      if (held === null) return shadow;
      bars += 1;
      if (isCrossed(series, index)) return shadow;
      const deal = exitDeal(held, { series, index, inside }, nothing);
      if (deal) end(held, deal, deal.reason === 'take-profit' ? 'target' : 'stop');
      else if (bars >= SHADOW_BARS) end(held, lastDeal(held, series, index), 'expired');
      return shadow;
    },
  };

  function lastDeal(each: Held, series: CandleSeries, index: number): Deal {
    const quote = {
      bid: series.close[index] ?? Number.NaN,
      ask: series.askClose[index] ?? Number.NaN,
    };
    const points = each.position.side === 'BUY' ? quote.bid : quote.ask;
    const time = closeTimeAt(series, index);
    const { lots } = each.position;
    const fill = { series, index, when: 'close' } as const;
    return closingDeal(each, { points, lots, time, reason: 'close', quote, fill }, nothing);
  }
}

/** The whole way of one order over bars that are known. @param from the bar after the decision's */
export function shadowOf(
  order: MarketOrder,
  terms: ShadowTerms,
  series: CandleSeries,
  from: number,
): Shadow {
  const watch = watchShadow(order, terms);
  for (let index = from; index < series.length && watch.state().reason === 'open'; index++) {
    watch.barClosed(series, index);
  }
  return watch.state();
}

/**
 * The order that the desk would have made had it not refused, for one lot: R does not depend on the
 * volume, and a refused idea has none.
 *
 * @returns null where nothing was asked for, or no stop could be set
 */
export function shadowOrder(
  { asked, asOf, decisionId }: { asked: AskedTrade | null; asOf: Instant; decisionId: string },
  { series, instrument }: { series: CandleSeries; instrument: Instrument },
): MarketOrder | null {
  if (asked === null || asked.stopLoss === null) return null;
  const { digits, symbol } = instrument;
  return {
    key: decisionId as OrderKey,
    symbol,
    side: asked.side,
    lots: oneLot(instrument),
    stopLoss: price(asked.stopLoss, digits),
    takeProfit: asked.takeProfit === null ? null : price(asked.takeProfit, digits),
    placedAt: asOf,
    expiresAt: addMilliseconds(asOf, timeframeMs(series.timeframe)),
    decisionId,
  };
}

function costsOf({ commission, swap, fee }: Deal): number {
  return commission.minor + swap.minor + fee.minor;
}

function oneLot({ volumeStep, volumeMinSteps, volumeMaxSteps }: Instrument): Lots {
  const steps = Math.round(10 ** volumeStep.digits / volumeStep.units);
  return lots(Math.min(volumeMaxSteps, Math.max(volumeMinSteps, steps)), volumeStep);
}
