import type { Instrument } from '@quorate/trading/account/instrument';
import type { Trade } from '@quorate/trading/account/trade';
import { createOfflineDecisions } from '@quorate/trading/analysts/offline-decisions';
import type { ExitSettings } from '@quorate/trading/exits/exits';
import type { Clock, MarketData, Owner } from '@quorate/trading/loop/ports';
import { runTradingLoop } from '@quorate/trading/loop/trading-loop';
import type { AskedTrade, LoopEvent } from '@quorate/trading/loop/trading-loop-events';
import type { CandleSeries } from '@quorate/trading/market/candle';
import { createReplayMarket } from '@quorate/trading/market/replay-market';
import type { RiskSettings } from '@quorate/trading/risk/rules';
import type { CostModel } from '@quorate/trading/simulation/costs';
import { createSimulatedBroker } from '@quorate/trading/simulation/simulated-broker';
import { type GovernedBy, simulatedGovernor } from '@quorate/trading/simulation/simulated-governor';
import type { Instant } from '@quorate/values/instant';
import type { Money } from '@quorate/values/money';
import type { SeriesPart } from '../markets/period.ts';
import { breathe } from '../timers.ts';
import { createEquityRecorder, type EquityRecord } from './equity-recorder.ts';
import { limitsOf, type VerdictTerms } from './verdict-options.ts';

/** What a run is made of. The same is the same run, to the last byte of its report. */
export type WalkInput = Readonly<{
  parts: readonly SeriesPart[];
  /** One for each part. */
  instruments: readonly Instrument[];
  start: Money;
  leverage: number;
  costs: CostModel;
  /** Finer bars of some symbols. */
  inside: readonly CandleSeries[];
  risk: RiskSettings;
  /** How what is open is managed. */
  exits: ExitSettings;
  verdict: VerdictTerms;
  /** null for a run that nobody governs. */
  governed: GovernedBy | null;
}>;

/** An idea that the desk or the broker refused. */
export type RefusedIdea = Readonly<{
  symbol: string;
  asOf: Instant;
  code: string;
  message: string;
  decisionId: string | null;
  asked: AskedTrade | null;
}>;

export type Walk = Readonly<{
  bars: number;
  asked: number;
  held: number;
  notAsked: Readonly<Record<string, number>>;
  trades: readonly Trade[];
  refused: readonly RefusedIdea[];
  /** Limits that were met, once for each time, by their code. */
  limitsMet: Readonly<Record<string, number>>;
  /** Positions that were closed for want of margin. */
  stopOuts: number;
  equity: EquityRecord;
  end: Money;
  /** Whether every bar was walked. */
  complete: boolean;
}>;

/**
 * Trades a stretch of candles with the offline analysts, on the same loop, desk and simulated account as
 * paper runs. What is open at the last candle is closed there, so that the figures count all of it.
 *
 * @throws ValueError when a symbol cannot be valued in the account's currency
 */
export async function walkSeries(input: WalkInput, watcher?: Watcher): Promise<Walk> {
  const { instruments, start, risk, exits, verdict } = input;
  const market = createWalkMarket(input.parts, watcher);
  const recorder = createEquityRecorder(start.minor, market.bars);
  const refused: RefusedIdea[] = [];
  const limitsMet: Record<string, number> = {};
  let held = 0;
  let stopOuts = 0;

  function record(event: LoopEvent): void {
    switch (event.kind) {
      case 'bar':
        recorder.bar(event.asOf, event.equity.minor, event.balance.minor);
        return;
      case 'decision':
        if (event.decision.action === 'HOLD') held += 1;
        return;
      case 'refusal': {
        const { symbol, asOf, decisionId, asked, refusal } = event;
        const { code, message } = refusal;
        refused.push({ symbol, asOf, code, message, decisionId, asked });
        return;
      }
      case 'deal':
        if (event.deal.reason === 'stop-out') stopOuts += 1;
        return;
      case 'limit':
        limitsMet[event.notice.code] = (limitsMet[event.notice.code] ?? 0) + 1;
        return;
      default:
        return;
    }
  }

  const broker = createSimulatedBroker(input);
  const { rates } = broker;
  const { series } = market;
  const { currency } = start;
  const governor = input.governed && {
    governor: simulatedGovernor(input.governed, { ...input, currency, rates, series }),
  };
  const result = await runTradingLoop(
    {
      market,
      decisions: createOfflineDecisions({ ...verdict, limits: limitsOf(verdict) }),
      broker,
      journal: { record },
      owner: closingAtTheEnd(() => market.barsDone() === market.bars),
    },
    { instruments, risk, exits, planDailyTrades: null, newAccountAfterLock: true, ...governor },
  );
  const { bars, asked, notAsked, trades, account } = result;
  return {
    bars,
    asked,
    held,
    notAsked: { ...notAsked },
    trades,
    refused,
    limitsMet,
    stopOuts,
    equity: recorder.record(),
    end: account.equity,
    complete: bars === market.bars,
  };
}

/** Lets everything happen until the last bar, and then closes what is open. */
function closingAtTheEnd(isLast: () => boolean): Owner {
  const before = { entriesOff: false, closeAll: false };
  const atLast = { entriesOff: true, closeAll: true };
  return {
    orders: () => (isLast() ? atLast : before),
    closed() {},
  };
}

/** Bars between two looks at the clock: a look costs more than a bar. */
const LOOK_EVERY = 4_096;
/** A loop that never waits would keep Ctrl-C and the screen from their turn. */
const BREATH_MS = 50;

/** Who looks on while bars are walked. */
export type Watcher = Readonly<{
  clock: Clock;
  shouldEnd(): boolean;
  /** Told now and then how many bars are done. */
  progress(barsDone: number): void;
}>;

type WalkMarket = MarketData & Readonly<{ bars: number; barsDone(): number }>;

/** Bars of a period as the market, as fast as they can be read; those before it are for warming up. */
function createWalkMarket(parts: readonly SeriesPart[], watcher?: Watcher): WalkMarket {
  const series = parts.map((part) => part.series);
  const warmUp = parts.map((part) => part.warmUp);
  const replay = createReplayMarket(series, warmUp);
  const bars = parts.reduce((sum, part) => sum + part.series.length - part.warmUp, 0);
  let done = 0;
  let lookAt = LOOK_EVERY;
  let lastBreath: number = watcher?.clock.now() ?? 0;

  // Fields, because a getter for each would be asked several times a bar.
  const market = {
    series,
    warmUp,
    bars,
    seriesIndex: -1,
    barIndex: -1,
    moreAtOnce: false,
    advance: () => (watcher && done >= lookAt && !market.moreAtOnce ? look(watcher) : step()),
    barsDone: () => done,
  };
  return market;

  function step(): boolean {
    if (replay.advance() !== true) return false;
    market.seriesIndex = replay.seriesIndex;
    market.barIndex = replay.barIndex;
    market.moreAtOnce = replay.moreAtOnce === true;
    done += 1;
    return true;
  }

  function look({ clock, shouldEnd, progress }: Watcher): boolean | Promise<boolean> {
    lookAt = done + LOOK_EVERY;
    if (shouldEnd()) return false;
    const now = clock.now();
    if (now - lastBreath < BREATH_MS) return step();
    lastBreath = now;
    progress(done);
    return breathe().then(step);
  }
}
