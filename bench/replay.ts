import { instrumentFor } from '@quorate/trading/account/instrument';
import type { DecisionSource, Journal } from '@quorate/trading/loop/ports';
import { runTradingLoop } from '@quorate/trading/loop/trading-loop';
import type { LoopResult } from '@quorate/trading/loop/trading-loop-types';
import type { CandleSeries } from '@quorate/trading/market/candle';
import { generateMarket } from '@quorate/trading/market/market-generator';
import { createReplayMarket } from '@quorate/trading/market/replay-market';
import { DEFAULT_RISK_SETTINGS } from '@quorate/trading/risk/rules';
import { DEFAULT_COSTS } from '@quorate/trading/simulation/costs';
import { createSimulatedBroker } from '@quorate/trading/simulation/simulated-broker';
import { simulatedGovernor } from '@quorate/trading/simulation/simulated-governor';
import { instantFromIso } from '@quorate/values/instant';
import { currencyOf, money } from '@quorate/values/money';

const USD = currencyOf('USD');
const SYMBOL = 'EURUSD';
const DIGITS = 5;

/** 10,000 dollars in cents. */
export const START_MINOR = 1_000_000;

/** A made-up market that is the same on every machine. */
export function madeUpSeries(bars: number): CandleSeries {
  const end = instantFromIso('2026-06-26T20:00:00Z');
  return generateMarket({ symbol: SYMBOL, timeframe: 'H1', digits: DIGITS, bars, end, seed: 5 });
}

/** The trading loop on the simulated broker, from the first bar to the last. */
export async function replay(
  decisions: DecisionSource,
  bars: number | CandleSeries,
  journal: Journal = { record: () => {}, bars: false },
): Promise<LoopResult> {
  const series = typeof bars === 'number' ? madeUpSeries(bars) : bars;
  const instrument = instrumentFor(SYMBOL, DIGITS, USD);
  if ('kind' in instrument) throw new Error(instrument.message);
  const broker = createSimulatedBroker({
    instruments: [instrument],
    start: money(START_MINOR, USD),
    leverage: 30,
  });
  const instruments = [instrument];
  const risk = DEFAULT_RISK_SETTINGS;
  const { rates } = broker;
  const run = { instruments, currency: USD, rates, costs: DEFAULT_COSTS, risk, series: [series] };
  const governor = simulatedGovernor({ ruleSet: null, initialMinor: null }, run);
  return runTradingLoop(
    { market: createReplayMarket([series]), decisions, broker, journal },
    { instruments, risk, planDailyTrades: null, newAccountAfterLock: true, governor },
  );
}
