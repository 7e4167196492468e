import { type ExitSettings, exitSettingsFrom } from '@quorate/trading/exits/exits';
import { presetOf } from '@quorate/trading/governor/presets';
import { closeTimeAt } from '@quorate/trading/market/candle';
import { type RiskSettings, settingsFrom } from '@quorate/trading/risk/rules';
import type { CostModel } from '@quorate/trading/simulation/costs';
import type { GovernedBy } from '@quorate/trading/simulation/simulated-governor';
import { type Instant, instant, isoFromInstant } from '@quorate/values/instant';
import { BotFault } from '../bot-fault.ts';
import { costModelOf } from '../markets/cost-options.ts';
import { type Period, partOf, serverDayEnd, serverDayStart } from '../markets/period.ts';
import type { Markets } from '../markets/set-up-markets.ts';
import {
  type ExitProfile,
  exitProfile,
  type Profile,
  type RiskProfile,
  riskProfile,
} from '../profiles/profile.ts';
import { governedBy } from '../run/rule-set-option.ts';
import type { ReplayOptions } from './replay-options.ts';
import type { WalkInput } from './walk-series.ts';

/** What a run keeps to, by the fields of profiles. */
export type TradedSettings = Readonly<{ risk: RiskProfile; exits: ExitProfile }>;

/** A replay with everything settled. */
export type ReplayPlan = TradedSettings &
  Readonly<{
    period: Period;
    costs: CostModel;
    /** null for a run that nobody governs. */
    governed: GovernedBy | null;
  }>;

/** The same settings as the core has them. */
export function coreSettings({ risk, exits }: TradedSettings): {
  risk: RiskSettings;
  exits: ExitSettings;
} {
  return { risk: settingsFrom(risk), exits: exitSettingsFrom(exits) };
}

/** Settings with others above them, each by its field. */
export function withSettings(
  { risk, exits }: TradedSettings,
  changes: Readonly<Record<string, number>>,
): TradedSettings {
  const of = (group: { shape: object }) =>
    Object.fromEntries(Object.entries(changes).filter(([field]) => field in group.shape));
  return {
    risk: riskProfile.parse({ ...risk, ...of(riskProfile) }),
    exits: exitProfile.parse({ ...exits, ...of(exitProfile) }),
  };
}

/** @throws BotFault `usage` when the period holds no candle, or a setting or an amount does not fit */
export function planReplay(
  options: ReplayOptions,
  markets: Markets,
  profile: (TradedSettings & Pick<Profile, 'rule_set' | 'initial_balance'>) | null,
): ReplayPlan {
  const symbols = markets.markets.map(({ series }) => series.symbol);
  const pairs = profile?.risk.currency_pairs ?? symbols;
  const traded = symbols.filter((symbol) => pairs.some((pair) => isPair(symbol, pair)));
  if (traded.length === 0) {
    throw new BotFault(
      'usage',
      `The profile trades ${pairs.join(', ')}, and the candles are of ${symbols.join(', ')}.`,
    );
  }
  const settled = withSettings(
    {
      risk: riskProfile.parse({ ...profile?.risk, currency_pairs: traded }),
      exits: profile?.exits ?? exitProfile.parse({}),
    },
    options.settings,
  );
  const costs = costModelOf(options, symbols, markets.currency);
  // What was typed comes before what the profile names.
  const ruleSet = options.ruleSet ?? presetOf(profile?.rule_set ?? '') ?? null;
  const initialBalance = options.initialBalance ?? profile?.initial_balance?.toString() ?? null;
  const governed = options.governor
    ? governedBy({ ...options, ruleSet, initialBalance }, markets.currency)
    : null;
  return { ...settled, period: periodOf(options, markets), costs, governed };
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
    ...coreSettings(plan),
    verdict: options.verdict,
    governed: plan.governed,
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
