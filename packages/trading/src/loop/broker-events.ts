import type { BrokerEvent } from '../ports.ts';
import { countOpening } from '../risk/limits-state.ts';
import type { LoopMoment, LoopRun } from './loop-run.ts';

/** Takes in what happened at the broker: counts openings, builds the trades, and tells the journal. */
export async function takeInBrokerEvents(
  run: LoopRun,
  { asOf }: LoopMoment,
  events: readonly BrokerEvent[],
): Promise<void> {
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
    await run.journal.record({ kind: 'deal', symbol: deal.symbol, asOf, deal });
    for (const { kind, trade } of run.book.add(deal)) {
      if (kind === 'opened') run.limits = countOpening(run.limits);
      await run.journal.record({ kind: `trade-${kind}`, symbol: trade.symbol, asOf, trade });
    }
  }
}
