import { lots } from '@quorate/values/lots';
import type { Currency } from '@quorate/values/money';
import type { Instrument } from '../account/instrument.ts';
import type { Rates } from '../account/rates.ts';
import { type Valuation, valuationOf } from '../account/valuation.ts';
import type { NewsCalendar } from '../governor/news-calendar.ts';
import { newsNearIn } from '../governor/news-near.ts';
import { defaultRuleSet } from '../governor/presets.ts';
import type { RuleSet } from '../governor/rule-set.ts';
import type { GovernorSettings, SwapCost } from '../loop/governing.ts';
import { type CandleSeries, timeframeMs } from '../market/candle.ts';
import { serverTimeMs } from '../market/new-york-clock.ts';
import { swapNights } from '../market/trading-day.ts';
import type { RiskSettings } from '../risk/rules.ts';
import { type CostModel, swapOf } from './costs.ts';

/** By which rules a simulated account is governed. */
export type GovernedBy = Readonly<{
  /** null for the owner's own limits, as the risk settings have them. */
  ruleSet: RuleSet | null;
  /** What the rules count from; null for the balance at the start. */
  initialMinor: number | null;
  /** Listed news; absent where nobody knows of any. */
  calendar?: NewsCalendar;
  /** Whether nothing is opened where the rules look at news and no calendar covers the moment. */
  holdsWithoutCalendar?: boolean;
}>;

/** What is governed: the symbols of a run and what trading them costs. */
type Governed = Readonly<{
  instruments: readonly Instrument[];
  currency: Currency;
  rates: Rates | undefined;
  costs: CostModel;
  risk: RiskSettings;
  series: readonly CandleSeries[];
}>;

/**
 * How a simulated account is governed. The next chance to act comes with the next bar, and equity holds no swap
 * before a deal books it.
 *
 * @example runTradingLoop(ports, { …, governor: simulatedGovernor({ ruleSet: null, initialMinor: null }, run) })
 */
export function simulatedGovernor(by: GovernedBy, run: Governed): GovernorSettings {
  const ruleSet = by.ruleSet ?? ownRules(run.risk);
  const { initialMinor, calendar, holdsWithoutCalendar = false } = by;
  return {
    ruleSet,
    initialMinor,
    holdsWithoutCalendar,
    ...(calendar &&
      ruleSet.news && { newsNear: newsNearIn(calendar, ruleSet.news, run.instruments) }),
    horizonMs: Math.max(...run.series.map(({ timeframe }) => timeframeMs(timeframe))),
    swapCost: swapCost(run),
  };
}

/** The limits of the risk settings as a rule set. */
export function ownRules({
  dailyLossPercent,
  weeklyLossPercent,
  drawdownPercent,
  weeklyProfitPercent,
}: RiskSettings): RuleSet {
  return defaultRuleSet(dailyLossPercent, weeklyLossPercent, drawdownPercent, weeklyProfitPercent);
}

function swapCost({ instruments, currency, rates, costs }: Governed): SwapCost {
  const terms = new Map<string, { instrument: Instrument; valuation: Valuation }>();
  for (const instrument of instruments) {
    const valuation = valuationOf(instrument, currency, rates);
    if (valuation.kind === 'valuation') terms.set(instrument.symbol, { instrument, valuation });
  }
  /** What so many nights of a symbol cost a volume step, at the quote at which that was worked out. */
  const known = new Map<string, { bid: number; stepMinor: number }>();
  return ({ symbol, side, lots: volume, openedAt: from }, to, quote) => {
    const nights = swapNights(serverTimeMs(from), serverTimeMs(to));
    const { bid } = quote;
    const key = `${symbol} ${side} ${nights}`;
    let cost = known.get(key);
    if (cost?.bid !== bid) {
      const each = terms.get(symbol);
      if (!each) return 0;
      const { instrument, valuation } = each;
      const many = lots(MANY_STEPS, volume.step);
      const swap = swapOf(costs, { instrument, side, from, to }, { lots: many, quote, valuation });
      cost = { bid, stepMinor: Math.max(0, -swap.minor) / MANY_STEPS };
      known.set(key, cost);
    }
    return Math.ceil(cost.stepMinor * volume.steps);
  };
}

const MANY_STEPS = 10_000;
