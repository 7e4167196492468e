import { t } from '@lingui/core/macro';
import type { OutcomeBar } from '@quorate/contract/decision-outcomes';
import { rounded } from './candle-scale.ts';
import type { DrawnTrade, TradePrices } from './drawn-trade.ts';

export type Level = Readonly<{
  name: 'target' | 'entry' | 'exit' | 'stop' | 'best' | 'worst';
  price: number;
  /** From the top, in percent. */
  y: number;
}>;

export const LEVEL_WORDS: Readonly<Record<Level['name'], string>> = {
  target: t`Target`,
  entry: t`Entry`,
  exit: t`Exit`,
  stop: t({ message: 'Stop', context: 'a price, the stop loss' }),
  best: t`Best`,
  worst: t`Worst`,
};

type Paths = Readonly<{ wicks: string; bodies: string }>;

/** A trade on its bars, in percent of the box it is drawn in. */
export type CandlePlot = Readonly<{
  rising: Paths;
  falling: Paths;
  levels: readonly Level[];
  /** The levels' names, moved apart where they would cover each other. */
  labels: readonly Level[];
  /** Where it was decided. */
  decided: number;
  entry: Readonly<{ x: number; y: number }> | null;
  exit: Readonly<{ x: number; y: number }> | null;
  isBuy: boolean;
  /** The middle of a bar. */
  middle: (at: number) => number;
}>;

/** Of the box, above and below what is drawn. */
const MARGIN = 4;
/** Between two names: a line of small text in the lowest box. */
const APART = 8.5;

export function candlePlot(
  bars: readonly OutcomeBar[],
  decidedAt: string,
  trade: DrawnTrade['trade'],
): CandlePlot {
  const prices = trade ? pricesOf(trade) : [];
  const known = prices.map(({ price }) => price);
  const highest = Math.max(...bars.map(({ high }) => high), ...known);
  const lowest = Math.min(...bars.map(({ low }) => low), ...known);
  const scale = (100 - 2 * MARGIN) / (highest - lowest || 1);
  const y = (price: number) => rounded(MARGIN + (highest - price) * scale);
  const step = 100 / (bars.length || 1);
  const middle = (at: number) => rounded((at + 0.5) * step);
  const levels = prices.map((level) => ({ ...level, y: y(level.price) }));
  const placeOf = (time: string | null, price: number | null) => {
    const at = time === null ? -1 : bars.findLastIndex((bar) => bar.time <= time);
    return at === -1 || price === null ? null : { x: middle(at), y: y(price) };
  };
  const before = bars.filter(({ time }) => time < decidedAt).length;
  return {
    ...pathsOf(bars, { y, step }),
    levels,
    labels: apart(levels),
    decided: rounded(before * step),
    entry: trade && placeOf(trade.opened_at, trade.price),
    exit: trade && placeOf(trade.closed_at, trade.close_price),
    isBuy: trade?.trade_type === 'BUY',
    middle,
  };
}

type Scale = { y: (price: number) => number; step: number };

function pathsOf(bars: readonly OutcomeBar[], { y, step }: Scale) {
  const rising = { wicks: '', bodies: '' };
  const falling = { wicks: '', bodies: '' };
  const half = rounded(step * 0.32);
  for (const [at, { open, high, low, close }] of bars.entries()) {
    const side = close >= open ? rising : falling;
    const middle = rounded((at + 0.5) * step);
    const top = y(Math.max(open, close));
    const foot = y(Math.min(open, close));
    const height = Math.max(0.4, foot - top);
    // A hollow body has no wick through it.
    side.wicks += `M${middle} ${y(high)}V${top}M${middle} ${foot}V${y(low)}`;
    side.bodies += `M${rounded(middle - half)} ${top}h${2 * half}v${rounded(height)}h${-2 * half}z`;
  }
  return { rising, falling };
}

function pricesOf(trade: TradePrices): Omit<Level, 'y'>[] {
  const { best, worst } = excursionPrices(trade);
  const all: { name: Level['name']; price: number | null }[] = [
    { name: 'target', price: trade.take_profit },
    { name: 'entry', price: trade.price },
    { name: 'exit', price: trade.close_price },
    { name: 'stop', price: trade.stop_loss },
    { name: 'best', price: best },
    { name: 'worst', price: worst },
  ];
  return all.flatMap(({ name, price }) => (price === null ? [] : [{ name, price }]));
}

/**
 * At which prices it was furthest ahead and behind: excursions are money, and the trade's own result tells what a
 * move of the price was worth. Null where it does not, and where the price is that of the entry or exit.
 */
export function excursionPrices(trade: TradePrices): {
  best: number | null;
  worst: number | null;
} {
  const { price, close_price: exit, gross_profit: gross } = trade;
  if (exit === null || gross === undefined || gross === 0 || exit === price)
    return { best: null, worst: null };
  const moneyPerPrice = gross / (exit - price);
  const at = (money: number | null | undefined) => {
    if (money === null || money === undefined || money === 0) return null;
    const found = Number((price + money / moneyPerPrice).toFixed(trade.digits));
    return found === exit || found === price ? null : found;
  };
  return { best: at(trade.best_excursion), worst: at(trade.worst_excursion) };
}

/** Names stand at their prices, or as near as the others let them, in the order of the prices. */
function apart(levels: readonly Level[]): Level[] {
  const sorted = levels.toSorted((one, other) => one.y - other.y);
  const placed: Level[] = [];
  for (const level of sorted) {
    const above = placed.at(-1);
    placed.push({ ...level, y: above ? Math.max(level.y, above.y + APART) : level.y });
  }
  // What was pushed out below goes up again, and takes with it what is in its way.
  let limit = 100 - MARGIN;
  for (let at = placed.length - 1; at >= 0; at -= 1) {
    const level = placed[at];
    if (!level) continue;
    placed[at] = { ...level, y: rounded(Math.min(level.y, limit)) };
    limit = Math.min(level.y, limit) - APART;
  }
  return placed;
}
