import type { CandleSeries } from '../candle.ts';
import type { BarReading, DecisionOutcome, DecisionRequest } from '../decision.ts';
import type { Side } from '../order.ts';
import type { MaybePromise } from '../ports.ts';
import type { AccountState, Position } from '../position.ts';
import { type OpenRisk, openRisksOf } from '../risk/open-risk.ts';
import { denied, type Refusal } from '../risk/refusal.ts';
import type { StandingContext } from '../risk/risk-context.ts';
import { askRiskDesk, type Proposal, standingRefusal } from '../risk/risk-desk.ts';
import { type Snapshot, snapshotAt } from '../snapshot.ts';
import type { AskedTrade } from '../trading-loop-events.ts';
import type { RuleCheck } from '../vote.ts';
import { andThen } from './in-turn.ts';
import { watchLimits } from './look-after.ts';
import { type ClosedBar, type LoopRun, tellLimit } from './loop-run.ts';

/**
 * A bar that is worth a question. The limits are asked first: a decision that no trade could follow
 * would burn tokens for nothing.
 */
export function considerBar(run: LoopRun, bar: ClosedBar): MaybePromise<void> {
  return andThen(standingContext(run, bar), (context) => {
    const standing = standingRefusal(context);
    if (standing) {
      run.notAsked[standing.code] = (run.notAsked[standing.code] ?? 0) + 1;
      return tellLimit(run, bar, standing, run.limits);
    }
    if (run.asking.holding(bar.symbol, bar.asOf)) {
      run.notAsked.service_limit = (run.notAsked.service_limit ?? 0) + 1;
      return;
    }
    return ask(run, bar, context.tradesToday);
  });
}

function ask(run: LoopRun, bar: ClosedBar, tradesOpenedToday: number): MaybePromise<void> {
  const { lane, index, symbol, asOf } = bar;
  const { series, reader } = lane;
  const { atrPoints } = reader;
  const spreadPoints = (series.askClose[index] ?? Number.NaN) - (series.close[index] ?? Number.NaN);
  // A copy, for the reader overwrites its own at the next bar.
  const indicators = { ...reader.indicators };
  const reading = { symbol, asOf, atrPoints, spreadPoints, indicators };
  run.asked += 1;
  const answer = run.decisions.decide(new BarQuestion(reading, tradesOpenedToday, series, index));
  return andThen(answer, (outcome) => follow(run, bar, atrPoints, outcome));
}

function follow(
  run: LoopRun,
  bar: ClosedBar,
  atrPoints: number,
  outcome: DecisionOutcome,
): MaybePromise<void> {
  const { symbol, asOf } = bar;
  switch (outcome.kind) {
    case 'unavailable': {
      const { code, message } = outcome;
      return run.journal.record({ kind: 'unavailable', symbol, asOf, code, message });
    }
    case 'limit': {
      const notice = run.asking.pause(symbol, outcome, asOf);
      return run.journal.record({ kind: 'limit', symbol, asOf, notice });
    }
    case 'decision': {
      const { action } = outcome;
      const kept = run.journal.record({
        kind: 'decision',
        symbol,
        asOf,
        atrPoints,
        decision: outcome,
      });
      return action === 'HOLD' ? kept : andThen(kept, () => act(run, bar, action, outcome));
    }
  }
}

type Decision = Extract<DecisionOutcome, { kind: 'decision' }>;

function act(run: LoopRun, bar: ClosedBar, side: Side, decision: Decision): MaybePromise<void> {
  const { stopLossAtr, takeProfitAtr, decisionId, orderKey: key } = decision;
  if (stopLossAtr === null || takeProfitAtr === null) {
    const what = stopLossAtr === null ? 'stop loss' : 'take profit';
    const message = `The decision to ${side} ${bar.symbol} comes without a ${what}; both are required.`;
    const actual = stopLossAtr === takeProfitAtr ? 0 : 1;
    return refuse(run, bar, decisionId, denied('stop_loss_required', 2, actual, message), [], null);
  }
  const { atrPoints } = bar.lane.reader;
  const proposal = { side, stopLossAtr, takeProfitAtr, atrPoints, key, decisionId };
  // Read again: time may have passed while the decision was on its way.
  const watched = run.clock && watchLimits(run, bar, run.clock.now());
  const context = watched
    ? watched.then(() => standingContext(run, bar))
    : standingContext(run, bar);
  return andThen(context, (seen) => askDesk(run, bar, proposal, seen));
}

function askDesk(
  run: LoopRun,
  bar: ClosedBar,
  proposal: Proposal,
  context: StandingContext,
): MaybePromise<void> {
  const { symbol, asOf, lane } = bar;
  const { side, decisionId } = proposal;
  const openRisks = allRisks(run, context.positions, context.account);
  const answer = askRiskDesk(proposal, { ...context, openRisks });
  const { checks } = answer;
  const { stopLoss, takeProfit } = answer.idea;
  const asked = { side, quote: context.quote, stopLoss, takeProfit };
  if (answer.kind === 'refused') {
    return refuse(run, bar, decisionId, answer.refusal, checks, asked);
  }
  const { order, lossMinor: riskMinor } = answer;
  const kept = run.journal.record({ kind: 'order', symbol, asOf, order, checks, asked });
  return andThen(
    andThen(kept, () => run.broker.place(order)),
    (outcome) => {
      if (outcome.kind === 'denied') return refuse(run, bar, decisionId, outcome, checks, asked);
      const { baseCurrency: base, quoteCurrency: quote } = lane.instrument;
      run.onTheirWay.set(order.key, { base, quote, side, riskMinor });
    },
  );
}

function refuse(
  run: LoopRun,
  { symbol, asOf }: ClosedBar,
  decisionId: string | null,
  refusal: Refusal,
  checks: readonly RuleCheck[],
  asked: AskedTrade | null,
): MaybePromise<void> {
  const told = { symbol, asOf, decisionId, refusal, checks, asked };
  return run.journal.record({ kind: 'refusal', ...told });
}

/** What is open and what is about to be, at the stops. */
function allRisks(
  { lanes, onTheirWay }: LoopRun,
  positions: readonly Position[],
  account: AccountState,
): readonly OpenRisk[] {
  if (positions.length === 0 && onTheirWay.size === 0) return NO_RISKS;
  const held = openRisksOf(positions, account, (symbol) =>
    lanes.find(({ series }) => series.symbol === symbol),
  );
  return [...held, ...[...onTheirWay.values()].filter((risk) => risk !== null)];
}

const NO_RISKS: readonly OpenRisk[] = [];

function standingContext(run: LoopRun, bar: ClosedBar): MaybePromise<StandingContext> {
  const account = run.broker.account();
  if (account instanceof Promise) return askedContext(run, bar, account);
  const positions = run.broker.positions();
  if (positions instanceof Promise) return askedContext(run, bar, account, positions);
  return contextOf(run, bar, account, positions);
}

async function askedContext(
  run: LoopRun,
  bar: ClosedBar,
  asked: MaybePromise<AccountState>,
  held?: MaybePromise<readonly Position[]>,
): Promise<StandingContext> {
  const account = await asked;
  const positions = await (held ?? run.broker.positions());
  return contextOf(run, bar, account, positions);
}

function contextOf(
  run: LoopRun,
  bar: ClosedBar,
  account: AccountState,
  positions: readonly Position[],
): StandingContext {
  const { broker, settings, limits } = run;
  const { lane, index, asOf } = bar;
  const { series, instrument, valuation } = lane;
  return {
    quote: broker.quote?.(bar.symbol) ?? {
      bid: series.close[index] ?? Number.NaN,
      ask: series.askClose[index] ?? Number.NaN,
    },
    asOf: run.clock?.now() ?? asOf,
    barClosedAt: asOf,
    timeframe: series.timeframe,
    instrument,
    valuation,
    account,
    positions,
    limits,
    tradesToday: limits.openedToday + run.onTheirWay.size,
    planDailyTrades: settings.planDailyTrades,
    settings: settings.risk,
    ownerHalted: run.owner?.orders(asOf).entriesOff ?? false,
  };
}

/**
 * A question about one bar. Its document is made when somebody looks at it: the offline panel reads the
 * figures alone, and the document's thirty bars would cost a replay more than the decision. A class, because
 * an object with a getter of its own is a hundred times slower to make.
 */
class BarQuestion implements DecisionRequest {
  readonly reading: BarReading;
  readonly tradesOpenedToday: number;
  readonly #series: CandleSeries;
  readonly #index: number;
  #snapshot: Snapshot | undefined;

  /** @param index of the newest bar of the series that may be known */
  constructor(reading: BarReading, tradesOpenedToday: number, series: CandleSeries, index: number) {
    this.reading = reading;
    this.tradesOpenedToday = tradesOpenedToday;
    this.#series = series;
    this.#index = index;
  }

  /** The same object each time. */
  get snapshot(): Snapshot {
    const { atrPoints, indicators } = this.reading;
    this.#snapshot ??= snapshotAt(this.#series, this.#index, atrPoints, indicators);
    return this.#snapshot;
  }
}
