import {
  type CalibrationCell,
  calibrationFigures,
} from '@quorate/trading/ensemble/calibration-figures';
import { balanceCurve, drawdownOf } from '@quorate/trading/statistics/drawdown';
import type { Estimate } from '@quorate/trading/statistics/estimate';
import type { Interval } from '@quorate/trading/statistics/interval';
import { MEASURES } from '@quorate/trading/statistics/measures/catalogue';
import { intervalOf, rateInterval } from '@quorate/trading/statistics/record-interval';
import { tradeEstimates } from '@quorate/trading/statistics/trade-figures';
import type { Finding } from './rules.ts';
import {
  type AccountClass,
  EVIDENCE,
  type Evidence,
  type Standing,
  type StandingOutcome,
  type StandingTrade,
} from './standing.ts';

// What is published of a record. One function makes it, on the service and in every verifier; members are those of the
// file and of the API.

/** A figure with its 95% interval; null without results, and ends that so few results do not give. */
export type Figure = Readonly<{
  value: number | null;
  low: number | null;
  high: number | null;
  n: number;
}>;

/** Seconds since 1970, and the level then. */
export type CurvePoint = readonly [number, number];

export type PublishedCalibration = Readonly<{
  outcomes: number;
  /** Share that came as the chance leaned, and the mean squared distance from what came; 0 to 1. */
  accuracy: Figure;
  brier: Figure;
  /** The Brier score of always saying how often it rose; null without outcomes. */
  climatology: number | null;
  /** 1 - brier / climatology: above 0 the chances say more than that. */
  skill: number | null;
  tenths: readonly Readonly<{ from: number; said: number; came: Figure }>[];
}>;

export type PublishedGroup = Readonly<{
  /** Closed trades, and how many of them had no stop loss: without one there is no R. */
  trades: number;
  without_r: number;
  /** With a decision on record, sent again with other figures, told more than a day late, and brought along in bulk. */
  decided: number;
  corrected: number;
  late: number;
  /** In percent; the others in R. */
  win_rate: Figure;
  mean_r: Figure;
  profit_factor: Figure;
  payoff_ratio: Figure;
  total_r: number | null;
  max_drawdown_r: number | null;
  longest_drawdown_days: number | null;
  curve: readonly CurvePoint[];
  /** Of the balance that the account began with; null where that is not known. */
  percent: Readonly<{
    total: number;
    max_drawdown: number | null;
    curve: readonly CurvePoint[];
  }> | null;
  /** In minor units; null where amounts are withheld. */
  net_minor: number | null;
  calibration: PublishedCalibration;
}>;

/** What the service says beside the figures, as no stream tells it. */
export type PublishedTerms = Readonly<{
  name: string;
  /** ISO 8601, UTC. */
  at: string;
  account: AccountClass;
  /** All accounts that the owner ever had here, those that are deleted, and how often a paper account began again. */
  owner: Readonly<{ accounts: number; deleted: number; resets: number }>;
  shows: Readonly<{ open: boolean; money: boolean }>;
}>;

export type PublishedRecord = PublishedTerms &
  Readonly<{
    v: typeof MEASURES_VERSION;
    /** What percentages are of; null where amounts are withheld. */
    start: StartBalance | null;
    facts: Readonly<{
      entries: number;
      since: string | null;
      until: string | null;
      decisions: number;
      corrections: number;
      deletions: number;
      gaps: number;
      longest_gap_days: number;
    }>;
    groups: Readonly<Record<Evidence, PublishedGroup>>;
  }>;

export type StartBalance = Readonly<{ currency: string; minor: number }>;

export const MEASURES_VERSION = 1;
const DAY_MS = 86_400_000;
/** Of a curve: more than a screen can show. */
const POINTS_MAX = 200;
const DIGITS = 10_000;

/** @param start what the account began with; of it only percentages are published, but where amounts are shown */
export function publishedRecord(
  standing: Standing,
  terms: PublishedTerms,
  start: StartBalance | null,
): PublishedRecord {
  const account = standing.account() ?? terms.account;
  const { longestGapDays, ...facts } = standing.facts();
  const trades = Map.groupBy(standing.trades(account), ({ evidence }) => evidence);
  const outcomes = Map.groupBy(
    standing.outcomes(account, Date.parse(terms.at)),
    ({ evidence }) => evidence,
  );
  const groups = EVIDENCE.map((evidence) => [
    evidence,
    groupOf(trades.get(evidence) ?? [], outcomes.get(evidence) ?? [], terms.shows.money, start),
  ]);
  return {
    v: MEASURES_VERSION,
    ...terms,
    account,
    start: terms.shows.money ? start : null,
    facts: { ...facts, longest_gap_days: longestGapDays },
    groups: Object.fromEntries(groups),
  };
}

function groupOf(
  trades: readonly StandingTrade[],
  outcomes: readonly StandingOutcome[],
  money: boolean,
  start: StartBalance | null,
): PublishedGroup {
  const withR = trades.filter(({ r }) => r !== null);
  const results = Float64Array.from(withR, ({ r }) => r ?? 0);
  const n = results.length;
  const estimates = tradeEstimates({ nets: results, multiples: results });
  // In ten thousandths, as R is on record: sums of whole numbers are exact.
  const sums = [
    ...balanceCurve(
      0,
      results.map((r) => Math.round(r * DIGITS)),
    ),
  ];
  const levels = sums.map((sum) => sum / DIGITS);
  const nets = trades.map(({ netMinor }) => netMinor);
  const known =
    trades.length > 0 && nets.every((net) => net !== null) ? (nets as readonly number[]) : null;
  return {
    trades: trades.length,
    without_r: trades.length - n,
    decided: countOf(trades, ({ decided }) => decided),
    corrected: countOf(trades, ({ corrected }) => corrected),
    late: countOf(trades, ({ late }) => late),
    win_rate: winRate(results),
    mean_r: figureOf('average_r', estimates.average_r, n),
    profit_factor: figureOf('profit_factor', estimates.profit_factor, n),
    payoff_ratio: figureOf('payoff_ratio', estimates.payoff_ratio, n),
    total_r: n === 0 ? null : (levels.at(-1) ?? 0),
    max_drawdown_r: n === 0 ? null : drawdownOf(0, sums).maximal.minor / DIGITS,
    longest_drawdown_days: n === 0 ? null : longestDrawdownDays(withR, levels),
    curve: thinned(withR, levels),
    percent: known && start && start.minor > 0 ? percentOf(trades, known, start.minor) : null,
    net_minor: money && known ? known.reduce((sum, net) => sum + net, 0) : null,
    calibration: calibrationOf(outcomes),
  };
}

function countOf<T>(all: readonly T[], holds: (each: T) => boolean): number {
  return all.reduce((count, each) => count + Number(holds(each)), 0);
}

/** From how many results on a measure has an interval: below, it would not hold what it promises. */
function intervalFrom(key: 'win_rate' | 'average_r' | 'profit_factor' | 'payoff_ratio'): number {
  return MEASURES.find((measure) => measure.key === key)?.intervalFrom ?? Number.POSITIVE_INFINITY;
}

function figureOf(key: Parameters<typeof intervalFrom>[0], estimate: Estimate, n: number): Figure {
  if (n === 0 || !Number.isFinite(estimate.value)) return { value: null, low: null, high: null, n };
  const interval = n < intervalFrom(key) ? null : intervalOf(estimate);
  return { value: rounded(estimate.value), ...endsOf(interval), n };
}

function winRate(results: Float64Array): Figure {
  const n = results.length;
  if (n === 0) return { value: null, low: null, high: null, n };
  const hits = results.map((r) => Number(r > 0));
  const value = (100 * hits.reduce((sum, hit) => sum + hit, 0)) / n;
  const interval = n < intervalFrom('win_rate') ? null : rateInterval(hits);
  return { value: rounded(value), ...endsOf(interval), n };
}

function endsOf(interval: Interval | null): Pick<Figure, 'low' | 'high'> {
  const { low = null, high = null } = interval ?? {};
  return { low: low === null ? null : rounded(low), high: high === null ? null : rounded(high) };
}

function rounded(value: number): number {
  return Math.round(value * DIGITS) / DIGITS;
}

/** From a peak until it is reached again, or until the last trade. */
function longestDrawdownDays(trades: readonly StandingTrade[], levels: readonly number[]): number {
  let peak = { level: 0, at: Date.parse(trades[0]?.openedAt ?? '') };
  let below = false;
  let longest = 0;
  for (const [index, { closedAt }] of trades.entries()) {
    const [level, at] = [levels[index] ?? 0, Date.parse(closedAt)];
    if (below || level < peak.level) longest = Math.max(longest, at - peak.at);
    below = level < peak.level;
    if (!below) peak = { level, at };
  }
  return rounded(longest / DAY_MS);
}

/** At most so many points, evenly chosen by number, the last one always. */
function thinned(trades: readonly StandingTrade[], levels: readonly number[]): CurvePoint[] {
  const step = Math.max(1, levels.length / POINTS_MAX);
  const points: CurvePoint[] = [];
  for (let place = 0; Math.round(place) < levels.length; place += step) {
    const index = Math.min(levels.length - 1, Math.round(place));
    points.push(pointOf(trades, levels, index));
  }
  if (levels.length > 1 && step > 1)
    points[points.length - 1] = pointOf(trades, levels, levels.length - 1);
  return points;
}

function pointOf(
  trades: readonly StandingTrade[],
  levels: readonly number[],
  index: number,
): CurvePoint {
  const at = Math.floor(Date.parse(trades[index]?.closedAt ?? '') / 1_000);
  return [at, rounded(levels[index] ?? 0)];
}

function percentOf(
  trades: readonly StandingTrade[],
  nets: readonly number[],
  start: number,
): PublishedGroup['percent'] {
  const levels = [...balanceCurve(start, nets)];
  const shares = levels.map((level) => (100 * (level - start)) / start);
  return {
    total: rounded(shares.at(-1) ?? 0),
    max_drawdown: drawdownOf(start, levels).relative.percent,
    curve: thinned(trades, shares),
  };
}

function calibrationOf(outcomes: readonly StandingOutcome[]): PublishedCalibration {
  const cells = new Map<number, { hundredth: number; ups: number; downs: number }>();
  let rises = 0;
  for (const { pUp, rose } of outcomes) {
    const hundredth = Math.min(99, Math.max(1, Math.round(pUp * 100)));
    const cell = cells.get(hundredth) ?? { hundredth, ups: 0, downs: 0 };
    cells.set(hundredth, cell);
    if (rose) cell.ups += 1;
    else cell.downs += 1;
    rises += Number(rose);
  }
  const sorted: CalibrationCell[] = [...cells.values()].sort((a, b) => a.hundredth - b.hundredth);
  const { accuracy, brier, curve } = calibrationFigures(sorted);
  const n = outcomes.length;
  const climatology = n === 0 ? null : (rises / n) * (1 - rises / n);
  const leaned = countOf(outcomes, ({ pUp }) => Math.round(pUp * 100) !== 50);
  return {
    outcomes: n,
    accuracy: shareFigure(accuracy, leaned),
    brier: shareFigure(brier, n),
    climatology: climatology === null ? null : rounded(climatology),
    skill: brier && climatology ? rounded(1 - brier.value / climatology) : null,
    tenths: curve.map(({ from, said, came, outcomes: count }) => ({
      from,
      said: rounded(said),
      came: shareFigure(came, count),
    })),
  };
}

function shareFigure(
  figure: Readonly<{ value: number; low: number; high: number }> | null,
  n: number,
): Figure {
  if (!figure) return { value: null, low: null, high: null, n };
  const { value, low, high } = figure;
  return { value: rounded(value), low: rounded(low), high: rounded(high), n };
}

/** Engines of browsers differ in the last bits of a logarithm, and so at times in the last digit that is kept. */
const LAST_DIGIT = 1.5 / DIGITS;

/**
 * Holds what was published to what the entries give.
 *
 * @returns what differs first, and how many figures of money could not be made again
 */
export function compareMeasures(
  published: PublishedRecord,
  again: PublishedRecord,
): Readonly<{ finding: Finding | null; withheld: number }> {
  let withheld = 0;
  const differ = (path: string, said: unknown, made: unknown): Finding | null => {
    if (made === null && said !== null && path.endsWith('.percent')) {
      withheld += 1;
      return null;
    }
    if (typeof said === 'number' && typeof made === 'number')
      return Math.abs(said - made) <= LAST_DIGIT ? null : findingOf(path, said, made);
    if (said === null || made === null || typeof said !== 'object' || typeof made !== 'object')
      return said === made ? null : findingOf(path, said, made);
    const names = new Set([...Object.keys(said), ...Object.keys(made)]);
    for (const name of names) {
      const member = path === '' ? name : `${path}.${name}`;
      const [one, other] = [(said as Named)[name], (made as Named)[name]];
      const found = differ(member, one, other);
      if (found) return found;
    }
    return null;
  };
  return { finding: differ('', published, again), withheld };
}

type Named = Readonly<Record<string, unknown>>;

function findingOf(measure: string, said: unknown, made: unknown): Finding {
  const [expected, actual] = [said, made].map((value) => JSON.stringify(value) ?? 'nothing');
  return { rule: 'measures', values: { measure, actual: actual ?? '', expected: expected ?? '' } };
}

/** What may stand in a headline, the best evidence first: never what was imported or is contradicted. */
const HEADLINES = ['agreed', 'alone', 'replayed', 'practice'] as const;

/** Which trades a headline is about: of the best evidence that any trade has. */
export function headlineOf(
  groups: Readonly<Partial<Record<Evidence, Readonly<{ trades: number }>>>>,
): (typeof HEADLINES)[number] {
  return HEADLINES.find((evidence) => (groups[evidence]?.trades ?? 0) > 0) ?? 'alone';
}
