import type { BrokerEvent, MaybePromise } from '../ports.ts';
import { countCashFlow, countClosing, countOpening } from '../risk/limits-state.ts';
import { equityRefusals } from '../risk/risk-desk.ts';
import type { TradeChange } from '../trade-book.ts';
import { andThen, eachInTurn } from './in-turn.ts';
import { type LoopMoment, type LoopRun, tellLimit } from './loop-run.ts';

/** Takes in what happened at the broker: counts openings, builds the trades, and tells the journal. */
export function takeInBrokerEvents(
  run: LoopRun,
  moment: LoopMoment,
  events: readonly BrokerEvent[],
): MaybePromise<void> {
  return eachInTurn(events, (event) => takeIn(run, moment, event));
}

function takeIn(run: LoopRun, moment: LoopMoment, event: BrokerEvent): MaybePromise<void> {
  const { asOf } = moment;
  if (event.kind === 'order-refused') {
    const { order, refusal } = event;
    run.onTheirWay.delete(order.key);
    const { decisionId, symbol } = order;
    const told = { symbol, asOf, decisionId, refusal, checks: [], asked: null };
    return run.journal.record({ kind: 'refusal', ...told });
  }
  if (event.kind === 'cash-flow') return takeInCashFlow(run, moment, event);
  const { deal } = event;
  if (run.takenIn.size > 0 && run.takenIn.delete(deal.ticket)) return;
  if (deal.orderKey !== null) run.onTheirWay.delete(deal.orderKey);
  const kept = run.journal.record({ kind: 'deal', symbol: deal.symbol, asOf, deal });
  return andThen(kept, () =>
    eachInTurn(run.book.add(deal), (change) => takeInChange(run, moment, change)),
  );
}

/** The limits travel with it: remembered apart, a crash between the two would count it twice or as a loss. */
async function takeInCashFlow(
  run: LoopRun,
  { symbol, asOf }: LoopMoment,
  { ticket, amount }: Extract<BrokerEvent, { kind: 'cash-flow' }>,
): Promise<void> {
  const { equity } = await run.broker.account();
  run.limits = countCashFlow(run.limits, amount.minor, equity.minor);
  run.toldLimits = run.limits;
  const told = { symbol, asOf, ticket, amount, limits: run.limits };
  await run.journal.record({ kind: 'cash-flow', ...told });
}

function takeInChange(
  run: LoopRun,
  moment: LoopMoment,
  { kind, trade }: TradeChange,
): MaybePromise<void> {
  if (kind === 'opened') run.limits = countOpening(run.limits);
  const { symbol } = trade;
  const told = run.journal.record({ kind: `trade-${kind}`, symbol, asOf: moment.asOf, trade });
  if (kind !== 'closed') return told;
  return andThen(told, () => countTrade(run, moment, trade.profit.minor));
}

/** A streak of losses is told as soon as it has met its limit. */
function countTrade(run: LoopRun, moment: LoopMoment, netMinor: number): MaybePromise<void> {
  const { risk } = run.settings;
  const before = run.limits;
  run.limits = countClosing(before, moment.asOf, netMinor, risk);
  if (run.limits.lossesLatch === before.lossesLatch) return;
  return eachInTurn(equityRefusals(run.limits, risk), (refusal) =>
    tellLimit(run, moment, refusal, run.limits),
  );
}
