import { z } from 'zod';
import type { EventEntity, ProviderEvent } from '../provider-entities.ts';
import { adjustmentEntity, subscriptionEntity, transactionEntity } from './entities.ts';
import { idField, momentField } from './wire-values.ts';

const envelope = z.object({
  event_id: idField,
  event_type: z.string().min(1).max(100),
  occurred_at: momentField,
  data: z.unknown().optional(),
});

const named = z.object({ id: idField });

/**
 * Reads an event, of a webhook or of the provider's own list.
 *
 * @returns null: no event at all. One about something that we keep, in a shape that we cannot read, is an
 * event with an `unreadable` entity: it can be asked for.
 */
export function readEvent(content: unknown): ProviderEvent | null {
  const parsed = envelope.safeParse(content);
  if (!parsed.success) return null;
  const { event_id, event_type, occurred_at, data } = parsed.data;
  return {
    id: event_id,
    type: event_type,
    occurredAt: occurred_at,
    entity: entityOf(event_type, data),
  };
}

function entityOf(type: string, data: unknown): EventEntity {
  const of = type.split('.', 1)[0];
  switch (of) {
    case 'transaction': {
      const read = transactionEntity.safeParse(data);
      return read.success ? { kind: of, value: read.data } : unreadable(of, data);
    }
    case 'subscription': {
      const read = subscriptionEntity.safeParse(data);
      return read.success ? { kind: of, value: read.data } : unreadable(of, data);
    }
    case 'adjustment': {
      const read = adjustmentEntity.safeParse(data);
      return read.success ? { kind: of, value: read.data } : unreadable(of, data);
    }
    default:
      return { kind: 'other' };
  }
}

function unreadable(
  of: Extract<EventEntity, { kind: 'unreadable' }>['of'],
  data: unknown,
): EventEntity {
  const read = named.safeParse(data);
  return { kind: 'unreadable', of, id: read.success ? read.data.id : null };
}
