import type { DecisionOutcome } from '../decision.ts';
import type { Side } from '../order.ts';
import type { MaybePromise } from '../ports.ts';
import type { AccountState, Position } from '../position.ts';
import { type OpenRisk, openRisksOf } from '../risk/open-risk.ts';
import { denied, type Refusal } from '../risk/refusal.ts';
import type { StandingContext } from '../risk/risk-context.ts';
import { askRiskDesk, standingRefusal } from '../risk/risk-desk.ts';
import { snapshotAt } from '../snapshot.ts';
import type { AskedTrade } from '../trading-loop-events.ts';
import type { RuleCheck } from '../vote.ts';
import { watchLimits } from './look-after.ts';
import { type ClosedBar, type LoopRun, tellLimit } from './loop-run.ts';

/**
 * A bar that is worth a question. The limits are asked first: a decision that no trade could follow
 * would burn tokens for nothing.
 */
export async function considerBar(run: LoopRun, bar: ClosedBar): Promise<void> {
  // As in the loop: a promise is awaited where there is one, for a replay has none.
  const seen = standingContext(run, bar);
  const context = seen instanceof Promise ? await seen : seen;
  const standing = standingRefusal(context);
  if (standing) {
    run.notAsked[standing.code] = (run.notAsked[standing.code] ?? 0) + 1;
    return tellLimit(run, bar, standing, run.limits);
  }
  if (run.asking.holding(bar.symbol, bar.asOf)) {
    run.notAsked.service_limit = (run.notAsked.service_limit ?? 0) + 1;
    return;
  }
  const { lane, index } = bar;
  const snapshot = snapshotAt(lane.series, index, lane.reader.atrPoints, lane.reader.indicators);
  run.asked += 1;
  const { tradesToday: tradesOpenedToday } = context;
  const answer = run.decisions.decide({ snapshot, tradesOpenedToday });
  const outcome = answer instanceof Promise ? await answer : answer;
  await follow(run, bar, snapshot.atr_points, outcome);
}

async function follow(
  run: LoopRun,
  bar: ClosedBar,
  atrPoints: number,
  outcome: DecisionOutcome,
): Promise<void> {
  const { symbol, asOf } = bar;
  switch (outcome.kind) {
    case 'unavailable': {
      const { code, message } = outcome;
      await run.journal.record({ kind: 'unavailable', symbol, asOf, code, message });
      return;
    }
    case 'limit': {
      const notice = run.asking.pause(symbol, outcome, asOf);
      await run.journal.record({ kind: 'limit', symbol, asOf, notice });
      return;
    }
    case 'decision': {
      const told = { symbol, asOf, atrPoints, decision: outcome };
      const kept = run.journal.record({ kind: 'decision', ...told });
      if (kept instanceof Promise) await kept;
      if (outcome.action !== 'HOLD') await act(run, bar, outcome.action, outcome);
    }
  }
}

async function act(
  run: LoopRun,
  bar: ClosedBar,
  side: Side,
  decision: Extract<DecisionOutcome, { kind: 'decision' }>,
): Promise<void> {
  const { stopLossAtr, takeProfitAtr, decisionId } = decision;
  const { lane, symbol, asOf } = bar;

  async function refuse(
    refusal: Refusal,
    checks: readonly RuleCheck[],
    asked: AskedTrade | null,
  ): Promise<void> {
    const told = { symbol, asOf, decisionId, refusal, checks, asked };
    await run.journal.record({ kind: 'refusal', ...told });
  }

  if (stopLossAtr === null || takeProfitAtr === null) {
    const what = stopLossAtr === null ? 'stop loss' : 'take profit';
    const message = `The decision to ${side} ${symbol} comes without a ${what}; both are required.`;
    return refuse(
      denied('stop_loss_required', 2, stopLossAtr === takeProfitAtr ? 0 : 1, message),
      [],
      null,
    );
  }
  // Read anew: time may have passed while the decision was on its way.
  if (run.clock) await watchLimits(run, bar, run.clock.now());
  const context = await standingContext(run, bar);
  const { atrPoints } = lane.reader;
  const key = decision.orderKey;
  const answer = askRiskDesk(
    { side, stopLossAtr, takeProfitAtr, atrPoints, key, decisionId },
    context,
  );
  const { stopLoss, takeProfit } = answer.idea;
  const asked = { side, quote: context.quote, stopLoss, takeProfit };
  if (answer.kind === 'refused') return refuse(answer.refusal, answer.checks, asked);

  const { order, checks } = answer;
  await run.journal.record({ kind: 'order', symbol, asOf, order, checks, asked });
  const outcome = await run.broker.place(order);
  if (outcome.kind === 'denied') return refuse(outcome, checks, asked);
  const { baseCurrency: base, quoteCurrency: quote } = lane.instrument;
  run.onTheirWay.set(order.key, { base, quote, side, riskMinor: answer.lossMinor });
}

/** What is open and what is about to be, at the stops. */
function openRisks(
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
    openRisks: openRisks(run, positions, account),
    limits,
    tradesToday: limits.openedToday + run.onTheirWay.size,
    planDailyTrades: settings.planDailyTrades,
    settings: settings.risk,
    ownerHalted: run.owner?.orders(asOf).entriesOff ?? false,
  };
}
