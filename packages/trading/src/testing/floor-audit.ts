import { type Instant, instant } from '@quorate/values/instant';
import type { Money } from '@quorate/values/money';
import type { Deal } from '../account/deal.ts';
import type { Instrument } from '../account/instrument.ts';
import { type PairQuote, ratesFrom } from '../account/rates.ts';
import { type Quote, type Valuation, valuationOf } from '../account/valuation.ts';
import { rollFloors, startFloors, watchFloors } from '../governor/floors.ts';
import type { FloorsState, RuleSet } from '../governor/rule-set.ts';
import { createSlipReserve, LEAST_SHARE, type SlipReserve } from '../governor/slip-reserve.ts';
import type { LoopEvent } from '../loop/trading-loop-events.ts';
import { type CandleSeries, closeTimeAt } from '../market/candle.ts';
import { tradingDayOf } from '../market/trading-day.ts';

/** A moment at which equity was at or below a floor, at the worst order of the prices of its bars. */
export type Crossing = Readonly<{
  asOf: Instant;
  kind: 'day' | 'week' | 'total';
  equityMinor: number;
  floorMinor: number;
  /** Symbols that left a position in that bar with a worse slip than was kept for it, with both in points. */
  beyondReserve: readonly string[];
}>;

export type FloorAudit = Readonly<{
  /** Days with at least one bar. */
  days: number;
  crossings: readonly Crossing[];
  /** Days on which the day's line was crossed, and times that a week's or a total line was. */
  daysBeyond: number;
  weeksBeyond: number;
  totalCrossings: number;
  /** New accounts after a total line was crossed or locked. */
  accounts: number;
}>;

type Open = { readonly opening: Deal; steps: number };

/**
 * Walks the bars of a run again, with nothing but its deals, and looks at each moment at the worst order of
 * prices: first everything that is open is at its best (so that what trails equity is as high as it can be), then
 * everything is at its worst, no further than where it left. Commission and fees count when they are paid.
 *
 * @param events of the run, all of them, in order
 */
export function auditFloors(
  input: Readonly<{
    series: readonly CandleSeries[];
    instruments: readonly Instrument[];
    start: Money;
    ruleSet: RuleSet;
    initialMinor?: number;
  }>,
  events: readonly LoopEvent[],
): FloorAudit {
  const { series, instruments, start, ruleSet } = input;
  const { currency } = start;
  const markets = series.map((bars, at): AuditedMarket => {
    const instrument = instruments[at];
    if (!instrument) throw new RangeError(`there is no instrument ${at}`);
    return { bars, instrument, next: 0, quote: undefined, reserve: createSlipReserve(bars) };
  });
  const rates = ratesFrom(() => markets.flatMap(pairQuoteOf));
  const valued = new Map<string, Valuation>();
  for (const { instrument } of markets) {
    const valuation = valuationOf(instrument, currency, rates);
    if (valuation.kind === 'valuation') valued.set(instrument.symbol, valuation);
  }
  const deals = events.flatMap((event) => (event.kind === 'deal' ? [event.deal] : []));
  const again = new Set(
    events.flatMap((event) =>
      event.kind === 'governed' && event.act === 'began_again' ? [event.asOf] : [],
    ),
  );
  const open = new Map<string, Open>();
  const crossings: Crossing[] = [];
  const days = new Set<number>();
  let balance = start.minor;
  let equity = balance;
  let nextDeal = 0;
  let accounts = 1;
  let endedOn: number | null = null;
  let floors: FloorsState | undefined;

  for (;;) {
    const closes = markets.map(({ bars, next }) =>
      next < bars.length ? closeTimeAt(bars, next) : Number.POSITIVE_INFINITY,
    );
    const asOf = Math.min(...closes);
    if (!Number.isFinite(asOf)) break;
    const now = markets.filter((_, at) => closes[at] === asOf);
    const openedAt = instant(Math.min(...now.map(({ bars, next }) => bars.time[next] ?? asOf)));
    days.add(tradingDayOf(openedAt));
    const figures = { balanceMinor: balance, equityMinor: equity };
    const initialMinor = input.initialMinor ?? start.minor;
    floors ??= startFloors(ruleSet, { ...figures, initialMinor, currency }, openedAt);
    floors = rollFloors(floors, ruleSet, openedAt, figures);
    if (endedOn !== null && tradingDayOf(openedAt) > endedOn && open.size === 0) {
      floors = startFloors(ruleSet, { ...figures, initialMinor: balance, currency }, openedAt);
      endedOn = null;
      accounts += 1;
    }
    const left: Deal[] = [];
    let best = balance;
    let worst = balance;
    for (; (deals[nextDeal]?.time ?? Number.POSITIVE_INFINITY) < asOf; nextDeal += 1) {
      const deal = deals[nextDeal];
      if (!deal) break;
      if (deal.entry === 'in') {
        open.set(deal.positionTicket, { opening: deal, steps: deal.lots.steps });
        best += paidOf(deal);
        worst += paidOf(deal);
        balance += paidOf(deal);
        continue;
      }
      left.push(deal);
    }
    if (open.size > 0) {
      for (const deal of left) worst += netOf(deal);
      for (const { opening, steps } of open.values()) {
        const market = markets.find(({ instrument }) => instrument.symbol === opening.symbol);
        const valuation = valued.get(opening.symbol);
        if (!market || !valuation) continue;
        const [good, bad] = extremes(opening, market, asOf);
        const gone = left
          .filter((deal) => deal.positionTicket === opening.positionTicket)
          .reduce((sum, deal) => sum + deal.lots.steps, 0);
        best += floating(opening, steps, good, valuation);
        worst += floating(opening, steps - gone, bad, valuation);
      }
      const risen = watchFloors(floors, ruleSet, instant(asOf), Math.floor(best));
      for (const [at, line] of ruleSet.lines.entries()) {
        const floorMinor = risen.lines[at]?.floorMinor ?? Number.NEGATIVE_INFINITY;
        const known = floors.lines[at]?.touchedAt !== null;
        if (worst > floorMinor || known) continue;
        crossings.push({
          asOf: instant(asOf),
          kind: line.kind,
          equityMinor: Math.floor(worst),
          floorMinor,
          beyondReserve: left.flatMap((deal) => slippedBeyond(deal, markets, valued)),
        });
        if (line.kind === 'total') endedOn ??= tradingDayOf(openedAt);
      }
      floors = watchFloors(risen, ruleSet, instant(asOf), Math.floor(worst));
    }
    for (const deal of left) take(deal);
    for (const market of now) {
      const { bars, next } = market;
      market.quote = { bid: bars.close[next] ?? 0, ask: bars.askClose[next] ?? 0 };
      market.next += 1;
    }
    for (; (deals[nextDeal]?.time ?? Number.POSITIVE_INFINITY) <= asOf; nextDeal += 1) {
      const deal = deals[nextDeal];
      // A stop or a target at that moment is the opening of the next bar.
      if (deal?.reason !== 'close') break;
      take(deal);
    }
    equity = balance;
    for (const { opening, steps } of open.values()) {
      const quote = markets.find(({ instrument }) => instrument.symbol === opening.symbol)?.quote;
      const valuation = valued.get(opening.symbol);
      if (quote && valuation) equity += floating(opening, steps, quote, valuation);
    }
    const after = { balanceMinor: balance, equityMinor: Math.floor(equity) };
    floors = rollFloors(floors, ruleSet, instant(asOf), after);
    floors = watchFloors(floors, ruleSet, instant(asOf), after.equityMinor);
    if (again.has(instant(asOf))) {
      floors = startFloors(ruleSet, { ...after, initialMinor: balance, currency }, instant(asOf));
      endedOn = null;
      accounts += 1;
    }
  }
  const countOf = (kind: Crossing['kind']) => crossings.filter((each) => each.kind === kind);
  return {
    days: days.size,
    crossings,
    daysBeyond: new Set(countOf('day').map(({ asOf }) => tradingDayOf(asOf))).size,
    weeksBeyond: countOf('week').length,
    totalCrossings: countOf('total').length,
    accounts,
  };

  function take(deal: Deal): void {
    balance += netOf(deal);
    const each = open.get(deal.positionTicket);
    if (!each) return;
    each.steps -= deal.lots.steps;
    if (each.steps === 0) open.delete(deal.positionTicket);
  }
}

type AuditedMarket = {
  readonly bars: CandleSeries;
  readonly instrument: Instrument;
  readonly reserve: SlipReserve;
  next: number;
  quote: Quote | undefined;
};

function pairQuoteOf({ instrument, quote }: AuditedMarket): PairQuote[] {
  if (!quote) return [];
  const { baseCurrency: base, quoteCurrency, digits } = instrument;
  const unit = 10 ** digits;
  return [{ base, quote: quoteCurrency, bid: quote.bid / unit, ask: quote.ask / unit }];
}

function paidOf({ commission, swap, fee }: Deal): number {
  return commission.minor + swap.minor + fee.minor;
}

function netOf(deal: Deal): number {
  return deal.profit.minor + paidOf(deal);
}

/** Best and worst quote of a position in the bar that closes now; the newest one where its symbol has none. */
function extremes(
  opening: Deal,
  { bars, next, quote }: AuditedMarket,
  asOf: number,
): [Quote, Quote] {
  const none = quote ?? { bid: opening.price.points, ask: opening.price.points };
  if (next >= bars.length || closeTimeAt(bars, next) !== asOf) return [none, none];
  const target = opening.takeProfit?.points ?? null;
  if (opening.side === 'BUY') {
    const high = Math.min(bars.high[next] ?? 0, target ?? Number.POSITIVE_INFINITY);
    return [quoteAt(high), quoteAt(bars.low[next] ?? 0)];
  }
  const low = Math.max(bars.askLow[next] ?? 0, target ?? Number.NEGATIVE_INFINITY);
  return [quoteAt(low), quoteAt(bars.askHigh[next] ?? 0)];
}

function quoteAt(points: number): Quote {
  return { bid: points, ask: points };
}

function floating({ side, price, lots }: Deal, steps: number, quote: Quote, valuation: Valuation) {
  const points = side === 'BUY' ? quote.bid - price.points : price.points - quote.ask;
  return valuation.minorOf(points, { ...lots, steps }, quote);
}

/** Whether an exit missed its stop by more than was kept for it at the close of the bar before. */
function slippedBeyond(
  deal: Deal,
  markets: readonly AuditedMarket[],
  valued: ReadonlyMap<string, Valuation>,
): string[] {
  const market = markets.find(({ instrument }) => instrument.symbol === deal.symbol);
  const valuation = valued.get(deal.symbol);
  const stop = deal.stopLoss?.points;
  const before = market?.quote;
  if (!market || !valuation || stop === undefined || !before) return [];
  const missed = deal.side === 'SELL' ? stop - deal.price.points : deal.price.points - stop;
  const perPoint = valuation.minorOf(1_000, deal.lots, before) / 1_000;
  const slipped = missed - (perPoint > 0 ? deal.fee.minor / perPoint : 0);
  const way = deal.side === 'SELL' ? before.bid - stop : stop - before.ask;
  const kept = Math.max(market.reserve.pointsAt(market.next - 1), LEAST_SHARE * Math.max(0, way));
  if (slipped <= kept) return [];
  return [`${deal.symbol} slipped ${Math.round(slipped)} points, ${Math.round(kept)} were kept`];
}
