import type { Deal } from '../deal.ts';
import type { Owner } from '../ports.ts';
import type { Refusal } from '../risk/refusal.ts';
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
  await owner.closed(moment.asOf, deals, refusals);
}
