import type { AdminMessage } from '@quorate/contract/admin-messages';
import type { AdminPayment, AdminPaymentDetail } from '@quorate/contract/admin-payments';
import type { AdminReview } from '@quorate/contract/admin-reviews';
import type { WebhookEvent } from '@quorate/contract/admin-webhooks';
import { newId } from './builders.ts';

export const TRANSACTION = 'txn_01h0000000000000000000000a';
export const REASON = 'Asked for by mail, ticket 12';

export function paged(total: number) {
  return { page: 1, per_page: 25, total, total_pages: total === 0 ? 0 : 1 };
}

export function buildPayment(part: Partial<AdminPayment> = {}): AdminPayment {
  return {
    transaction_id: TRANSACTION,
    user_id: newId(),
    user_name: 'amina',
    subscription_id: 'sub_01h0000000000000000000000a',
    customer_id: 'ctm_01h0000000000000000000000a',
    status: 'completed',
    origin: 'web',
    plan_name: 'Pro',
    billing_cycle: 'monthly',
    amount: 80,
    tax: 0,
    returned: 0,
    currency: 'USD',
    invoice_number: '325-10001',
    at: '2026-11-20T09:30:00.000Z',
    ...part,
  };
}

export function buildPaymentDetail(
  refund: Partial<AdminPaymentDetail['refund']> = {},
): AdminPaymentDetail {
  return {
    payment: buildPayment(),
    period_start: '2026-11-20T09:30:00.000Z',
    period_end: '2026-12-20T09:30:00.000Z',
    granted_at: '2026-11-20T09:30:00.000Z',
    subscription: {
      subscription_id: 'sub_01h0000000000000000000000a',
      status: 'active',
      plan_name: 'Pro',
      next_billed_at: '2026-12-20T09:30:00.000Z',
      period_end: '2026-12-20T09:30:00.000Z',
    },
    adjustments: [],
    events: [],
    refund: { state: 'none', impossible: null, ends_plan: true, last_error: null, ...refund },
  };
}

export function buildWebhookEvent(part: Partial<WebhookEvent> = {}): WebhookEvent {
  return {
    event_id: 'evt_01h0000000000000000000000a',
    event_type: 'transaction.completed',
    entity_id: TRANSACTION,
    occurred_at: '2026-11-20T09:30:00.000Z',
    received_at: '2026-11-20T09:30:01.000Z',
    outcome: 'applied',
    ...part,
  };
}

export function buildAdminReview(part: Partial<AdminReview> = {}): AdminReview {
  return {
    review_id: newId(),
    user_id: newId(),
    user_name: 'amina',
    rating: 1,
    comment: 'Buy my signals at a wonderful address.',
    created_at: '2026-11-20T09:30:00.000Z',
    hidden_at: null,
    hidden_reason: null,
    rewritten: false,
    ...part,
  };
}

export function buildMessage(part: Partial<AdminMessage> = {}): AdminMessage {
  return {
    message_id: newId(),
    name: 'Mira',
    email: 'mira@example.com',
    subject: 'A question about prices',
    message: 'Is there a year?\nAnd what does it cost?',
    created_at: '2026-11-20T09:30:00.000Z',
    handled_at: null,
    handled_by: null,
    note: null,
    ...part,
  };
}
