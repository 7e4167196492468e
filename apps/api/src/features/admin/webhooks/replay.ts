import type { ProviderTaskKind } from '../../../db/billing-tables.ts';
import type { Db } from '../../../db/tables.ts';
import { AppError } from '../../../http/app-error.ts';
import type { BillingDesk } from '../payments/billing-desk.ts';
import { findEvent } from './webhooks.queries.ts';

/**
 * What has to be asked of the provider so that an event's news are taken in again. The event itself is not
 * kept: what it told may be old by now, and how things stand is what counts.
 *
 * @throws AppError record_unknown, replay_impossible
 */
export async function taskOfEvent(
  db: Db,
  desk: BillingDesk,
  eventId: string,
): Promise<{ kind: ProviderTaskKind; subject: string }> {
  const event = await findEvent(db, eventId);
  if (!event) throw new AppError('record_unknown', { details: { what: 'event', id: eventId } });
  const { entity_id: entity, event_type: type } = event;
  const impossible = (reason: string) =>
    new AppError('replay_impossible', { details: { event_id: eventId, reason } });
  if (entity === null) throw impossible('it tells of nothing that is kept here.');
  if (type.startsWith('transaction.')) return { kind: 'fetch_transaction', subject: entity };
  if (type.startsWith('subscription.')) return { kind: 'fetch_subscription', subject: entity };
  if (!type.startsWith('adjustment.'))
    throw impossible(`events of the type ${type} change nothing here.`);
  const adjustment = await desk.findAdjustment(db, entity);
  if (adjustment) return { kind: 'fetch_transaction', subject: adjustment.transaction_id };
  // The provider is asked for adjustments by their payment alone.
  throw impossible(
    `the payment that ${entity} belongs to is not known. Look that payment up, or reconcile now.`,
  );
}
