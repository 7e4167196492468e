import type { BrokerEvent } from '../ports.ts';
import { countClosing, countOpening } from '../risk/limits-state.ts';
import { equityRefusals } from '../risk/risk-desk.ts';
import { type LoopMoment, type LoopRun, tellLimit } from './loop-run.ts';

/** Takes in what happened at the broker: counts openings, builds the trades, and tells the journal. */
export async function takeInBrokerEvents(
  run: LoopRun,
  moment: LoopMoment,
  events: readonly BrokerEvent[],
): Promise<void> {
  const { asOf } = moment;
  for (const event of events) {
    if (event.kind === 'order-refused') {
      const { order, refusal } = event;
      run.onTheirWay.delete(order.key);
      const { decisionId, symbol } = order;
      const told = { symbol, asOf, decisionId, refusal, checks: [], asked: null };
      await run.journal.record({ kind: 'refusal', ...told });
      continue;
    }
    const { deal } = event;
    if (run.takenIn.delete(deal.ticket)) continue;
    if (deal.orderKey !== null) run.onTheirWay.delete(deal.orderKey);
    const kept = run.journal.record({ kind: 'deal', symbol: deal.symbol, asOf, deal });
    if (kept instanceof Promise) await kept;
    for (const { kind, trade } of run.book.add(deal)) {
      if (kind === 'opened') run.limits = countOpening(run.limits);
      const { symbol } = trade;
      const told = run.journal.record({ kind: `trade-${kind}`, symbol, asOf, trade });
      if (told instanceof Promise) await told;
      if (kind === 'closed') await countTrade(run, moment, trade.profit.minor);
    }
  }
}

/** A streak of losses is told as soon as it has met its limit. */
async function countTrade(run: LoopRun, moment: LoopMoment, netMinor: number): Promise<void> {
  const { risk } = run.settings;
  const before = run.limits;
  run.limits = countClosing(before, moment.asOf, netMinor, risk);
  if (run.limits.lossesLatch === before.lossesLatch) return;
  for (const refusal of equityRefusals(run.limits, risk)) {
    await tellLimit(run, moment, refusal, run.limits);
  }
}
