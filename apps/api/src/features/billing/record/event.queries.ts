import type { WebhookEventsTable } from '../../../db/billing-tables.ts';
import type { Db } from '../../../db/tables.ts';
import type { ProviderEvent } from '../provider-entities.ts';

export type EventOutcome = WebhookEventsTable['outcome'];

/** Notes an event as applied. One that is being taken in elsewhere is waited for. @returns false when it was known */
export async function insertEvent(tx: Db, event: ProviderEvent, now: Date): Promise<boolean> {
  const made = await tx
    .insertInto('webhook_events')
    .values({
      event_id: event.id,
      event_type: event.type,
      entity_id: entityId(event),
      occurred_at: event.occurredAt,
      outcome: 'applied',
      received_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return made !== undefined;
}

export async function setOutcome(tx: Db, id: string, outcome: EventOutcome): Promise<void> {
  await tx.updateTable('webhook_events').set({ outcome }).where('event_id', '=', id).execute();
}

export async function findKnownEvents(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('webhook_events')
    .select('event_id')
    .where('event_id', 'in', ids)
    .execute();
  return new Set(rows.map((row) => row.event_id));
}

/** The oldest event that is known of those since a moment. */
export async function findOldestEventSince(db: Db, moment: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('webhook_events')
    .select('event_id')
    .where('occurred_at', '>=', moment)
    .orderBy('occurred_at')
    .orderBy('event_id')
    .executeTakeFirst();
  return row?.event_id;
}

export async function deleteEventsUntil(db: Db, moment: Date): Promise<void> {
  await db.deleteFrom('webhook_events').where('received_at', '<=', moment).execute();
}

function entityId({ entity }: ProviderEvent): string | null {
  switch (entity.kind) {
    case 'transaction':
    case 'subscription':
    case 'adjustment':
      return entity.value.id;
    case 'unreadable':
      return entity.id;
    case 'other':
      return null;
  }
}
