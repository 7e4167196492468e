import type { PositionTicket } from '@quorate/values/ids';
import type { Instant } from '@quorate/values/instant';
import { isoFromInstant } from '@quorate/values/instant';
import { formatMoney, type Money } from '@quorate/values/money';
import type { MarketOrder } from '../account/order.ts';
import type { Quote } from '../account/valuation.ts';
import { denied, type Refusal } from '../risk/refusal.ts';

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
