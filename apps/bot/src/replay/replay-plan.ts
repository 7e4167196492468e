import { closeTimeAt } from '@quorate/trading/market/candle';
import { settingsFrom } from '@quorate/trading/risk/rules';
import type { CostModel } from '@quorate/trading/simulation/costs';
import { type Instant, instant, isoFromInstant } from '@quorate/values/instant';
import { BotFault } from '../bot-fault.ts';
import { costModelOf } from '../markets/cost-options.ts';
import { type Period, partOf, serverDayEnd, serverDayStart } from '../markets/period.ts';
import type { Markets } from '../markets/set-up-markets.ts';
import { type RiskProfile, riskProfile } from '../profiles/profile.ts';
import type { ReplayOptions } from './replay-options.ts';
import type { WalkInput } from './walk-series.ts';

/** A replay with everything settled. */
export type ReplayPlan = Readonly<{
  period: Period;
  risk: RiskProfile;
  costs: CostModel;
}>;

/** @throws BotFault `usage` when the period holds no candle, or a setting or an amount does not fit */
export function planReplay(
  options: ReplayOptions,
  markets: Markets,
  profileRisk: RiskProfile | null,
): ReplayPlan {
  const symbols = markets.markets.map(({ series }) => series.symbol);
  const pairs = profileRisk?.currency_pairs ?? symbols;
  const traded = symbols.filter((symbol) => pairs.some((pair) => isPair(symbol, pair)));
  if (traded.length === 0) {
    throw new BotFault(
      'usage',
      `The profile trades ${pairs.join(', ')}, and the candles are of ${symbols.join(', ')}.`,
    );
  }
  const risk = riskProfile.parse({
    ...profileRisk,
    ...options.settings,
    currency_pairs: traded,
  });
  const costs = costModelOf(options, symbols, markets.currency);
  return { period: periodOf(options, markets), risk, costs };
}

/** A profile names pairs as people do; a broker's symbol may have more behind it. */
function isPair(symbol: string, pair: string): boolean {
  return symbol === pair || symbol.slice(0, 6) === pair.toUpperCase();
}

/** The input of one run over a part of the plan's time. */
export function walkInput(
  markets: Markets,
  options: Pick<ReplayOptions, 'leverage' | 'warmUpBars' | 'verdict'>,
  plan: ReplayPlan,
): WalkInput {
  return {
    parts: markets.markets.map(({ series }) => partOf(series, plan.period, options.warmUpBars)),
    instruments: markets.markets.map(({ instrument }) => instrument),
    start: markets.start,
    leverage: options.leverage,
    costs: plan.costs,
    inside: markets.inside.map(({ series }) => series),
    risk: settingsFrom(plan.risk),
    verdict: options.verdict,
  };
}

function periodOf({ from, to }: ReplayOptions, { markets }: Markets): Period {
  const first = Math.min(...markets.map(({ series }) => series.time[0] ?? Number.NaN));
  const closes = markets.map(({ series }) =>
    series.length === 0 ? Number.NaN : closeTimeAt(series, series.length - 1),
  );
  const period = {
    from: (from === null ? null : serverDayStart(from)) ?? instant(first),
    end: (to === null ? null : serverDayEnd(to)) ?? instant(Math.max(...closes)),
  };
  for (const { series } of markets) {
    const { series: part, warmUp } = partOf(series, period, 0);
    if (part.length - warmUp > 0) continue;
    const day = (moment: number) => isoFromInstant(moment as Instant).slice(0, 10);
    const theirs = `${day(series.time[0] ?? 0)} to ${day(series.time[series.length - 1] ?? 0)}`;
    throw new BotFault(
      'usage',
      `From ${from ?? 'the beginning'} to ${to ?? 'the end'} there is no candle of ${series.symbol}; the file has ${theirs}.`,
    );
  }
  return period;
}
