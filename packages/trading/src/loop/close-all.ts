import type { Deal } from '../deal.ts';
import type { OrderKey } from '../order.ts';
import type { Owner } from '../ports.ts';
import { denied, type Refusal } from '../risk/refusal.ts';
import { takeInBrokerEvents } from './broker-events.ts';
import type { LoopMoment, LoopRun } from './loop-run.ts';

/**
 * Closes whatever is open, because the owner wants it. The deals are taken in at once: after the last bar
 * nobody would ask the broker for them.
 */
export async function closeAll(run: LoopRun, owner: Owner, moment: LoopMoment): Promise<void> {
  const deals: Deal[] = [];
  const refusals: Refusal[] = [];
  for (const { ticket } of await run.broker.positions()) {
    const outcome = await run.broker.close(ticket);
    if (outcome.kind === 'denied') {
      refusals.push(outcome);
      continue;
    }
    const { deal } = outcome;
    deals.push(deal);
    await takeInBrokerEvents(run, moment, [{ kind: 'deal', deal }]);
    run.takenIn.add(deal.ticket);
  }
  for (const key of run.onTheirWay.keys()) refusals.push(onItsWay(key));
  await owner.closed(moment.asOf, deals, refusals);
}

/** Of another symbol: it is filled at that symbol's next bar, and what it opens has to be closed, too. */
function onItsWay(key: OrderKey): Refusal {
  return denied(
    'order_on_its_way',
    'filled or refused',
    key,
    `The order ${key} is on its way and can only be closed once it is filled.`,
  );
}
