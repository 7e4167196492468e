import { OUTCOME_BARS_MAX, type OutcomeInput } from '@quorate/contract/decision-outcomes';
import { deskInputs } from '@quorate/contract/desk-inputs';
import type { CandleSeries } from '@quorate/trading/market/candle';
import { rawBarsOf } from '@quorate/trading/market/raw-bars';
import { deskReport } from '@quorate/trading/risk/desk-report';
import type { Shadow } from '@quorate/trading/simulation/shadow';
import { isoFromInstant } from '@quorate/values/instant';
import { lots, lotsToNumber } from '@quorate/values/lots';
import type { WatchedOutcome } from './outcome-watch.ts';
import { numberOrNull } from './wire.ts';

/** Bars that are sent from before the decision. */
const BARS_BEFORE = 50;
const BARS_AFTER = 10;

/**
 * An outcome as the service stores it, with the bars around it.
 *
 * @param newTouch the service does not know of the first touch: its bars go along
 */
export function outcomeToWire(
  outcome: WatchedOutcome,
  series: CandleSeries,
  newTouch: boolean,
): OutcomeInput {
  const {
    decisionId,
    revision,
    held,
    checks,
    refusal,
    shadow,
    firstTouch,
    touchedAt,
    decidedAt,
    endedAt,
    newest,
    desk,
  } = outcome;
  const last = endedAt === null ? newest : Math.min(newest, endedAt + BARS_AFTER);
  return {
    decision_id: decisionId,
    revision,
    verdict: held ? 'held' : refusal ? 'vetoed' : 'ordered',
    checks: deskReport(checks, refusal).map((check) => ({ ...check })),
    order: orderToWire(outcome, series.digits),
    fill: fillToWire(outcome),
    refusal: refusal && {
      rule: refusal.code,
      limit: refusal.limit,
      actual: refusal.actual,
      // Half a character at the cut would be refused.
      sentence: refusal.message.slice(0, 500).toWellFormed(),
    },
    shadow: shadow && shadowToWire(shadow.state(), outcome, series.digits),
    digits: series.digits,
    // Where nothing was asked for there is no trade to draw.
    bars: held ? [] : packBars(series, Math.max(0, decidedAt - BARS_BEFORE + 1), last),
    first_touch: firstTouch,
    raw_bars:
      newTouch && touchedAt !== null
        ? rawBarsOf(series, decidedAt, touchedAt).map((bar) => [...bar] as const)
        : [],
    desk_inputs: deskToWire(desk),
  };
}

/** null where it does not fit the wire: a report with too many positions still tells all else. */
function deskToWire(desk: WatchedOutcome['desk']): OutcomeInput['desk_inputs'] {
  return (desk && deskInputs.safeParse(desk).data) ?? null;
}

function orderToWire(
  { asked, order, asOf }: WatchedOutcome,
  digits: number,
): OutcomeInput['order'] {
  if (asked === null) return null;
  const { side, quote } = asked;
  return {
    side,
    lots: order ? lotsToNumber(order.lots) : null,
    ...(order && { volume_step: lotsToNumber(lots(1, order.lots.step)) }),
    stop_loss: pointsToWire(asked.stopLoss, digits),
    take_profit: pointsToWire(asked.takeProfit, digits),
    bid: quote.bid / 10 ** digits,
    ask: quote.ask / 10 ** digits,
    asked_at: isoFromInstant(asOf),
  };
}

/** Slippage is against the quote that the desk decided on; above zero costs the account. */
function fillToWire({ fill, asked, refusal }: WatchedOutcome): OutcomeInput['fill'] {
  if (fill === null || asked === null || refusal) return null;
  const { ticket, points, digits, at } = fill;
  const slippage = asked.side === 'BUY' ? points - asked.quote.ask : asked.quote.bid - points;
  return {
    ticket,
    price: points / 10 ** digits,
    at: isoFromInstant(at),
    slippage_points: slippage,
  };
}

function shadowToWire(
  { entry, exit, exitAt, reason, r }: Shadow,
  { asked }: WatchedOutcome,
  digits: number,
): OutcomeInput['shadow'] {
  return {
    entry: numberOrNull(entry),
    stop_loss: pointsToWire(asked?.stopLoss ?? null, digits),
    take_profit: pointsToWire(asked?.takeProfit ?? null, digits),
    exit: numberOrNull(exit),
    exit_reason: reason,
    exit_at: exitAt === null ? null : isoFromInstant(exitAt),
    r,
  };
}

/**
 * Bars `from` to `last` in the form they travel in. More than fit are merged, as many into one as it
 * takes: a long trade keeps its shape, its highs and its lows.
 */
export function packBars(series: CandleSeries, from: number, last: number): OutcomeInput['bars'] {
  const merged = Math.ceil((last - from + 1) / OUTCOME_BARS_MAX);
  const bars: OutcomeInput['bars'] = [];
  for (let at = from; at <= last; at += merged) {
    const end = Math.min(last, at + merged - 1);
    let high = series.high[at] ?? 0;
    let low = series.low[at] ?? 0;
    for (let each = at + 1; each <= end; each++) {
      high = Math.max(high, series.high[each] ?? 0);
      low = Math.min(low, series.low[each] ?? 0);
    }
    const seconds = Math.floor((series.time[at] ?? 0) / 1_000);
    bars.push([seconds, series.open[at] ?? 0, high, low, series.close[end] ?? 0]);
  }
  return bars;
}

function pointsToWire(points: number | null, digits: number): number | null {
  return points === null ? null : points / 10 ** digits;
}
