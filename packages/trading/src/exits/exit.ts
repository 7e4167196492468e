import type { Instrument } from '../account/instrument.ts';
import type { Side } from '../account/order.ts';
import type { Quote } from '../account/valuation.ts';
import type { CandleSeries } from '../market/candle.ts';
import type { NumberSetting } from '../risk/rule.ts';

/** What of a symbol's terms bounds an exit. */
export type ExitTerms = Pick<
  Instrument,
  'symbol' | 'volumeMinSteps' | 'stopsLevelPoints' | 'freezeLevelPoints' | 'tickPoints'
>;

/** An open position at the close of a bar, all prices in whole points: what an exit may look at. */
export type ExitFacts = Readonly<{
  side: Side;
  entry: number;
  /** From the opening price to its first stop: 1 R in price. null where the first stop is not known. */
  riskPoints: number | null;
  /** The stop as it stands now; null for none. */
  stopLoss: number | null;
  takeProfit: number | null;
  /** Volume that was ever opened, and what of it is open, in whole steps. */
  openedSteps: number;
  openSteps: number;
  /** How far the closing side of the quote has been in the position's favour since its opening; 0 or more. */
  bestPoints: number;
  /** Bars that have closed since it was opened, the one that it was opened in included. */
  barsHeld: number;
  series: CandleSeries;
  /** The bar that has closed. */
  index: number;
  /** ATR(14) at this bar; not a number before there is one. */
  atrPoints: number;
  /** What an order would meet now. */
  quote: Quote;
  instrument: ExitTerms;
  /** Probability, in percent, that a verdict at this bar gives the other direction; null without such a verdict. */
  oppositePercent: number | null;
}>;

/** What an exit would like done now. It is checked before it is done: see `decideExits`. */
export type ExitWish =
  /** The stop goes there, if that is nearer to the price than where it stands. */
  | Readonly<{ act: 'stop'; points: number }>
  /** At most so much stays open; nothing where that is so already. */
  | Readonly<{ act: 'leave'; steps: number }>
  | Readonly<{ act: 'close' }>;

/** A setting of an exit; all of them may be left out, and an exit without its setting is off. */
export type ExitSetting = NumberSetting & Readonly<{ field: string }>;
export type ExitSettingsOf = Readonly<Record<string, ExitSetting>>;
export type ExitValues<Own extends ExitSettingsOf> = Readonly<{
  [Key in keyof Own]: Own[Key] extends { optional: true } ? number | null : number;
}>;

/** One way to manage what is open: its words, and what it wants at the close of a bar. */
export type Exit<Own extends ExitSettingsOf> = Readonly<{
  /** Under this name the record keeps what it did. */
  name: string;
  label: string;
  /** What it does, for the handbook. */
  does: string;
  check(facts: ExitFacts & Readonly<{ settings: ExitValues<Own> }>): ExitWish | undefined;
}>;

/** 1 for a buy and -1 for a sell, whose market stands on its head. */
export function signOf(side: Side): 1 | -1 {
  return side === 'BUY' ? 1 : -1;
}

/** How far it has been in the position's favour, in R; 0 where its first stop is not known. */
export function bestR({ bestPoints, riskPoints }: ExitFacts): number {
  return riskPoints === null ? 0 : bestPoints / riskPoints;
}

/** A stop so far from a price towards the losing side; rounded away from the price. */
export function stopBehind(side: Side, price: number, points: number): number {
  return side === 'BUY' ? Math.floor(price - points) : Math.ceil(price + points);
}
