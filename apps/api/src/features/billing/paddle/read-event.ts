import { z } from 'zod';
import type { EventSubject, ProviderEvent } from '../provider-entities.ts';
import { idField, momentField } from './wire-values.ts';

const envelope = z.object({
  event_id: idField,
  event_type: z.string().min(1).max(100),
  occurred_at: momentField,
  data: z.unknown().optional(),
});

const named = z.object({ id: idField });
const ofTransaction = z.object({ transaction_id: idField });

/**
 * Reads of an event, from a webhook or from the provider's list, what it is about, and no more.
 *
 * @returns null: no event at all
 */
export function readEvent(content: unknown): ProviderEvent | null {
  const parsed = envelope.safeParse(content);
  if (!parsed.success) return null;
  const { event_id, event_type, occurred_at, data } = parsed.data;
  const kind = event_type.split('.', 1)[0] ?? '';
  const isKept = ['transaction', 'subscription', 'adjustment'].includes(kind);
  return {
    id: event_id,
    type: event_type,
    occurredAt: occurred_at,
    entityId: isKept ? (named.safeParse(data).data?.id ?? null) : null,
    subject: subjectOf(kind, data),
  };
}

/** Adjustments come with their transaction: they cannot be fetched by their own id. */
function subjectOf(kind: string, data: unknown): EventSubject | null {
  if (kind === 'transaction' || kind === 'subscription') {
    const id = named.safeParse(data).data?.id;
    return id === undefined ? null : { kind, id };
  }
  if (kind !== 'adjustment') return null;
  const id = ofTransaction.safeParse(data).data?.transaction_id;
  return id === undefined ? null : { kind: 'transaction', id };
}
