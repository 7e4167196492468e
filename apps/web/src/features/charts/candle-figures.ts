import type { Trade } from '@quorate/contract/trades';
import { formatPrice } from '@quorate/ui/format';
import { formatTime } from '@quorate/ui/time-format';

/** A bar by the time it opened at, UTC in ISO 8601. Prices are the symbol's own. */
export type CandleBar = { time: string; open: number; high: number; low: number; close: number };

/** What of a trade is drawn on its candles. */
export type CandleTrade = Pick<
  Trade,
  | 'trade_type'
  | 'symbol'
  | 'digits'
  | 'price'
  | 'close_price'
  | 'stop_loss'
  | 'take_profit'
  | 'opened_at'
  | 'closed_at'
>;

export type Level = { name: 'Entry' | 'Stop' | 'Target' | 'Exit'; price: number };

/** The trade's prices, those it has: an open one has no exit, and a stop or target may be missing. */
export function levelsOf(trade: CandleTrade): Level[] {
  const levels: { name: Level['name']; price: number | null }[] = [
    { name: 'Target', price: trade.take_profit },
    { name: 'Entry', price: trade.price },
    { name: 'Exit', price: trade.close_price },
    { name: 'Stop', price: trade.stop_loss },
  ];
  return levels.flatMap(({ name, price }) => (price === null ? [] : [{ name, price }]));
}

/** The bar in which a moment lies: the last that opened by then. Null before the first. */
export function barAt(bars: readonly CandleBar[], moment: string): number | null {
  const at = Date.parse(moment);
  const found = bars.findLastIndex(({ time }) => Date.parse(time) <= at);
  return found === -1 ? null : found;
}

/** What is said of one bar. */
export function barWords(bar: CandleBar, digits: number, timeZone: string): string {
  const price = (value: number) => formatPrice(value, digits);
  return `${formatTime(bar.time, timeZone)}: open ${price(bar.open)}, high ${price(bar.high)}, low ${price(bar.low)}, close ${price(bar.close)}`;
}
