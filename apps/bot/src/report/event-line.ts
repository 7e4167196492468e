import type { Trade } from '@quorate/trading/account/trade';
import type { LoopEvent } from '@quorate/trading/loop/trading-loop-events';
import { isoFromInstant } from '@quorate/values/instant';
import { lotsToDecimal } from '@quorate/values/lots';
import { formatMoney } from '@quorate/values/money';
import { priceToDecimal } from '@quorate/values/price';

/** An event as a line for people who watch, or null for what says nothing to them. */
export function eventLine(event: LoopEvent): string | null {
  const text = eventText(event);
  if (text === null) return null;
  return `${isoFromInstant(event.asOf).slice(0, 16).replace('T', ' ')} ${text}`;
}

/** The same without its time. */
export function eventText(event: LoopEvent): string | null {
  switch (event.kind) {
    case 'limit':
      return event.notice.message;
    case 'decision':
      return `decided to ${event.decision.action}: ${event.decision.reason}`;
    case 'refusal':
      return `refused: ${event.refusal.message}`;
    case 'trade-opened':
      return `opened ${tradeText(event.trade)}`;
    case 'trade-changed':
      return `partly closed ${tradeText(event.trade)}`;
    case 'trade-closed':
      return `closed ${tradeText(event.trade)} at ${event.trade.closePrice ? priceToDecimal(event.trade.closePrice) : 'no price'}: ${formatMoney(event.trade.profit)}`;
    case 'unavailable':
      return `no decision: ${event.message}`;
    case 'cash-flow':
      return `paid in or out: ${formatMoney(event.amount)}, for the limits neither gain nor loss`;
    case 'bar':
    case 'limits':
    case 'order':
    case 'deal':
      return null;
  }
}

function tradeText(trade: Trade): string {
  return `${trade.side} ${lotsToDecimal(trade.lots)} ${trade.symbol} at ${priceToDecimal(trade.openPrice)}`;
}
