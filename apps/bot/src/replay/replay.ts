import { appendFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { Clock } from '@quorate/trading/loop/ports';
import { BotFault, EXIT, type ExitCode } from '../bot-fault.ts';
import type { BotDeps } from '../command-line/bot-deps.ts';
import { type Markets, setUpMarkets } from '../markets/set-up-markets.ts';
import { loadProfile } from '../profiles/profile-store.ts';
import { NO_WISH, wishAbove, wishOf } from '../profiles/verdict-settings.ts';
import type { Output } from '../report/output.ts';
import { createProgress } from '../report/progress.ts';
import { atCosts, COST_FACTORS, type CostScore } from './dearer-input.ts';
import type { ReplayOptions } from './replay-options.ts';
import {
  coreSettings,
  planReplay,
  type ReplayPlan,
  walkInput,
  withSettings,
} from './replay-plan.ts';
import { figuresOf } from './report/figures.ts';
import { followTerms } from './report/refused.ts';
import { type ReplayReport, replayReport } from './report/replay-report.ts';
import { reportHtml } from './report/report-html.ts';
import { reportJson } from './report/report-json.ts';
import { reportText } from './report/report-text.ts';
import { countText, durationText } from './report/words.ts';
import { runJobs, shareParts, shareSeries } from './sweep/run-jobs.ts';
import { combinationsOf, rankTries, type SweepResult, scoreOf } from './sweep/sweep-result.ts';
import type { SweepBase, SweepJob } from './sweep/sweep-worker.ts';
import { type WalkForwardResult, walkChoices, walkForward } from './sweep/walk-forward.ts';
import { type Walk, type WalkInput, type Watcher, walkSeries } from './walk-series.ts';

type ReplayDeps = Pick<BotDeps, 'output' | 'clock' | 'stop'>;

/**
 * A replay from its options to its report: loads and looks over the candles, trades them, or tries
 * settings on them, and writes what came of it.
 *
 * @throws BotFault on everything that keeps it from beginning
 */
export async function runReplay(deps: ReplayDeps, options: ReplayOptions): Promise<ExitCode> {
  const { output } = deps;
  if (options.walkForward && options.sweep.length === 0) {
    throw new BotFault('usage', '--walk-forward chooses among settings; name some with --sweep.');
  }
  if (options.html !== null) await refuseUnwritable(options.html);
  const profile = options.profile === null ? null : loadProfile(options.dataDir, options.profile);
  const timeframe = options.timeframe ?? profile?.timeframe ?? null;
  const markets = await setUpMarkets({ ...options, timeframe }, ({ candles }) =>
    output.live(`Reading ${candles}`),
  );
  tellMarkets(output, markets, options.strict);
  const plan = planReplay(options, markets, profile);
  for (const { series } of markets.markets) {
    if (plan.risk.currency_pairs.includes(series.symbol)) continue;
    output.line(`The profile does not trade ${series.symbol}: its candles only give rates.`);
  }
  const wish = wishAbove(options.verdict.wish, profile ? wishOf(profile.verdict) : NO_WISH);
  const input = walkInput(markets, { ...options, verdict: { ...options.verdict, wish } }, plan);
  const done = await trade(deps, options, { markets, plan, input });
  const terms = followTerms(input);
  const figures = figuresOf(done.walk, input.start.minor, (symbol) => terms.get(symbol));
  const report = replayReport({ options, markets, input, ...done, figures });
  output.out(options.json ? `${JSON.stringify(reportJson(report))}\n` : reportText(report));
  const written = options.html === null || (await writePage(output, options.html, report));
  if (done.costs.some(({ score }) => score === null)) return EXIT.interrupted;
  return written ? EXIT.done : EXIT.badInput;
}

type Prepared = Readonly<{ markets: Markets; plan: ReplayPlan; input: WalkInput }>;

type Done = Readonly<{
  walk: Walk;
  costs: readonly CostScore[];
  plan: ReplayPlan;
  sweep: SweepResult | null;
  walkForward: WalkForwardResult | null;
}>;

async function trade(
  deps: ReplayDeps,
  options: ReplayOptions,
  { plan, input }: Prepared,
): Promise<Done> {
  const { clock, stop, output } = deps;
  const bars = input.parts.reduce((sum, { series, warmUp }) => sum + series.length - warmUp, 0);
  const allBars = COST_FACTORS.length * bars;
  const progress = createWorkProgress(clock, output);
  const watcherFrom = (before: number): Watcher => ({
    clock,
    shouldEnd: () => stop.reason() !== null,
    progress: (barsDone: number) => progress('candles', before + barsDone, allBars),
  });
  /** The same at higher costs: decisions depend on them, so that each is a run of its own. */
  async function atEveryCost(
    walk: Walk,
    again: (factor: number, watcher: Watcher) => Promise<Walk>,
  ): Promise<readonly CostScore[]> {
    const scores: CostScore[] = [];
    for (const [at, factor] of COST_FACTORS.entries()) {
      const own = factor === 1 ? walk : await again(factor, watcherFrom(at * bars));
      scores.push({ factor, score: own.complete ? scoreOf(own, input.start.minor) : null });
    }
    return scores;
  }
  const walkAgain = (of: WalkInput) => (factor: number, watcher: Watcher) =>
    walkSeries(atCosts(of, factor), watcher);
  const watcher = watcherFrom(0);
  if (options.sweep.length === 0) {
    const walk = await walkSeries(input, watcher);
    const costs = await atEveryCost(walk, walkAgain(input));
    return { walk, costs, plan, sweep: null, walkForward: null };
  }
  const { risk: _risk, exits: _exits, ...terms } = input;
  const base: SweepBase = {
    ...terms,
    parts: shareParts(input.parts),
    inside: input.inside.map(shareSeries),
    warmUpBars: options.warmUpBars,
  };
  const combinations = combinationsOf(options.sweep);
  const settingsOf = (combination: Readonly<Record<string, number>>) =>
    withSettings(plan, combination);
  const workers = options.workers ?? availableParallelism();
  const run = (jobs: readonly SweepJob[]) =>
    runJobs(base, jobs, workers, {
      interrupted: stop.interrupted,
      done: (finished, all) => progress('combinations', finished, all),
    });
  const { objective } = options;
  if (options.walkForward) {
    const forward = {
      base,
      period: plan.period,
      months: options.walkForward,
      objective,
      combinations,
      settingsOf,
    };
    const { walk, result } = await walkForward(forward, run, watcher);
    const costs = await atEveryCost(walk, async (factor, again) => {
      const dearBase = atCosts(base, factor);
      return (await walkChoices({ base: dearBase, settingsOf }, result.steps, again)).walk;
    });
    return { walk, costs, plan, sweep: null, walkForward: result };
  }
  const scores = await run(
    combinations.map((combination, id) => ({
      id,
      settings: settingsOf(combination),
      period: null,
    })),
  );
  const tried = scores.map((score, at) => ({ settings: combinations[at] ?? {}, score }));
  const sweep = rankTries(tried, objective);
  const best = { ...plan, ...settingsOf(sweep.tried[0]?.settings ?? {}) };
  const bestInput = { ...input, ...coreSettings(best) };
  const walk = await walkSeries(bestInput, watcher);
  const costs = await atEveryCost(walk, walkAgain(bestInput));
  return { walk, costs, plan: best, sweep, walkForward: null };
}

function tellMarkets(output: Output, { markets, inside }: Markets, strict: boolean): void {
  for (const { note } of [...markets, ...inside]) output.line(note);
  const warnings = markets.flatMap(({ findings }) =>
    findings.filter(({ level }) => level === 'warning'),
  );
  if (!strict || warnings.length === 0) return;
  for (const { message } of warnings) output.line(`Warning: ${message}`);
  throw new BotFault(
    'candle_file',
    `--strict: the guards warn of ${warnings.length} ${warnings.length === 1 ? 'thing' : 'things'}, so nothing is traded.`,
  );
}

/** Hours of work are not begun for a page that has no place. */
async function refuseUnwritable(path: string): Promise<void> {
  try {
    await appendFile(path, '');
  } catch (error) {
    throw new BotFault('report_file', notWritten(path, error), { cause: error });
  }
}

/** The report is out by now: a disk that is full costs the page alone. @returns whether it was written */
async function writePage(output: Output, path: string, report: ReplayReport): Promise<boolean> {
  try {
    await writeFile(path, reportHtml(report));
  } catch (error) {
    output.line(notWritten(path, error));
    return false;
  }
  output.line(`The page is ${path}.`);
  return true;
}

function notWritten(path: string, error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return `The page cannot be written to ${path}: ${why}.`;
}

/** How far work is, and how long it will take from here at the pace so far. */
function createWorkProgress(clock: Clock, output: Output) {
  const begun: number = clock.now();
  return createProgress(clock, output, (now, what: string, done: number, all: number) => {
    const leftMs = done === 0 ? null : ((now - begun) / done) * (all - done);
    const left = leftMs === null ? '' : `, ${leftText(leftMs)} left`;
    return `${countText(done)} of ${countText(all)} ${what}, ${Math.floor((100 * done) / all)} %${left}`;
  });
}

function leftText(ms: number): string {
  return ms < 60_000 ? `${Math.ceil(ms / 1_000)} s` : durationText(ms);
}
