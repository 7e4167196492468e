import { inTransaction } from '../../../db/in-transaction.ts';
import type { Db } from '../../../db/tables.ts';
import type { Clock } from '../../../process/clock.ts';
import type { SellingDeps } from '../billing.deps.ts';
import type { EventEntity, ProviderEvent } from '../provider-entities.ts';
import { queueTask } from '../provider-tasks.ts';
import { deleteEventsUntil, type EventOutcome, insertEvent, setOutcome } from './event.queries.ts';
import { recordAdjustment } from './record-adjustment.ts';
import { recordSubscription } from './record-subscription.ts';
import { recordTransaction } from './record-transaction.ts';
import { isAhead, recordDeps } from './recorded.ts';

type Unreadable = Extract<EventEntity, { kind: 'unreadable' }>;

export const EVENTS_KEPT_DAYS = 90;
const DAY_MS = 86_400_000;

/**
 * Takes in an event of the provider, from a webhook or from its record: its id and all of its effect, or
 * nothing. Only its id, kind and time are kept; what it told is in the rows that it changed.
 *
 * @returns `known` where it was taken in before
 */
export function takeInEvent(
  deps: SellingDeps,
  event: ProviderEvent,
): Promise<EventOutcome | 'known'> {
  return inTransaction(deps.db, async (tx) => {
    if (!(await insertEvent(tx, event, new Date(deps.clock.now())))) return 'known';
    const outcome = await apply(deps, tx, event);
    if (outcome !== 'applied') await setOutcome(tx, event.id, outcome);
    return outcome;
  });
}

/** Nobody sends an event again after so long: three days of attempts, and a replay by hand. */
export async function removeOldEvents({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await deleteEventsUntil(db, new Date(clock.now() - EVENTS_KEPT_DAYS * DAY_MS));
}

async function apply(deps: SellingDeps, tx: Db, event: ProviderEvent): Promise<EventOutcome> {
  const { entity } = event;
  const ahead = subjectAhead(entity, new Date(deps.clock.now()));
  if (ahead) {
    // It would pass for the newest news until its time has come.
    deps.log.warn(
      { event: event.id, type: event.type },
      'an event of the payment provider is of the future; its subject is asked for instead',
    );
    await askInstead(deps, tx, ahead);
    return 'queued';
  }
  switch (entity.kind) {
    case 'transaction':
      return recordTransaction(recordDeps(deps), tx, entity.value, 'event');
    case 'subscription':
      return recordSubscription(recordDeps(deps), tx, entity.value, 'event');
    case 'adjustment':
      return recordAdjustment(recordDeps(deps), tx, entity.value);
    case 'other':
      return 'ignored';
    case 'unreadable':
      deps.log.error(
        { event: event.id, type: event.type, entity: entity.id },
        'an event of the payment provider cannot be read; its subject is asked for instead',
      );
      await askInstead(deps, tx, entity);
      return 'unreadable';
  }
}

/** What to ask for in the place of an event of the future; null where it is none. */
function subjectAhead(entity: EventEntity, now: Date): Pick<Unreadable, 'of' | 'id'> | null {
  if (entity.kind === 'other' || entity.kind === 'unreadable') return null;
  if (!isAhead(entity.value.updatedAt, now)) return null;
  return entity.kind === 'adjustment'
    ? { of: 'transaction', id: entity.value.transactionId }
    : { of: entity.kind, id: entity.value.id };
}

/** Adjustments cannot be asked for by their own id: the transaction's next fetch brings them. */
async function askInstead(
  { clock }: SellingDeps,
  tx: Db,
  { of, id }: Pick<Unreadable, 'of' | 'id'>,
): Promise<void> {
  if (id === null || of === 'adjustment') return;
  const kind = of === 'transaction' ? 'fetch_transaction' : 'fetch_subscription';
  await queueTask(tx, clock, { kind, subject: id });
}
