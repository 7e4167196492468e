import type { Instant } from '@quorate/values/instant';
import type { Side } from '../account/order.ts';
import { type CandleSeries, closeTimeAt } from '../market/candle.ts';
import { isCrossed } from '../market/candle-faults.ts';
import { createMarketReader } from '../market/market-reader.ts';
import { exitOn } from '../simulation/held-position.ts';
import { decideExits, type ExitAct } from './decide-exits.ts';
import { type ExcursionWatch, followBars, isWhollyIn, watchExcursion } from './excursion.ts';
import { type ExitTerms, signOf } from './exit.ts';
import type { ExitSettings } from './exits.ts';

/** A trade as it was opened; prices in whole points. */
export type PastTrade = Readonly<{
  side: Side;
  entry: number;
  /** The stop that it was opened with. */
  stopLoss: number;
  takeProfit: number | null;
  openedAt: Instant;
  openedSteps: number;
  terms: ExitTerms;
}>;

/** What it would have come to. `unknown`: the bars begin after its opening, or end before its end. */
export type TriedTrade =
  | Readonly<{
      kind: 'ended';
      /** Gained on the mean of the volume, in points, before costs. */
      points: number;
      endedAt: Instant;
      /** `stop`, `target`, or the name of the exit that closed it. */
      by: string;
      acts: readonly ExitAct[];
    }>
  | Readonly<{ kind: 'unknown' }>;

const UNKNOWN: TriedTrade = { kind: 'unknown' };

/**
 * What exits would have made of a past trade, by the rules of the simulated broker: stops and targets inside
 * bars, every doubt against the trade; exits at the close of each bar and from the next one on. Exits on an
 * opposite verdict do nothing here, because nobody knows the verdicts of these bars.
 *
 * @param atrs as `atrsOf(series)` gives them
 * @example tryExits(trade, series, atrsOf(series), { ...NO_EXITS, breakEvenAfterR: 1 })
 */
export function tryExits(
  trade: PastTrade,
  series: CandleSeries,
  atrs: Float64Array,
  settings: ExitSettings,
): TriedTrade {
  const { side, entry, takeProfit, openedAt, openedSteps } = trade;
  const watch = watchExcursion(openedAt, series);
  if (!watch.isWhole || openedSteps <= 0) return UNKNOWN;
  const gain = (points: number) => signOf(side) * (points - entry);
  const acts: ExitAct[] = [];
  let stopLoss = trade.stopLoss;
  let openSteps = openedSteps;
  let gained = 0;
  const ended = (points: number, at: number, by: string): TriedTrade => ({
    kind: 'ended',
    points: (gained + openSteps * gain(points)) / openedSteps,
    endedAt: closeTimeAt(series, at),
    by,
    acts,
  });
  for (let at = watch.next; at < series.length; at += 1) {
    const closed = isWhollyIn(openedAt, series, at)
      ? exitOn({ side, stopLoss, takeProfit }, series, at)
      : undefined;
    if (closed && !isCrossed(series, at))
      return ended(closed.points, at, closed.reason === 'stop-loss' ? 'stop' : 'target');
    followBars(watch, trade, series, at);
    const bid = series.close[at] ?? Number.NaN;
    const ask = series.askClose[at] ?? Number.NaN;
    const price = side === 'BUY' ? bid : ask;
    const now = { stopLoss, openSteps, index: at, atrPoints: atrs[at] ?? Number.NaN };
    const facts = factsOf(trade, watch, { ...now, series, quote: { bid, ask } });
    for (const act of decideExits(facts, settings).acts) {
      acts.push(act);
      if (act.act === 'close') return ended(price, at, act.exit);
      if (act.act === 'stop') stopLoss = act.points;
      else {
        gained += act.steps * gain(price);
        openSteps -= act.steps;
      }
    }
  }
  return UNKNOWN;
}

function factsOf(
  { side, entry, stopLoss: first, takeProfit, openedSteps, terms }: PastTrade,
  { bestPoints, bars }: ExcursionWatch,
  now: Pick<
    Parameters<typeof decideExits>[0],
    'stopLoss' | 'openSteps' | 'index' | 'atrPoints' | 'series' | 'quote'
  >,
): Parameters<typeof decideExits>[0] {
  const riskPoints = Math.abs(entry - first);
  return {
    side,
    entry,
    riskPoints: riskPoints > 0 ? riskPoints : null,
    takeProfit,
    openedSteps,
    bestPoints,
    barsHeld: bars,
    instrument: terms,
    oppositePercent: null,
    ...now,
  };
}

/** ATR(14) at each bar as a run reads it; not a number where there is none yet. */
export function atrsOf(series: CandleSeries): Float64Array {
  const reader = createMarketReader(series);
  return Float64Array.from({ length: series.length }, (_, index) => {
    reader.read(index);
    return reader.atrPoints;
  });
}
