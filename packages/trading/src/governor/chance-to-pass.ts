import { DAY_MS, instant } from '@quorate/values/instant';
import { createRandom } from '../market/random.ts';
import { scoreEnds, Z_95 } from '../statistics/interval.ts';
import { percentile } from '../statistics/percentile.ts';
import { blockLength, type Chance } from '../statistics/simulation.ts';
import { SLICE_STEPS, type Slices } from '../statistics/slices.ts';
import {
  type ChallengeAccount,
  challengeDayOf,
  countDay,
  isReached,
  newTally,
} from './challenge.ts';
import { weekOfTurn } from './day-turn.ts';
import { bankLine, startLine, turnLine, watchLine } from './lines.ts';
import type { EquityLine, LineState, RuleSet } from './rule-set.ts';
import { endedBy, type PastTrades, type Share, sharesOf } from './what-if.ts';

/** With fewer past trades or days there is too little to draw from. */
export const CHANCE_TRADES_LEAST = 30;
export const CHANCE_DAYS_LEAST = 10;

/** How likely a rule set is passed, drawn from past trades. */
export type ChanceToPass = Readonly<{
  trades: number;
  days: number;
  blockDays: number;
  runs: number;
  /** A run that has neither passed nor failed after so many trading days is open. */
  mostDays: number;
  /** null where the rule set has no target. Its interval tells what so few trades leave unknown. */
  passed: Chance | null;
  failed: Chance;
  open: Chance;
  /** The median of trading days to pass, of the runs that did; null without any. */
  daysToPass: number | null;
}>;

const HISTORIES = 100;

/**
 * The chance to pass by a block bootstrap: each run draws blocks of neighbouring trading days from the past until
 * it passes, fails, or has lasted too long. Trades of a day stay together and in order, as shares of what the
 * account has. The interval draws other pasts from this one, so it is wide where there are few days.
 *
 * @param seed the same one draws the same runs everywhere
 * @returns null with fewer than 30 trades on 10 days
 */
export function* chanceToPass(
  ruleSet: RuleSet,
  account: ChallengeAccount,
  past: PastTrades,
  { seed, runs, mostDays }: Readonly<{ seed: number; runs: number; mostDays: number }>,
): Slices<ChanceToPass | null> {
  const shares = sharesOf(past);
  const byDay = Map.groupBy(shares, ({ closedAt }) => challengeDayOf(ruleSet, closedAt));
  const days = [...byDay.entries()].sort(([a], [b]) => a - b).map(([, trades]) => trades);
  if (shares.length < CHANCE_TRADES_LEAST || days.length < CHANCE_DAYS_LEAST) return null;
  const random = createRandom(seed);
  const length = blockLength(days.length);
  const run = (from: readonly (readonly Share[])[]) =>
    tryOnce(ruleSet, account, drawDays(from, length, random), mostDays);
  const counts = { passed: 0, failed: 0, open: 0 };
  const lasted: number[] = [];
  let steps = 0;
  for (let each = 0; each < runs; each += 1) {
    const { outcome, days: took } = run(days);
    counts[outcome] += 1;
    if (outcome === 'passed') lasted.push(took);
    steps += took;
    if (steps * STEPS_A_DAY < SLICE_STEPS) continue;
    steps = 0;
    yield;
  }
  const spread = {
    passed: new Float64Array(HISTORIES),
    failed: new Float64Array(HISTORIES),
    open: new Float64Array(HISTORIES),
  };
  const inner = Math.max(20, Math.ceil(runs / HISTORIES));
  for (let history = 0; history < HISTORIES; history += 1) {
    const other = takeDays(drawDays(days, length, random), days.length);
    const found = { passed: 0, failed: 0, open: 0 };
    for (let each = 0; each < inner; each += 1) found[run(other).outcome] += 1;
    spread.passed[history] = (100 * found.passed) / inner;
    spread.failed[history] = (100 * found.failed) / inner;
    spread.open[history] = (100 * found.open) / inner;
    yield;
  }
  const chance = (outcome: keyof typeof counts): Chance => ({
    runs: counts[outcome],
    percent: (100 * counts[outcome]) / runs,
    interval: intervalOf(spread[outcome], counts[outcome], runs, days.length / length),
  });
  return {
    trades: shares.length,
    days: days.length,
    blockDays: length,
    runs,
    mostDays,
    passed: ruleSet.profitTargetPercent === null ? null : chance('passed'),
    failed: chance('failed'),
    open: chance('open'),
    daysToPass: lasted.length === 0 ? null : percentile(Float64Array.from(lasted).sort(), 0.5),
  };
}

/** One day of one run costs about as much as so many small steps. */
const STEPS_A_DAY = 20;

/**
 * From other pasts; never narrower than what so few blocks of days leave unknown: a past without a bad week draws
 * none, however often it is drawn from.
 */
function intervalOf(
  spread: Float64Array,
  hits: number,
  runs: number,
  blocks: number,
): Chance['interval'] {
  const sorted = spread.toSorted();
  const known = scoreEnds(hits / runs, Math.min(runs, blocks), Z_95);
  return {
    low: Math.min(percentile(sorted, 0.025), known.low),
    high: Math.max(percentile(sorted, 0.975), known.high),
  };
}

/** Days without an end: blocks of neighbours, from the last on with the first. */
function* drawDays(
  days: readonly (readonly Share[])[],
  length: number,
  random: () => number,
): Generator<readonly Share[], never, undefined> {
  while (true) {
    const first = Math.floor(random() * days.length);
    for (let each = 0; each < length; each += 1) yield days[(first + each) % days.length] ?? [];
  }
}

function takeDays(drawn: Iterator<readonly Share[]>, count: number): (readonly Share[])[] {
  return Array.from({ length: count }, () => drawn.next().value ?? []);
}

/** Monday 5 January 1970, so that every fifth trading day is a Friday and the next one begins a week. */
const FIRST_TURN = 4;

/** The days of one run stand on the working days of a calendar of their own. */
function turnOfRunDay(day: number): number {
  return FIRST_TURN + 7 * Math.floor(day / 5) + (day % 5);
}

function tryOnce(
  ruleSet: RuleSet,
  account: ChallengeAccount,
  drawn: Iterator<readonly Share[]>,
  mostDays: number,
): { outcome: 'passed' | 'failed' | 'open'; days: number } {
  const { initialMinor } = account;
  const tally = newTally();
  let balanceMinor = initialMinor;
  let weekStartMinor = initialMinor;
  let lines: readonly LineState[] = ruleSet.lines.map((line) =>
    startLine(line, initialMinor, { balanceMinor, equityMinor: balanceMinor }, FIRST_TURN),
  );
  for (let day = 0; day < mostDays; day += 1) {
    const figures = { balanceMinor, equityMinor: balanceMinor };
    const turn = turnOfRunDay(day);
    if (day > 0)
      lines = changed(ruleSet, lines, (line, before) =>
        turnLine(line, before, initialMinor, turn, figures),
      );
    if (day > 0 && weekOfTurn(turn) !== weekOfTurn(turnOfRunDay(day - 1)))
      weekStartMinor = balanceMinor;
    let taken = 0;
    const dayStartMinor = balanceMinor;
    for (const share of drawn.next().value ?? []) {
      if (isPaused(ruleSet, lines, balanceMinor, weekStartMinor)) break;
      taken += 1;
      lines = watched(
        ruleSet,
        lines,
        initialMinor,
        turn,
        Math.round(balanceMinor * (1 + share.worst)),
      );
      balanceMinor += Math.round(balanceMinor * share.net);
      lines = banked(ruleSet, lines, initialMinor, balanceMinor);
      lines = watched(ruleSet, lines, initialMinor, turn, balanceMinor);
      if (endedBy(ruleSet, lines) !== null) return { outcome: 'failed', days: day + 1 };
    }
    countDay(tally, ruleSet, account, balanceMinor - dayStartMinor, taken);
    if (ruleSet.profitTargetPercent !== null && isReached(ruleSet, account, tally))
      return { outcome: 'passed', days: day + 1 };
  }
  return { outcome: 'open', days: mostDays };
}

function watched(
  ruleSet: RuleSet,
  lines: readonly LineState[],
  initialMinor: number,
  turn: number,
  equityMinor: number,
): readonly LineState[] {
  const asOf = instant(turn * DAY_MS);
  return changed(ruleSet, lines, (line, before) =>
    watchLine(line, before, initialMinor, asOf, equityMinor),
  );
}

function banked(
  ruleSet: RuleSet,
  lines: readonly LineState[],
  initialMinor: number,
  balanceMinor: number,
): readonly LineState[] {
  return changed(ruleSet, lines, (line, before) =>
    bankLine(line, before, initialMinor, balanceMinor),
  );
}

/** The same list while no line changes: that is so after most trades. */
function changed(
  ruleSet: RuleSet,
  lines: readonly LineState[],
  change: (line: EquityLine, before: LineState) => LineState,
): readonly LineState[] {
  let after: LineState[] | undefined;
  for (let at = 0; at < lines.length; at += 1) {
    const line = ruleSet.lines[at];
    const before = lines[at];
    if (!line || !before) continue;
    const state = change(line, before);
    if (state === before) continue;
    after ??= [...lines];
    after[at] = state;
  }
  return after ?? lines;
}

function isPaused(
  { weeklyProfitPercent }: RuleSet,
  lines: readonly LineState[],
  balanceMinor: number,
  weekStartMinor: number,
): boolean {
  for (const { touchedAt } of lines) if (touchedAt !== null) return true;
  return (
    weeklyProfitPercent !== null &&
    balanceMinor - weekStartMinor >= (weekStartMinor * weeklyProfitPercent) / 100
  );
}
