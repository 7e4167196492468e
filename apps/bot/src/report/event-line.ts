import type { Trade } from '@quorate/trading/account/trade';
import type { LoopEvent } from '@quorate/trading/loop/trading-loop-events';
import { isoFromInstant } from '@quorate/values/instant';
import { lotsToDecimal } from '@quorate/values/lots';
import { formatMoney } from '@quorate/values/money';
import { priceToDecimal } from '@quorate/values/price';
import type { Output } from './output.ts';

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
    case 'managed':
    case 'governed':
      return event.message;
    case 'cash-flow':
      return `paid in or out: ${formatMoney(event.amount)}, for the limits neither gain nor loss`;
    case 'bar':
    case 'touch':
    case 'limits':
    case 'floors':
    case 'order':
    case 'deal':
      return null;
  }
}

function tradeText(trade: Trade): string {
  return `${trade.side} ${lotsToDecimal(trade.lots)} ${trade.symbol} at ${priceToDecimal(trade.openPrice)}`;
}

/**
 * Tells a run's events to whoever watches. Limits and refusals come hundreds of times in years of
 * candles: without `verbose` each kind is told once, and the summary counts the rest.
 */
export function tellEvents(output: Output, verbose: boolean): (event: LoopEvent) => void {
  const told = new Set<string>();
  return (event) => {
    if (!verbose && !isNews(told, event)) return;
    const line = eventLine(event);
    if (line !== null) output.line(line);
  };
}

function isNews(told: Set<string>, event: LoopEvent): boolean {
  if (event.kind !== 'limit' && event.kind !== 'refusal') return false;
  const code = event.kind === 'limit' ? event.notice.code : event.refusal.code;
  if (told.has(code)) return false;
  told.add(code);
  return true;
}
