import type { DecisionOutcome } from '../decision.ts';
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
  const context = await standingContext(run, bar);
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
  const outcome = await run.decisions.decide({ snapshot, tradesOpenedToday: context.tradesToday });
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
    case 'decision':
      await run.journal.record({ kind: 'decision', symbol, asOf, atrPoints, decision: outcome });
      return act(run, bar, outcome);
  }
}

async function act(
  run: LoopRun,
  bar: ClosedBar,
  decision: Extract<DecisionOutcome, { kind: 'decision' }>,
): Promise<void> {
  const { action: side, stopLossAtr, takeProfitAtr, decisionId } = decision;
  if (side === 'HOLD') return;
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
  run.onTheirWay.add(order.key);
}

async function standingContext(run: LoopRun, bar: ClosedBar): Promise<StandingContext> {
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
    account: await broker.account(),
    positions: await broker.positions(),
    limits,
    tradesToday: limits.openedToday + run.onTheirWay.size,
    planDailyTrades: settings.planDailyTrades,
    settings: settings.risk,
    ownerHalted: run.owner?.orders(asOf).entriesOff ?? false,
  };
}
