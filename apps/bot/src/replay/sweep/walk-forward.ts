import { tradingDayOf, tradingDayStart } from '@quorate/trading/market/trading-day';
import { DAY_MS, type Instant } from '@quorate/values/instant';
import type { Money } from '@quorate/values/money';
import { BotFault } from '../../bot-fault.ts';
import { type Period, partOf } from '../../markets/period.ts';
import { joinCurves } from '../equity-recorder.ts';
import type { Objective, WalkForward } from '../replay-options.ts';
import { coreSettings, type TradedSettings } from '../replay-plan.ts';
import { type Walk, type Watcher, walkSeries } from '../walk-series.ts';
import { type Combination, rankTries, type Score, scoreOf } from './sweep-result.ts';
import type { SweepBase, SweepJob } from './sweep-worker.ts';

/** One window: what was chosen, on what grounds, and what it then did. */
type ForwardStep = Readonly<{
  window: ForwardWindow;
  settings: Combination;
  chosen: Score;
  traded: Score;
}>;

export type WalkForwardResult = Readonly<{
  months: WalkForward;
  objective: Objective;
  steps: readonly ForwardStep[];
  /**
   * Net a trading day outside the months that settings were chosen on, over the same inside them; null
   * where those lost. Near 1 the choice held; far below, it fitted the past.
   */
  efficiency: number | null;
}>;

type ForwardInput = Readonly<{
  base: SweepBase;
  period: ForwardWindow['chosenOn'];
  months: WalkForward;
  objective: Objective;
  combinations: readonly Combination[];
  /** The plan's settings with a combination above them. */
  settingsOf(combination: Combination): TradedSettings;
}>;

/**
 * Chooses settings on some months, trades the months after them with the best, and so on to the end. The
 * account goes on from window to window.
 *
 * @param runJobs tries all of them, and gives the scores in their order
 * @returns the walk outside the months chosen on, as one, and what was chosen when
 * @throws BotFault `usage` when the period is too short for one window
 */
export async function walkForward(
  input: ForwardInput,
  runJobs: (jobs: readonly SweepJob[]) => Promise<readonly Score[]>,
  watcher?: Watcher,
): Promise<{ walk: Walk; result: WalkForwardResult }> {
  const { months, objective, combinations, settingsOf } = input;
  const windows = forwardWindows(input.period, months);
  if (windows.length === 0) {
    throw new BotFault(
      'usage',
      `--walk-forward ${months.inMonths}m/${months.outMonths}m needs more than ${months.inMonths} months of candles.`,
    );
  }
  const jobs = windows.flatMap(({ chosenOn }, window) =>
    combinations.map((combination, at) => ({
      id: window * combinations.length + at,
      settings: settingsOf(combination),
      period: chosenOn,
    })),
  );
  const scores = await runJobs(jobs);
  const choices = windows.flatMap((window, at) => {
    const ofWindow = scores.slice(at * combinations.length, (at + 1) * combinations.length);
    const tried = ofWindow.map((score, index) => ({ settings: combinations[index] ?? {}, score }));
    const best = rankTries(tried, objective).tried[0];
    return best ? [{ window, settings: best.settings, chosen: best.score }] : [];
  });
  const { walk, traded } = await walkChoices(input, choices, watcher);
  const steps = traded.flatMap((score, at) => {
    const choice = choices[at];
    return choice ? [{ ...choice, traded: score }] : [];
  });
  return { walk, result: { months, objective, steps, efficiency: efficiencyOf(steps) } };
}

/**
 * Trades each window with the settings that were chosen for it, on an account that goes on from one to the
 * next, until it is empty or the run is ended.
 */
export async function walkChoices(
  input: Pick<ForwardInput, 'base' | 'settingsOf'>,
  choices: readonly Readonly<{ window: ForwardWindow; settings: Combination }>[],
  watcher?: Watcher,
): Promise<{ walk: Walk; traded: readonly Score[] }> {
  const walks: Walk[] = [];
  const traded: Score[] = [];
  let { start } = input.base;
  for (const { window, settings } of choices) {
    if (start.minor <= 0) break;
    const walk = await walkWindow(input, { window, settings, start }, watcher);
    walks.push(walk);
    traded.push(scoreOf(walk, start.minor));
    start = walk.end;
    if (!walk.complete) break;
  }
  return { walk: joinWalks(walks, input.base.start), traded };
}

function walkWindow(
  { base, settingsOf }: Pick<ForwardInput, 'base' | 'settingsOf'>,
  { window, settings, start }: { window: ForwardWindow; settings: Combination; start: Money },
  watcher?: Watcher,
): Promise<Walk> {
  const { warmUpBars, ...terms } = base;
  const parts = base.parts.map(({ series }) => partOf(series, window.tradedOn, warmUpBars));
  return walkSeries({ ...terms, parts, start, ...coreSettings(settingsOf(settings)) }, watcher);
}

function efficiencyOf(steps: readonly ForwardStep[]): number | null {
  const daily = (scores: readonly Score[]) => {
    const days = scores.reduce((sum, { days: own }) => sum + own, 0);
    return days === 0 ? 0 : scores.reduce((sum, { netMinor }) => sum + netMinor, 0) / days;
  };
  const inside = daily(steps.map(({ chosen }) => chosen));
  return inside <= 0 ? null : daily(steps.map(({ traded }) => traded)) / inside;
}

/** Walks that follow each other on one account. */
function joinWalks(walks: readonly Walk[], start: Money): Walk {
  const levels = walks.flatMap(({ equity }) => Array.from(equity.levels));
  return {
    bars: walks.reduce((sum, { bars }) => sum + bars, 0),
    asked: walks.reduce((sum, { asked }) => sum + asked, 0),
    held: walks.reduce((sum, { held }) => sum + held, 0),
    notAsked: addCounts(walks.map(({ notAsked }) => notAsked)),
    trades: walks.flatMap(({ trades }) => trades),
    refused: walks.flatMap(({ refused }) => refused),
    limitsMet: addCounts(walks.map(({ limitsMet }) => limitsMet)),
    stopOuts: walks.reduce((sum, { stopOuts }) => sum + stopOuts, 0),
    equity: {
      levels: Float64Array.from(levels),
      daily: [start.minor, ...walks.flatMap(({ equity }) => equity.daily.slice(1))],
      days: walks.flatMap(({ equity }) => equity.days),
      curve: joinCurves(walks.map(({ equity }) => equity.curve)),
    },
    end: walks.at(-1)?.end ?? start,
    complete: walks.every(({ complete }) => complete),
  };
}

function addCounts(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const each of counts) {
    for (const [key, count] of Object.entries(each)) sums[key] = (sums[key] ?? 0) + count;
  }
  return sums;
}

/** Settings are chosen on `chosenOn` and traded on `tradedOn`, which begins where the other ends. */
type ForwardWindow = Readonly<{ chosenOn: Period; tradedOn: Period }>;

/**
 * The windows of a walk forward, in calendar months of the server. The last one may be shorter, and none
 * is left out: every day after the first choice is traded exactly once.
 *
 * @returns empty when the period is not longer than the months to choose on
 */
function forwardWindows(period: Period, { inMonths, outMonths }: WalkForward): ForwardWindow[] {
  const windows: ForwardWindow[] = [];
  for (let months = 0; ; months += outMonths) {
    const from = monthsAfter(period.from, months);
    const middle = monthsAfter(period.from, months + inMonths);
    const end = Math.min(
      monthsAfter(period.from, months + inMonths + outMonths),
      period.end,
    ) as Instant;
    if (middle >= period.end) return windows;
    windows.push({ chosenOn: { from, end: middle }, tradedOn: { from: middle, end } });
  }
}

function monthsAfter(moment: Instant, months: number): Instant {
  const date = new Date(tradingDayOf(moment) * DAY_MS);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return tradingDayStart(Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)) / DAY_MS);
}
