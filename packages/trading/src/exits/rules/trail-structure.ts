import type { CandleSeries } from '../../market/candle.ts';
import { type Exit, type ExitFacts, type ExitSettingsOf, stopBehind } from '../exit.ts';

export const settings = {
  trailSwingBars: {
    field: 'trail_swing_bars',
    label: 'Trailing behind swings',
    unit: 'bars',
    least: 1,
    most: 20,
    whole: true,
    optional: true,
    default: null,
    recommended: 'empty',
    help: 'The stop goes a point beyond the last swing low (for a sell: high), a bar with so many higher lows on both sides.',
  },
} as const satisfies ExitSettingsOf;

/** How far back a swing is looked for. */
const MOST_BARS = 200;

/** The stop hides behind the last turn of the market. */
export const exit: Exit<typeof settings> = {
  name: 'trail_structure',
  label: 'Trailing by structure',
  does: 'moves the stop a point beyond the last swing low of a buy, or swing high of a sell',
  check(facts) {
    const { trailSwingBars: wing } = facts.settings;
    if (wing === null) return undefined;
    const swing = lastSwing(facts, wing);
    return swing === null ? undefined : { act: 'stop', points: stopBehind(facts.side, swing, 1) };
  },
};

/** The newest bar since the opening that has `wing` less far bars on each side: its extreme at the closing side. */
function lastSwing({ side, series, index, barsHeld }: ExitFacts, wing: number): number | null {
  const oldest = Math.max(wing, index - MOST_BARS, index - barsHeld + 1);
  for (let at = index - wing; at >= oldest; at -= 1) {
    if (isSwing(series, at, wing, side === 'BUY')) return extreme(series, at, side === 'BUY');
  }
  return null;
}

function isSwing(series: CandleSeries, at: number, wing: number, isLow: boolean): boolean {
  const here = extreme(series, at, isLow);
  for (let off = 1; off <= wing; off += 1) {
    for (const other of [extreme(series, at - off, isLow), extreme(series, at + off, isLow)])
      if (isLow ? !(other > here) : !(other < here)) return false;
  }
  return true;
}

/** A buy is closed at the bid and a sell at the ask. */
function extreme({ low, askHigh }: CandleSeries, at: number, isLow: boolean): number {
  return (isLow ? low[at] : askHigh[at]) ?? Number.NaN;
}
