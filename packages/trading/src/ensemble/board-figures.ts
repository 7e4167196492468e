import { roundTo } from '../rounding.ts';
import { scoreEnds, Z_95 } from '../statistics/interval.ts';
import { studentQuantile } from '../statistics/record-interval.ts';
import type { CalibrationFigure, ReliabilityTenth } from './calibration-figures.ts';

/** How often price rose and fell first after a chance of so many hundredths: [hundredth, rises, falls], by hundredth. */
export type SaidCounts = readonly (readonly [hundredth: number, ups: number, downs: number])[];

/** How good a voter's chances were beside a forecast that always says the share of rises; rounded to 6 decimals. */
export type BoardFigures = Readonly<{
  outcomes: number;
  rises: number;
  /** Of the outcomes where it leaned to a side, those that came so; null where it leaned to none. */
  accuracy: CalibrationFigure | null;
  /** What is right as often who always names the side that came more often. */
  baseRate: number | null;
  brier: number | null;
  /** The same of whoever always says the share of rises. */
  brierClimatology: number | null;
  /** In nats. */
  logLoss: number | null;
  logLossClimatology: number | null;
  /** 1 less Brier score over that of climatology: above 0 it knows more than the share of rises. */
  skill: CalibrationFigure | null;
  /** The tenths in which it said anything, the lowest first. */
  curve: readonly ReliabilityTenth[];
}>;

const DECIMALS = 6;
const EVEN = 50;

/**
 * The figures of one row of the board. Votes of one voter on one bar come true together, whoever asked: intervals are as
 * wide as `effective` independent outcomes make them.
 *
 * @param effective at most the number of outcomes
 * @example boardFigures([[60, 60, 40]], 100).skill?.value // 0: it says what comes
 */
export function boardFigures(said: SaidCounts, effective: number): BoardFigures {
  const outcomes = sumOf(said, ([, ups, downs]) => ups + downs);
  const rises = sumOf(said, ([, ups]) => ups);
  if (outcomes === 0) return NOTHING;
  const worth = effective / outcomes;
  const base = rises / outcomes;
  const leaned = said.filter(([hundredth]) => hundredth !== EVEN);
  const hits = sumOf(leaned, ([hundredth, ups, downs]) => (hundredth > EVEN ? ups : downs));
  const brier = meanOf(said, outcomes, squareOf);
  return {
    outcomes,
    rises,
    accuracy: shareOf(
      hits,
      sumOf(leaned, ([, ups, downs]) => ups + downs),
      worth,
    ),
    baseRate: roundTo(Math.max(base, 1 - base), DECIMALS),
    brier: roundTo(brier, DECIMALS),
    brierClimatology: roundTo(base * (1 - base), DECIMALS),
    logLoss: roundTo(
      meanOf(said, outcomes, (p, rose) => -Math.log(rose ? p : 1 - p)),
      DECIMALS,
    ),
    logLossClimatology: roundTo(entropyOf(base), DECIMALS),
    skill: skillOf(said, { outcomes, base, effective }),
    curve: Array.from({ length: 10 }, (_, tenth) => tenthOf(said, tenth, worth)).filter(
      (point) => point !== null,
    ),
  };
}

const NOTHING: BoardFigures = {
  outcomes: 0,
  rises: 0,
  accuracy: null,
  baseRate: null,
  brier: null,
  brierClimatology: null,
  logLoss: null,
  logLossClimatology: null,
  skill: null,
  curve: [],
};

type Counts = SaidCounts[number];

function sumOf(said: SaidCounts, of: (counts: Counts) => number): number {
  return said.reduce((sum, counts) => sum + of(counts), 0);
}

/** Mean over all outcomes of what a chance and its end make. */
function meanOf(said: SaidCounts, outcomes: number, of: (p: number, rose: boolean) => number) {
  const sum = sumOf(
    said,
    ([hundredth, ups, downs]) =>
      (ups > 0 ? ups * of(hundredth / 100, true) : 0) +
      (downs > 0 ? downs * of(hundredth / 100, false) : 0),
  );
  return sum / outcomes;
}

function squareOf(p: number, rose: boolean): number {
  return (p - (rose ? 1 : 0)) ** 2;
}

function entropyOf(share: number): number {
  const term = (p: number) => (p === 0 ? 0 : -p * Math.log(p));
  return term(share) + term(1 - share);
}

type Known = Readonly<{ outcomes: number; base: number; effective: number }>;

/** The mean gain on climatology over climatology's own score, 1.96 standard errors to either side. */
function skillOf(said: SaidCounts, { outcomes, base, effective }: Known): CalibrationFigure | null {
  const climatology = base * (1 - base);
  if (climatology === 0) return null;
  const gain = (p: number, rose: boolean) => squareOf(base, rose) - squareOf(p, rose);
  const mean = meanOf(said, outcomes, gain);
  const squares = meanOf(said, outcomes, (p, rose) => (gain(p, rose) - mean) ** 2);
  const reach = Z_95 * Math.sqrt(squares / Math.max(1, effective - 1));
  return {
    value: roundTo(mean / climatology, DECIMALS),
    low: roundTo((mean - reach) / climatology, DECIMALS),
    high: roundTo((mean + reach) / climatology, DECIMALS),
  };
}

/** @param worth how many independent outcomes one is worth */
function shareOf(hits: number, outcomes: number, worth: number): CalibrationFigure | null {
  if (outcomes === 0) return null;
  const { low, high } = scoreEnds(hits / outcomes, outcomes * worth, Z_95);
  return {
    value: roundTo(hits / outcomes, DECIMALS),
    low: hits === 0 ? 0 : roundTo(low / 100, DECIMALS),
    high: hits === outcomes ? 1 : roundTo(high / 100, DECIMALS),
  };
}

function tenthOf(said: SaidCounts, tenth: number, worth: number): ReliabilityTenth | null {
  const within = said.filter(([hundredth]) => Math.floor(hundredth / 10) === tenth);
  const outcomes = sumOf(within, ([, ups, downs]) => ups + downs);
  const came = shareOf(
    sumOf(within, ([, ups]) => ups),
    outcomes,
    worth,
  );
  if (!came) return null;
  const mean = sumOf(within, ([hundredth, ups, downs]) => hundredth * (ups + downs)) / outcomes;
  return {
    from: tenth / 10,
    to: (tenth + 1) / 10,
    outcomes,
    said: roundTo(mean / 100, DECIMALS),
    came,
  };
}

/** A twentieth of a decade apart, up to 1,000 s: a quantile is at most 12% too long, above 10 ms. */
const BOUNDS_MS = [
  ...new Set(Array.from({ length: 121 }, (_, step) => Math.round(10 ** (step / 20)))),
];

/** The bound, in whole ms, that a time is counted under: the first that is not shorter. */
export function latencyBound(ms: number): number {
  return BOUNDS_MS.find((bound) => bound >= ms) ?? 1_000_000;
}

/** What so large a part stayed within; null without any. @param counts [bound, votes], by bound */
export function latencyQuantile(
  counts: readonly (readonly [bound: number, votes: number])[],
  part: number,
): number | null {
  const all = counts.reduce((sum, [, votes]) => sum + votes, 0);
  let below = 0;
  for (const [bound, votes] of counts) {
    below += votes;
    if (below >= part * all) return bound;
  }
  return null;
}

/** One person's closed trades in sums. */
export type TradeSums = Readonly<{
  trades: number;
  wins: number;
  /** Those with a risk on record: how many, their R, and its squares. */
  rTrades: number;
  r: number;
  rSquares: number;
}>;

export type ResultFigures = Readonly<{
  winRate: CalibrationFigure | null;
  meanR: CalibrationFigure | null;
}>;

/** Student's quantile is known from so many degrees on. */
const DEGREES_MIN = 4;

/**
 * Win rate and mean R over several people. Trades of one person are alike: the error is the larger of the one between
 * trades and the one between people.
 *
 * @param people at least 5
 */
export function resultFigures(people: readonly TradeSums[]): ResultFigures {
  const quantile = studentQuantile(Math.max(DEGREES_MIN, people.length - 1));
  const total = (of: (each: TradeSums) => number) =>
    people.reduce((sum, each) => sum + of(each), 0);
  const [trades, wins] = [total((each) => each.trades), total((each) => each.wins)];
  const [rTrades, r] = [total((each) => each.rTrades), total((each) => each.r)];
  return {
    winRate: trades === 0 ? null : rateOf(wins / trades),
    meanR: rTrades < 2 ? null : meanFigure(r / rTrades),
  };

  function rateOf(rate: number): CalibrationFigure {
    const between = betweenOf((each) => each.wins - rate * each.trades, trades);
    const alone = (rate * (1 - rate)) / trades;
    const worth = alone === 0 ? trades : trades / Math.max(1, between / alone);
    const { low, high } = scoreEnds(rate, worth, quantile);
    return {
      value: roundTo(rate, DECIMALS),
      low: wins === 0 ? 0 : roundTo(low / 100, DECIMALS),
      high: wins === trades ? 1 : roundTo(high / 100, DECIMALS),
    };
  }

  function meanFigure(mean: number): CalibrationFigure {
    const between = betweenOf((each) => each.r - mean * each.rTrades, rTrades);
    const squares = total((each) => each.rSquares) - rTrades * mean ** 2;
    const alone = Math.max(0, squares) / (rTrades - 1) / rTrades;
    const reach = quantile * Math.sqrt(Math.max(alone, between));
    return {
      value: roundTo(mean, DECIMALS),
      low: roundTo(mean - reach, DECIMALS),
      high: roundTo(mean + reach, DECIMALS),
    };
  }

  /** Variance of a mean over `n` trades, by what each person's are off it together. */
  function betweenOf(off: (each: TradeSums) => number, n: number): number {
    const squares = people.reduce((sum, each) => sum + off(each) ** 2, 0);
    return (squares * people.length) / Math.max(1, people.length - 1) / n ** 2;
  }
}
