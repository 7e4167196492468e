import type { WebhookEventsTable } from '../../../db/billing-tables.ts';
import { inTransaction } from '../../../db/in-transaction.ts';
import type { Db } from '../../../db/tables.ts';
import type { Clock } from '../../../process/clock.ts';
import { queueTask } from '../../../process/tasks.ts';
import type { SellingDeps } from '../billing.deps.ts';
import type { ProviderEvent } from '../provider-entities.ts';

type EventOutcome = WebhookEventsTable['outcome'];

export const EVENTS_KEPT_DAYS = 90;
const DAY_MS = 86_400_000;

/** Of these kinds we keep what the provider says. */
const KEPT = /^(transaction|subscription|adjustment)\./;

/**
 * Stores an event of the provider, from a webhook or from its list, and queues a fetch of what it is about,
 * in one transaction. Only its id, kind and time are kept. Events may come late, twice, in any order: how
 * things stand is what is fetched.
 *
 * @returns `known` where it was stored before
 */
export function takeInEvent(
  { db, clock, log }: Pick<SellingDeps, 'db' | 'clock' | 'log'>,
  event: ProviderEvent,
): Promise<EventOutcome | 'known'> {
  const { id, type, subject } = event;
  const outcome = subject ? 'queued' : KEPT.test(type) ? 'unreadable' : 'ignored';
  if (outcome === 'unreadable')
    log.error(
      { event: id, type },
      'an event of the payment provider does not say what it is about',
    );
  return inTransaction(db, async (tx) => {
    if (!(await insertEvent(tx, event, outcome, new Date(clock.now())))) return 'known';
    if (subject) await queueTask(tx, clock, { kind: `fetch_${subject.kind}`, subject: subject.id });
    return outcome;
  });
}

/** One that is being stored elsewhere is waited for. @returns false when it was known */
async function insertEvent(
  tx: Db,
  { id, type, entityId, occurredAt }: ProviderEvent,
  outcome: EventOutcome,
  now: Date,
): Promise<boolean> {
  const made = await tx
    .insertInto('webhook_events')
    .values({
      event_id: id,
      event_type: type,
      entity_id: entityId,
      occurred_at: occurredAt,
      outcome,
      received_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return made !== undefined;
}

/** How something stands is known now: the events that told of it have had their effect. */
export async function settleEvents(tx: Db, entityId: string): Promise<void> {
  await tx
    .updateTable('webhook_events')
    .set({ outcome: 'applied' })
    .where('entity_id', '=', entityId)
    .where('outcome', '=', 'queued')
    .execute();
}

/** Nobody sends an event again after so long: three days of attempts, and a replay by hand. */
export async function removeOldEvents({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const until = new Date(clock.now() - EVENTS_KEPT_DAYS * DAY_MS);
  await db.deleteFrom('webhook_events').where('received_at', '<=', until).execute();
}
