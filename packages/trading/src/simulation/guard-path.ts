import type { Deal } from '../account/deal.ts';
import type { Quote } from '../account/valuation.ts';
import type { FloorTrail, LastLine } from '../loop/ports.ts';
import { closeTimeAt } from '../market/candle.ts';
import type { BarAt } from './bar-quotes.ts';
import { swapOf } from './costs.ts';
import { floatingMinor, type Held } from './held-position.ts';

/** A position with the quotes at which its bar was best and worst for it; the same where it has no bar now. */
export type HeldPath = Readonly<{ each: Held; best: Quote; worst: Quote; bar: BarAt | undefined }>;

/**
 * What a bar offers a position at its best and at its worst, no further than its target and its stop. A bar does
 * not tell in which order its prices came.
 */
export function pathOf(each: Held, { series, index }: BarAt): HeldPath {
  const { side, stopLoss, takeProfit } = each.position;
  const spread = Math.max(0, (series.askClose[index] ?? 0) - (series.close[index] ?? 0));
  if (side === 'BUY') {
    const high = Math.min(series.high[index] ?? 0, takeProfit?.points ?? Number.POSITIVE_INFINITY);
    const low = Math.max(series.low[index] ?? 0, stopLoss?.points ?? Number.NEGATIVE_INFINITY);
    const best = { bid: high, ask: high + spread };
    return { each, best, worst: { bid: low, ask: low + spread }, bar: { series, index } };
  }
  const low = Math.max(series.askLow[index] ?? 0, takeProfit?.points ?? Number.NEGATIVE_INFINITY);
  const high = Math.min(series.askHigh[index] ?? 0, stopLoss?.points ?? Number.POSITIVE_INFINITY);
  const best = { bid: low - spread, ask: low };
  return { each, best, worst: { bid: high - spread, ask: high }, bar: { series, index } };
}

/** The floor once equity has been as high as that. */
export function trailedFloor(trail: FloorTrail | null, peakMinor: number): number {
  if (!trail) return Number.NEGATIVE_INFINITY;
  const { keptShare, lessMinor, mostMinor } = trail;
  const floor = Math.ceil(Math.max(trail.peakMinor, peakMinor) * keptShare - lessMinor);
  return mostMinor === null ? floor : Math.min(floor, mostMinor);
}

/** Where the last line closes everything inside a bar, or how high equity was where it does not. */
export type GuardWalk = Readonly<{
  /** Highest equity of the walk. */
  peakMinor: number;
  /** 0 at everybody's best price, 1 at everybody's worst; null where the line is not met. */
  closesAt: number | null;
}>;

/**
 * Walks the worst order of prices that the bars of one moment allow: first everything that is open is at its best,
 * so that a floor that trails equity is as high as it can be, then everything falls together to its worst. At the
 * floor, the buffer and the cost of closing the last line closes, as it does on a terminal that sees every tick.
 *
 * @param goneMinor what positions that left in these bars had won at their best, above what they left with
 */
export function walkWorstOrder(
  paths: readonly HeldPath[],
  balanceMinor: number,
  line: LastLine,
  goneMinor: number,
): GuardWalk {
  let best = balanceMinor;
  let worst = balanceMinor;
  let costs = 0;
  for (const path of paths) {
    best += floatingMinor(path.each, path.best);
    worst += floatingMinor(path.each, path.worst);
    costs += closingCost(path);
  }
  const peakMinor = best + goneMinor;
  const floor = Math.max(line.floorMinor, trailedFloor(line.trail ?? null, peakMinor));
  const level = floor + line.bufferMinor + costs;
  if (worst > level) return { peakMinor, closesAt: null };
  const fall = best - worst;
  const closesAt = fall > 0 ? Math.min(1, Math.max(0, (best - level) / fall)) : 0;
  return { peakMinor, closesAt };
}

/** Commission and swap of closing a position now, never a gain. */
function closingCost({ each, worst, bar }: HeldPath): number {
  const { position, valuation, instrument, costs } = each;
  const { lots, side, openedAt: from } = position;
  const commission = -valuation.commissionOf(lots).minor;
  if (!bar) return commission;
  const to = closeTimeAt(bar.series, bar.index);
  const swap = swapOf(costs, { instrument, side, from, to }, { lots, quote: worst, valuation });
  return commission + Math.max(0, -swap.minor);
}

/** The quote between a position's best and worst at which it is closed, rounded against it. */
export function quoteBetween({ each, best, worst }: HeldPath, share: number): Quote {
  const round = each.position.side === 'BUY' ? Math.floor : Math.ceil;
  return {
    bid: round(best.bid + share * (worst.bid - best.bid)),
    ask: round(best.ask + share * (worst.ask - best.ask)),
  };
}

/** The most that a bar can have moved a position's result, in minor units: cheap, and never too little by much. */
export function swingMinor(
  { pointMinor, position }: Held,
  { series, index }: BarAt,
  before: Quote,
): number {
  const high = Math.max(series.askHigh[index] ?? 0, before.ask || 0);
  const low = Math.min(series.low[index] ?? 0, before.bid || Number.POSITIVE_INFINITY);
  return 1.25 * pointMinor * position.lots.steps * (high - low);
}

/** What a position that leaves inside a bar had won there at its best, above what it leaves with. */
export function goneBy(each: Held, deal: Deal, bar: BarAt): number {
  const { profit, commission, swap, fee } = deal;
  const net = profit.minor + commission.minor + swap.minor + fee.minor;
  return Math.max(0, floatingMinor(each, pathOf(each, bar).best) - net);
}
