import { type Instrument, instrumentFor } from '@quorate/trading/account/instrument';
import { createOfflineDecisions } from '@quorate/trading/analysts/offline-decisions';
import type { RuleSet } from '@quorate/trading/governor/rule-set';
import { runTradingLoop } from '@quorate/trading/loop/trading-loop';
import type { LoopEvent } from '@quorate/trading/loop/trading-loop-events';
import type { LoopResult } from '@quorate/trading/loop/trading-loop-types';
import type { CandleSeries } from '@quorate/trading/market/candle';
import { createReplayMarket } from '@quorate/trading/market/replay-market';
import { DEFAULT_RISK_SETTINGS } from '@quorate/trading/risk/rules';
import { DEFAULT_COSTS } from '@quorate/trading/simulation/costs';
import { createSimulatedBroker } from '@quorate/trading/simulation/simulated-broker';
import { ownRules, simulatedGovernor } from '@quorate/trading/simulation/simulated-governor';
import { auditFloors, type FloorAudit } from '@quorate/trading/testing/floor-audit';
import { sharedBars } from '@quorate/trading/testing/shared-data';
import { currencyOf, type Money, money } from '@quorate/values/money';

const USD = currencyOf('USD');
const DIGITS: Readonly<Record<string, number>> = { USDJPY: 3, EURJPY: 3, XAUUSD: 2 };
const SYMBOLS = ['AUDUSD', 'EURGBP', 'EURJPY', 'GBPUSD', 'USDJPY', 'XAUUSD'];

/** Six symbols, hour by hour from 2012 to 2022. */
export type Panel = Readonly<{
  series: readonly CandleSeries[];
  instruments: readonly Instrument[];
}>;

/** @throws Error where the files are absent */
export function readPanel(): Panel {
  const series: CandleSeries[] = [];
  const instruments: Instrument[] = [];
  for (const symbol of SYMBOLS) {
    const digits = DIGITS[symbol] ?? 5;
    const market = { symbol, timeframe: 'H1', digits, zone: 'server' } as const;
    const bars = sharedBars(`${symbol}_H1_ejtrader_2012-2022.csv.gz`, market);
    const instrument = instrumentFor(symbol, digits, USD);
    if (!bars || 'kind' in instrument) throw new Error(`there are no bars of ${symbol}`);
    series.push(bars);
    instruments.push(instrument);
  }
  return { series, instruments };
}

export type PanelRun = Readonly<{
  result: LoopResult;
  audit: FloorAudit;
  refusals: Readonly<Record<string, number>>;
  /** What a trade loses at its stop when it is opened, percent of the balance, on average. */
  meanRiskPercent: number;
}>;

/** A large account, so that the smallest lot decides nothing; money lines count from what their firm starts with. */
export function startOf(ruleSet: RuleSet | null): Money {
  const isMoney = ruleSet?.lines.some(({ amount }) => 'moneyMinor' in amount);
  return money(isMoney ? 5_000_000 : 100_000_000, USD);
}

/** The fixed panel over all bars; null for a run that nobody governs. */
export async function runPanel(
  { series, instruments }: Panel,
  ruleSet: RuleSet | null,
  audited: RuleSet = ruleSet ?? ownRules(DEFAULT_RISK_SETTINGS),
): Promise<PanelRun> {
  const start = startOf(audited);
  const broker = createSimulatedBroker({ instruments, start, leverage: 30 });
  const events: LoopEvent[] = [];
  const refusals: Record<string, number> = {};
  const risk = DEFAULT_RISK_SETTINGS;
  const run = {
    instruments,
    currency: USD,
    rates: broker.rates,
    costs: DEFAULT_COSTS,
    risk,
    series,
  };
  const result = await runTradingLoop(
    {
      market: createReplayMarket(series),
      decisions: createOfflineDecisions({ learning: false }),
      broker,
      journal: {
        bars: false,
        record(event) {
          if (event.kind === 'deal' || event.kind === 'governed') events.push(event);
          if (event.kind === 'refusal')
            refusals[event.refusal.code] = (refusals[event.refusal.code] ?? 0) + 1;
        },
      },
    },
    {
      instruments,
      risk,
      planDailyTrades: null,
      newAccountAfterLock: true,
      ...(ruleSet && { governor: simulatedGovernor({ ruleSet, initialMinor: null }, run) }),
    },
  );
  const audit = auditFloors({ series, instruments, start, ruleSet: audited }, events);
  return { result, audit, refusals, meanRiskPercent: meanRisk(events, start.minor) };
}

/** Trades are opened by one deal each. */
function meanRisk(events: readonly LoopEvent[], startMinor: number): number {
  let balance = startMinor;
  let sum = 0;
  let opened = 0;
  for (const event of events) {
    if (event.kind !== 'deal') continue;
    const { entry, initialRisk, profit, commission, swap, fee } = event.deal;
    if (entry === 'in' && initialRisk) {
      sum += (100 * initialRisk.minor) / balance;
      opened += 1;
    }
    balance += profit.minor + commission.minor + swap.minor + fee.minor;
  }
  return sum / opened;
}
