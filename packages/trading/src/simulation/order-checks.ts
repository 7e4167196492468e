import type { PositionTicket } from '@quorate/values/ids';
import { type Instant, isoFromInstant } from '@quorate/values/instant';
import { type Lots, lotsToDecimal } from '@quorate/values/lots';
import { formatMoney, type Money } from '@quorate/values/money';
import { type Instrument, inStepsOf } from '../account/instrument.ts';
import type { MarketOrder, Side } from '../account/order.ts';
import type { Position } from '../account/position.ts';
import type { Quote } from '../account/valuation.ts';
import { denied, type Refusal } from '../risk/refusal.ts';

/**
 * What a broker checks about a volume before anything else.
 *
 * @returns the volume in the instrument's steps, or why it is refused
 */
export function acceptedVolume(instrument: Instrument, volume: Lots): Lots | Refusal {
  const { symbol, volumeMinSteps, volumeMaxSteps, volumeStep: step } = instrument;
  const inSteps = inStepsOf(instrument, volume);
  if (inSteps !== undefined && inSteps.steps >= volumeMinSteps && inSteps.steps <= volumeMaxSteps) {
    return inSteps;
  }
  const actual = lotsToDecimal(volume);
  if (inSteps === undefined) {
    const least = lotsToDecimal({ steps: 1, step });
    return denied(
      'volume_step',
      least,
      actual,
      `${actual} lots of ${symbol} is not a whole number of steps of ${least}.`,
    );
  }
  if (inSteps.steps < volumeMinSteps) {
    const least = lotsToDecimal({ steps: volumeMinSteps, step });
    return denied(
      'volume_below_minimum',
      least,
      actual,
      `${actual} lots of ${symbol} is below the minimum of ${least}.`,
    );
  }
  const most = lotsToDecimal({ steps: volumeMaxSteps, step });
  return denied(
    'volume_above_maximum',
    most,
    actual,
    `${actual} lots of ${symbol} is above the maximum of ${most}.`,
  );
}

/**
 * The volume that a close takes off: all, or a part that leaves a position the broker would hold.
 *
 * @param part undefined for all of it
 */
export function closingVolume(
  { position, instrument }: Readonly<{ position: Position; instrument: Instrument }>,
  part: Lots | undefined,
): Lots | Refusal {
  if (part === undefined) return position.lots;
  const volume = acceptedVolume(instrument, part);
  if ('kind' in volume) return volume;
  const { ticket, lots: open } = position;
  const left = open.steps - volume.steps;
  if (left === 0 || left >= instrument.volumeMinSteps) return volume;
  return denied(
    'volume_above_maximum',
    lotsToDecimal(open),
    lotsToDecimal(volume),
    `${lotsToDecimal(volume)} of the ${lotsToDecimal(open)} lots of ${ticket} cannot be closed: all can, or a part that leaves at least the minimum volume.`,
  );
}

/**
 * The stop or target that does not stand on its side of a quote, far enough from it.
 *
 * @param order its levels in points, null for none
 * @param stopsLevel least distance in points; a level at the price itself never stands
 */
export function stopsFault(
  order: Readonly<{ side: Side; stopLoss: number | null; takeProfit: number | null }>,
  quote: Quote,
  stopsLevel: number,
): Readonly<{ name: 'stop loss' | 'take profit'; points: number; least: number }> | undefined {
  const exit = order.side === 'BUY' ? quote.bid : quote.ask;
  const sign = order.side === 'BUY' ? 1 : -1;
  const least = Math.max(1, stopsLevel);
  const { stopLoss, takeProfit } = order;
  const toStop = stopLoss === null ? least : sign * (exit - stopLoss);
  if (!(toStop >= least)) return { name: 'stop loss', points: toStop, least };
  const toTarget = takeProfit === null ? least : sign * (takeProfit - exit);
  return toTarget >= least ? undefined : { name: 'take profit', points: toTarget, least };
}

/** Whether new levels of a position stand on their sides of the newest quote. */
export function levelsRefusal(
  { side, symbol, ticket }: Position,
  levels: Readonly<{ stopLoss: number; takeProfit: number | null }>,
  quote: Quote,
  instrument: Instrument,
): Refusal | undefined {
  const fault = stopsFault({ side, ...levels }, quote, instrument.stopsLevelPoints);
  if (!fault) return undefined;
  const { name, points, least } = fault;
  return denied(
    'stops_invalid',
    least,
    points,
    `The new ${name} of position ${ticket} (${side} ${symbol}) would stand ${points} points from the price, at least ${least} are required.`,
  );
}

/** Whether the stops of an order stand on their sides of a quote; brokers refuse them otherwise. */
export function stopsRefusal(
  order: MarketOrder,
  quote: Quote,
  instrument: Instrument,
): Refusal | undefined {
  const stopLoss = order.stopLoss?.points ?? null;
  const takeProfit = order.takeProfit?.points ?? null;
  const levels = { side: order.side, stopLoss, takeProfit };
  const fault = stopsFault(levels, quote, instrument.stopsLevelPoints);
  if (!fault) return undefined;
  const { name, points, least } = fault;
  return denied(
    'stops_invalid',
    least,
    points,
    `The ${name} of the ${order.side} of ${order.symbol} is ${points} points from the price it would be filled at, at least ${least} are required.`,
  );
}

/** Whether two orders ask for the same thing: the same key must never stand for another order. */
export function isSameOrder(a: MarketOrder, b: MarketOrder): boolean {
  return (
    a.symbol === b.symbol &&
    a.side === b.side &&
    lotsToDecimal(a.lots) === lotsToDecimal(b.lots) &&
    a.stopLoss?.points === b.stopLoss?.points &&
    a.takeProfit?.points === b.takeProfit?.points
  );
}

// What the simulated broker says no with: codes and figures in one place, words beside them.

export function keyConflict({ key }: MarketOrder): Refusal {
  return denied('key_conflict', key, key, `Key ${key} already stands for another order.`);
}

export function unknownSymbol({ symbol }: MarketOrder, known: readonly string[]): Refusal {
  const list = known.join(', ');
  return denied('unknown_symbol', list, symbol, `This account trades ${list}, not ${symbol}.`);
}

export function noStopLoss({ side, symbol }: MarketOrder): Refusal {
  return denied(
    'stop_loss_required',
    1,
    0,
    `The ${side} of ${symbol} has no stop loss; 1 is required.`,
  );
}

export function expired({ symbol, expiresAt }: MarketOrder, opened: Instant): Refusal {
  const limit = isoFromInstant(expiresAt);
  const actual = isoFromInstant(opened);
  return denied(
    'order_expired',
    limit,
    actual,
    `The order for ${symbol} was good until ${limit}; the next price came at ${actual}.`,
  );
}

export function tooLittleMargin(
  { side, symbol }: MarketOrder,
  needed: Money,
  free: Money,
): Refusal {
  return denied(
    'margin',
    free.minor,
    needed.minor,
    `The ${side} of ${symbol} needs ${formatMoney(needed)} of margin; ${formatMoney(free)} is free.`,
  );
}

export function entriesOff({ symbol }: MarketOrder): Refusal {
  return denied(
    'entries_off',
    0,
    1,
    `The last line has entries off: the order for ${symbol} is not filled.`,
  );
}

export function unknownTicket(ticket: PositionTicket, open: number): Refusal {
  return denied(
    'unknown_ticket',
    open,
    ticket,
    `No position with ticket ${ticket} is open; ${open} are.`,
  );
}

export function crossedNow(symbol: string, { bid, ask }: Quote): Refusal {
  return denied(
    'crossed_quote',
    0,
    ask - bid,
    `The newest quote of ${symbol} is crossed (bid ${bid}, ask ${ask} points); nothing is closed on it.`,
  );
}
