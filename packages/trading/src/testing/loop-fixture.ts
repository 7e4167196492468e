import { currencyOf } from '@quorate/values/money';
import { createOfflineDecisions } from '../analysts/offline-decisions.ts';
import { type ExitSettings, NO_EXITS } from '../exits/exits.ts';
import type { Broker, DecisionSource, Journal, MarketData, Owner } from '../loop/ports.ts';
import { runTradingLoop } from '../loop/trading-loop.ts';
import type { LoopEvent } from '../loop/trading-loop-events.ts';
import type { LoopResult } from '../loop/trading-loop-types.ts';
import type { CandleSeries } from '../market/candle.ts';
import { generateMarket } from '../market/market-generator.ts';
import { createReplayMarket } from '../market/replay-market.ts';
import { DEFAULT_RISK_SETTINGS, type RiskSettings } from '../risk/rules.ts';
import { DEFAULT_COSTS } from '../simulation/costs.ts';
import { createSimulatedBroker } from '../simulation/simulated-broker.ts';
import { type GovernedBy, simulatedGovernor } from '../simulation/simulated-governor.ts';
import { anInstrument, MONDAY, usd } from './builders.ts';

/** 1,500 hourly bars of a made-up EURUSD on which the offline panel trades a few dozen times. */
export function someBars(seed = 4, symbol = 'EURUSD'): CandleSeries {
  return generateMarket({ symbol, timeframe: 'H1', digits: 5, bars: 1_500, end: MONDAY, seed });
}

/** A run and everything it told. */
export type LoopRecord = Readonly<{
  result: LoopResult;
  events: readonly LoopEvent[];
  /** Events of one kind, in order. */
  of<Kind extends LoopEvent['kind']>(kind: Kind): Extract<LoopEvent, { kind: Kind }>[];
}>;

/** Runs the loop with 10,000 dollars over the bars, on whichever ports the test brings. */
export async function runLoop(
  options: {
    series?: readonly CandleSeries[];
    market?: MarketData;
    decisions?: DecisionSource;
    broker?: Broker;
    journal?: Journal;
    owner?: Owner;
    risk?: Partial<RiskSettings>;
    exits?: Partial<ExitSettings>;
    /** Nobody governs where it is left out. */
    governed?: GovernedBy;
    planDailyTrades?: number | null;
    tellsQuiet?: true;
  } = {},
): Promise<LoopRecord> {
  const { series = [someBars()], planDailyTrades = null } = options;
  const instruments = series.map(({ symbol }) => anInstrument({ symbol }));
  const events: LoopEvent[] = [];
  const ports = {
    market: options.market ?? createReplayMarket(series),
    decisions: options.decisions ?? createOfflineDecisions({ learning: false }),
    broker:
      options.broker ?? createSimulatedBroker({ instruments, start: usd('10000'), leverage: 30 }),
    ...(options.owner && { owner: options.owner }),
    journal: {
      record(event: LoopEvent) {
        events.push(event);
        return options.journal?.record(event);
      },
    },
  };
  const risk = { ...DEFAULT_RISK_SETTINGS, ...options.risk };
  const exits = options.exits && { exits: { ...NO_EXITS, ...options.exits } };
  const run = {
    instruments,
    currency: currencyOf('USD'),
    rates: undefined,
    costs: DEFAULT_COSTS,
    risk,
    series,
  };
  const governor = options.governed && { governor: simulatedGovernor(options.governed, run) };
  const result = await runTradingLoop(ports, {
    instruments,
    risk,
    planDailyTrades,
    newAccountAfterLock: true,
    ...(options.tellsQuiet && { tellsQuiet: true }),
    ...exits,
    ...governor,
  });
  return {
    result,
    events,
    of: (kind) =>
      events.filter((event) => event.kind === kind) as Extract<LoopEvent, { kind: typeof kind }>[],
  };
}
