import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { canonicalJson, type JsonValue } from '@quorate/trading/market/canonical-json';
import type { GuardFinding } from '@quorate/trading/market/guards/guard-finding';
import { tradingDayName, tradingDayOf } from '@quorate/trading/market/trading-day';
import { instant } from '@quorate/values/instant';
import { currencyDigits, type Money } from '@quorate/values/money';
import { costNotes, costSettings } from '../../markets/cost-options.ts';
import type { Markets } from '../../markets/set-up-markets.ts';
import { RELEASE_FACTS } from '../../release-facts.ts';
import type { CostScore } from '../dearer-input.ts';
import type { ReplayOptions } from '../replay-options.ts';
import type { ReplayPlan } from '../replay-plan.ts';
import type { SweepResult } from '../sweep/sweep-result.ts';
import type { WalkForwardResult } from '../sweep/walk-forward.ts';
import type { Walk, WalkInput } from '../walk-series.ts';
import type { Figures } from './figures.ts';

/** One file of a run, by what is in it: its path may be another one tomorrow. */
export type MarketInput = Readonly<{
  symbol: string;
  file: string;
  sha256: string;
  zone: string;
  fileTimeframe: string;
  timeframe: string;
  digits: number;
  /** Candles traded on, and read before. */
  candles: number;
  warmUp: number;
  note: string;
}>;

/** A file of finer candles. */
export type InsideInput = Pick<
  MarketInput,
  'symbol' | 'file' | 'sha256' | 'zone' | 'timeframe' | 'note'
>;

/** Everything a report shows. It holds no time of day: the same run gives the same report. */
export type ReplayReport = Readonly<{
  /** First 16 characters of the hash over all inputs. */
  run: string;
  inputs: Readonly<{
    markets: readonly MarketInput[];
    /** Finer candles inside those of some markets. */
    inside: readonly InsideInput[];
    /** First and last server day with a candle. */
    from: string;
    to: string;
    settings: { readonly [name: string]: JsonValue };
  }>;
  currency: string;
  digits: number;
  start: Money;
  end: Money;
  findings: readonly GuardFinding[];
  walk: Walk;
  figures: Figures;
  /** The same at the costs that were assumed, and at higher ones. */
  costs: readonly CostScore[];
  /** Sentences on what is assumed of costs. */
  costNotes: readonly string[];
  sweep: SweepResult | null;
  walkForward: WalkForwardResult | null;
}>;

export type ReportParts = Readonly<{
  options: ReplayOptions;
  plan: ReplayPlan;
  markets: Markets;
  input: WalkInput;
  walk: Walk;
  figures: Figures;
  costs: readonly CostScore[];
  sweep: SweepResult | null;
  walkForward: WalkForwardResult | null;
}>;

export function replayReport(parts: ReportParts): ReplayReport {
  const { markets, input, walk, figures, costs, sweep, walkForward } = parts;
  const inputs = inputsOf(parts);
  const inside = insideOf(markets);
  const { days } = walk.equity;
  return {
    run: hashOf(inputs),
    inputs: {
      markets: inputs,
      inside,
      from: tradingDayName(days[0] ?? 0),
      to: tradingDayName(days.at(-1) ?? 0),
      settings: settingsOf(parts),
    },
    currency: markets.currency,
    digits: currencyDigits(markets.currency),
    start: input.start,
    end: walk.end,
    findings: markets.markets.flatMap(({ findings }) => findings),
    walk,
    figures,
    costs,
    costNotes: costNotes(
      input.costs,
      inputs.map(({ symbol }) => symbol),
    ),
    sweep,
    walkForward,
  };

  function hashOf(files: readonly MarketInput[]): string {
    const known = {
      version: RELEASE_FACTS.version,
      // Where a file lies and what it is called does not change what is in it.
      markets: files.map(({ file: _file, note: _note, ...rest }) => rest),
      inside: inside.map(({ file: _file, note: _note, ...rest }) => rest),
      settings: settingsOf(parts),
    };
    return createHash('sha256').update(canonicalJson(known)).digest('hex').slice(0, 16);
  }
}

function inputsOf({ markets, input }: ReportParts): MarketInput[] {
  return markets.markets.map(({ file, series, note }, at) => {
    const part = input.parts[at];
    const warmUp = part?.warmUp ?? 0;
    return {
      symbol: series.symbol,
      file: basename(file.path),
      sha256: file.contentHash,
      zone: file.zone,
      fileTimeframe: file.timeframe,
      timeframe: series.timeframe,
      digits: file.digits,
      candles: (part?.series.length ?? 0) - warmUp,
      warmUp,
      note,
    };
  });
}

function insideOf({ inside }: Markets): InsideInput[] {
  return inside.map(({ symbol, file, note }) => ({
    symbol,
    file: basename(file.path),
    sha256: file.contentHash,
    zone: file.zone,
    timeframe: file.timeframe,
    note,
  }));
}

function settingsOf({ options, plan, input }: ReportParts): { [name: string]: JsonValue } {
  const { period, costs, risk } = plan;
  return {
    ...risk,
    balance_minor: input.start.minor,
    currency: input.start.currency,
    leverage: options.leverage,
    spread: options.spread,
    commission_per_lot_and_side_minor: input.instruments.map(
      ({ commissionPerLotPerSide }) => commissionPerLotPerSide.minor,
    ),
    ...costSettings(costs),
    from: options.from ?? tradingDayName(tradingDayOf(instant(period.from))),
    to: options.to,
    warm_up_candles: options.warmUpBars,
    sweep: options.sweep.map(({ key, values }) => ({ key, values: [...values] })),
    walk_forward: options.walkForward && { ...options.walkForward },
    objective: options.objective,
    seed: options.seed,
  };
}
