import type { Subscription } from '../model/entities.ts';
import { isoOf } from '../model/periods.ts';
import { ApiError, notFound } from './api-error.ts';
import { findCustomer } from './customers.ts';
import { type Emulator, newId, nowIso } from './emulator.ts';

const SESSION_LIVES_MS = 60 * 60_000;

/** Addresses with which a customer looks after their own subscriptions, for an hour. */
export function createPortalSession(
  emulator: Emulator,
  customerId: string,
  subscriptionIds: readonly string[],
) {
  const { id } = findCustomer(emulator, customerId);
  const subscriptions = subscriptionIds.map((each) => ownSubscription(emulator, id, each));
  const sessionId = newId(emulator, 'cpls');
  const expiresAt = isoOf(emulator.clock.now() + SESSION_LIVES_MS);
  emulator.state.portalSessions.set(sessionId, {
    id: sessionId,
    customer_id: id,
    expires_at: expiresAt,
  });
  emulator.changed();
  const page = `${emulator.url()}/portal/${sessionId}`;
  return {
    id: sessionId,
    customer_id: id,
    urls: {
      general: { overview: page },
      subscriptions: subscriptions.map((each) => ({
        id: each.id,
        cancel_subscription: `${page}#${each.id}-cancel`,
        update_subscription_payment_method: `${page}#${each.id}-card`,
      })),
    },
    created_at: nowIso(emulator),
  };
}

/** @throws ApiError 403 when there is no such session, or its hour is over */
export function customerOfSession(emulator: Emulator, sessionId: string): string {
  const session = emulator.state.portalSessions.get(sessionId);
  if (!session || Date.parse(session.expires_at) <= emulator.clock.now()) {
    throw new ApiError(403, 'portal_session_expired', 'This link has expired.');
  }
  return session.customer_id;
}

/** @throws ApiError 404 when the subscription is somebody else's */
export function ownSubscription(emulator: Emulator, customerId: string, id: string): Subscription {
  const subscription = emulator.state.subscriptions.get(id);
  if (subscription?.customer_id !== customerId) throw notFound('Subscription', id);
  return subscription;
}
