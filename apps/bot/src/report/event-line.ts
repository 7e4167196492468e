import type { Trade } from '@quorate/trading/account/trade';
import type { LoopEvent, QuietEvent } from '@quorate/trading/loop/trading-loop-events';
import { isoFromInstant } from '@quorate/values/instant';
import { lotsToDecimal } from '@quorate/values/lots';
import { formatMoney } from '@quorate/values/money';
import { priceToDecimal } from '@quorate/values/price';
import { t } from '../words.ts';
import type { Output } from './output.ts';

/**
 * An event as a line for people who watch, or null for what says nothing to them.
 *
 * @param isStamped the line will stand behind its own date: the time of the bar is enough
 */
export function eventLine(event: LoopEvent, isStamped = false): string | null {
  const text = eventText(event);
  if (text === null) return null;
  const at = isoFromInstant(event.asOf).slice(0, 16).replace('T', ' ');
  const about = NAMELESS.has(event.kind) ? `${event.symbol}: ` : '';
  return `${isStamped ? at.slice(-5) : at} ${about}${text}`;
}

/** Their text does not say of which symbol they are. */
const NAMELESS = new Set<LoopEvent['kind']>(['decision', 'refusal', 'unavailable']);

const DECIDED = {
  BUY: 'decided to buy',
  SELL: 'decided to sell',
  HOLD: 'decided not to trade',
} as const;

/** The same without its time, for a page that shows the symbol beside it. */
export function eventText(event: LoopEvent): string | null {
  switch (event.kind) {
    case 'limit':
      return event.notice.message;
    case 'decision':
      return `${DECIDED[event.decision.action]}. ${event.decision.reason}`;
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
    case 'quiet':
      return quietText(event);
    case 'bar':
    case 'touch':
    case 'limits':
    case 'floors':
    case 'order':
    case 'deal':
      return null;
  }
}

/** @example 'EURUSD: nothing to ask, 1 of 3 analysts lean up' */
function quietText({ symbol, leans, heldBy }: QuietEvent): string {
  if (heldBy) return t`${{ symbol }}: not asked. ${{ message: heldBy.message }}`;
  if (leans === null) return t`${{ symbol }}: nothing to ask, too few bars yet`;
  const { up, down, analysts } = leans;
  if (up > 0 && down > 0)
    return t`${{ symbol }}: nothing to ask, of ${{ analysts }} analysts ${{ up }} lean up and ${{ down }} down`;
  if (up > 0)
    return t`${{ symbol }}: nothing to ask, ${{ up }} of ${{ analysts }} analysts lean up`;
  if (down > 0)
    return t`${{ symbol }}: nothing to ask, ${{ down }} of ${{ analysts }} analysts lean down`;
  return t`${{ symbol }}: nothing to ask, none of ${{ analysts }} analysts leans`;
}

function tradeText(trade: Trade): string {
  return `${trade.side} ${lotsToDecimal(trade.lots)} ${trade.symbol} at ${priceToDecimal(trade.openPrice)}`;
}

/**
 * Tells a run's events to whoever watches. Limits and refusals come hundreds of times in years of
 * candles: without `verbose` each kind is told once, and the summary counts the rest.
 *
 * @param also what is to be said after a line
 */
export function tellEvents(
  output: Output,
  verbose: boolean,
  also: () => string = () => '',
): (event: LoopEvent) => void {
  const told = new Set<string>();
  return (event) => {
    if (!verbose && !isNews(told, event)) return;
    const line = eventLine(event, output.isStamped);
    if (line !== null) output.line(`${line}${also()}`);
  };
}

function isNews(told: Set<string>, event: LoopEvent): boolean {
  if (event.kind !== 'limit' && event.kind !== 'refusal') return false;
  const code = event.kind === 'limit' ? event.notice.code : event.refusal.code;
  if (told.has(code)) return false;
  told.add(code);
  return true;
}
