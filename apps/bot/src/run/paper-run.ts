import type { AccountInput } from '@quorate/contract/trade-sync';
import type { Usage } from '@quorate/contract/usage';
import { watchOutcomes } from '@quorate/run/outcome-watch';
import { tradeToWire } from '@quorate/run/wire';
import type { Rates } from '@quorate/trading/account/rates';
import { valuationOf } from '@quorate/trading/account/valuation';
import { runTradingLoop } from '@quorate/trading/loop/trading-loop';
import type { LimitNotice, LoopEvent } from '@quorate/trading/loop/trading-loop-events';
import type { LoopResult } from '@quorate/trading/loop/trading-loop-types';
import { type CandleSeries, closeTimeAt } from '@quorate/trading/market/candle';
import { createSimulatedBroker } from '@quorate/trading/simulation/simulated-broker';
import { simulatedGovernor } from '@quorate/trading/simulation/simulated-governor';
import { type Instant, instant } from '@quorate/values/instant';
import { ValueError } from '@quorate/values/value-error';
import type { BotDeps } from '../command-line/bot-deps.ts';
import type { RunJournal } from '../journal/run-journal.ts';
import type { MarketsSetup } from '../markets/paper-markets.ts';
import type { PaperOptions } from '../paper-options.ts';
import { tellEvents } from '../report/event-line.ts';
import { createProgress, standingText } from '../report/progress.ts';
import { type AskedService, askService } from '../service/decision-source.ts';
import type { Session } from '../service/session.ts';
import {
  createOutcomeSync,
  createTradeSync,
  type OutcomeSync,
  type TradeSync,
} from '../sync/sync.ts';
import { candleMarket } from './candle-market.ts';
import { createOwnerLink } from './owner-link.ts';
import { governedBy } from './rule-set-option.ts';
import { createRunRecord, type RunRecord } from './run-record.ts';

/** What retail brokers of the European Union allow on major pairs. */
const LEVERAGE = 30;

type PaperRunDeps = Pick<BotDeps, 'clock' | 'sleep' | 'random' | 'output' | 'stop'> &
  Readonly<{ session: Pick<Session, 'call' | 'callOnce'>; journal: RunJournal }>;

type PaperRunInput = Readonly<{
  options: PaperOptions;
  market: MarketsSetup;
  account: AccountInput;
  runId: string;
  /** As the plan stood at the start. */
  usage: Usage;
}>;

export type PaperRun = Readonly<{
  record: RunRecord;
  barsDone: number;
  tokensUsed: number;
  usage: Usage;
  /** Limits of the plan and of the risk settings that hold at the end. */
  limits: readonly LimitNotice[];
  standing: ReturnType<AskedService['pause']['standing']>;
  unsynced: number;
}>;

/**
 * Walks the candles through the trading loop: decisions from the service, deals from the simulated
 * broker, trades to the service.
 *
 * @throws BotFault when the service refuses what it is sent, or the journal cannot be kept
 */
export async function walkCandles(deps: PaperRunDeps, input: PaperRunInput): Promise<PaperRun> {
  const { stop, clock, output, journal } = deps;
  const { market, options } = input;
  const series = market.markets.map((each) => each.series);
  const instruments = market.markets.map(({ instrument }) => instrument);
  const broker = createSimulatedBroker({
    instruments,
    start: market.start,
    leverage: LEVERAGE,
    costs: market.costs,
    inside: market.inside.map(({ series: finer }) => finer),
  });
  const sync = createTradeSync({ ...deps, account: input.account });
  const outcomes = createOutcomeSync({ ...deps, notify: output.line });
  const record = createRunRecord([
    (event) => addToSync(event, record, sync),
    watchEverySymbol(market, broker.rates, outcomes),
    tellEvents(output, options.verbose),
    (event) => {
      if (event.kind === 'bar') progress();
    },
  ]);
  const asked = askService({
    ...deps,
    account: input.account,
    holdsPositions: () => record.openTrades() > 0,
    lastClose: lastCloseOf(series),
    series,
    reportTouches: outcomes.reportTouches,
    verdict: options.verdict,
  });
  const candles = candleMarket(
    {
      clock,
      sleep: (ms) => deps.sleep(ms, stop.interrupted),
      shouldEnd() {
        asked.pause.endIfFlat();
        return stop.reason() !== null;
      },
      betweenBars() {
        const due = sync.isDue() || outcomes.isDue();
        live.betweenBars(due);
        return due ? sendDue(sync, outcomes) : null;
      },
    },
    series,
    {
      candlesPerSecond: options.candlesPerSecond,
      pacedFrom: Math.max(options.fastFirst, barsBefore(input, journal)),
    },
  );
  const live = createOwnerLink({ ...deps, notify: output.line }, { ...input, record });
  const usage = () => asked.usage() ?? input.usage;
  const progress = createProgress(clock, output, () => {
    const latest = record.latest();
    return (
      latest &&
      standingText({
        ...latest,
        barsDone: candles.barsDone(),
        bars: candles.bars,
        openTrades: record.openTrades(),
        closedTrades: record.closedTrades(),
        decisions: record.decisions(),
        tokensRemaining: usage().tokens_remaining,
      })
    );
  });
  let result: LoopResult;
  await live.begin();
  try {
    result = await runTradingLoop(
      { market: candles, decisions: asked, broker, journal: record, owner: live.owner },
      // The service counts the plan's daily trades and says so; its answers are in the journal, so that
      // a later change of plan does not change what was traded before it.
      {
        instruments,
        risk: options.risk,
        exits: options.exits,
        governor: simulatedGovernor(governedBy(options, market.start.currency), {
          instruments,
          series,
          currency: market.start.currency,
          rates: broker.rates,
          costs: market.costs,
          risk: options.risk,
        }),
        planDailyTrades: null,
        newAccountAfterLock: true,
        reportsDesk: true,
      },
    );
  } finally {
    const latest = record.latest();
    if (latest) asked.pause.close(latest.asOf);
    live.owner.keepPlace();
    try {
      // A service that was waited for in vain is not waited for again.
      if (stop.reason()?.kind !== 'service-unreachable' && (await sync.flush()))
        await outcomes.flush();
    } finally {
      // Heartbeats that outlived the run would find its journal closed.
      await live.end(candles.barsDone() === candles.bars);
    }
  }
  return {
    record,
    barsDone: candles.barsDone(),
    tokensUsed: asked.tokensUsed(),
    usage: usage(),
    limits: result.limits,
    standing: asked.pause.standing(),
    unsynced: sync.waiting() + outcomes.waiting(),
  };
}

/** Trades first: what explains them can wait. */
async function sendDue(sync: TradeSync, outcomes: OutcomeSync): Promise<void> {
  if (sync.isDue() && !(await sync.flush())) return;
  if (outcomes.isDue()) await outcomes.flush();
}

/**
 * Each symbol's decisions are followed on its own bars.
 *
 * @throws ValueError for a symbol that the loop would not trade either
 */
function watchEverySymbol(
  { markets, currency, costs, inside }: MarketsSetup,
  rates: Rates | undefined,
  outcomes: OutcomeSync,
): (event: LoopEvent) => void {
  const watches = new Map(
    markets.map(({ series, instrument }) => {
      const valuation = valuationOf(instrument, currency, rates);
      if (valuation.kind === 'denied') throw new ValueError(valuation.message);
      const finer = inside.find(({ symbol }) => symbol === series.symbol)?.series;
      const terms = { series, instrument, valuation, costs, inside: finer };
      return [series.symbol, watchOutcomes(terms, (outcome) => outcomes.add(outcome, series))];
    }),
  );
  return (event) => watches.get(event.symbol)?.hear(event);
}

function lastCloseOf(series: readonly CandleSeries[]): Instant {
  return instant(Math.max(...series.map((each) => closeTimeAt(each, each.length - 1))));
}

function addToSync(event: LoopEvent, record: RunRecord, sync: TradeSync): void {
  if (
    event.kind === 'trade-opened' ||
    event.kind === 'trade-changed' ||
    event.kind === 'trade-closed'
  ) {
    const excursion = event.kind === 'trade-opened' ? undefined : event.excursion;
    sync.add(tradeToWire(event.trade, record.decisionOf(event.trade), excursion));
  }
}

/** How many candles an earlier run has walked: they are walked again at full speed. */
function barsBefore({ market }: PaperRunInput, journal: RunJournal): number {
  const last = journal.recorded.at(-1)?.asOf;
  if (last === undefined) return 0;
  let bars = 0;
  for (const { series } of market.markets) {
    for (let at = 0; at < series.length && closeTimeAt(series, at) <= last; at++) bars++;
  }
  return bars;
}
