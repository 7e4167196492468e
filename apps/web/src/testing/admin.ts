import type { AuditEntry } from '@quorate/contract/admin-audit';
import type { AdminMessage } from '@quorate/contract/admin-messages';
import type { AdminPayment, AdminPaymentDetail } from '@quorate/contract/admin-payments';
import type { AdminReview } from '@quorate/contract/admin-reviews';
import type { SpendPeriod } from '@quorate/contract/admin-spend';
import type { AdminAccount, UserLine } from '@quorate/contract/admin-users';
import type { WebhookEvent } from '@quorate/contract/admin-webhooks';
import { newId } from './builders.ts';

const USAGE = {
  token_limit: 300_000,
  tokens_used: 1_200,
  tokens_remaining: 298_800,
  period_start: '2026-11-01T00:00:00.000Z',
  period_end: '2026-12-01T00:00:00.000Z',
};

const FREE = {
  plan_name: 'Free',
  source: 'free',
  given_until: null,
  grace_until: null,
} as const;

export function pageOf(total: number, page = 1, per_page = 25) {
  return { page, per_page, total, total_pages: Math.ceil(total / per_page) };
}

export function buildUserLine(part: Partial<UserLine> = {}): UserLine {
  return {
    user_id: newId(),
    username: 'mira',
    email: 'mira@example.com',
    role: 'user',
    created_at: '2026-11-01T10:00:00.000Z',
    verified: true,
    standing: FREE,
    usage: USAGE,
    running_bots: 0,
    ...part,
  };
}

export function buildAccount(part: Partial<AdminAccount> = {}): AdminAccount {
  return {
    user_id: newId(),
    username: 'mira',
    email: 'mira@example.com',
    role: 'user',
    created_at: '2026-11-01T10:00:00.000Z',
    verified_at: '2026-11-01T10:05:00.000Z',
    ways_in: { password: true, passkeys: 2, totp: true, providers: ['github'] },
    standing: FREE,
    given: { plan_name: 'Free', until: null },
    usage: USAGE,
    limits: {
      requests_per_minute: 20,
      symbols: 2,
      symbols_used_today: 1,
      daily_trades: 3,
      terminal_accounts: 1,
      terminal_accounts_used_today: 1,
    },
    sessions: { browsers: 1, devices: 2 },
    trading_accounts: 1,
    trades: 40,
    decision_days: [{ day: '2026-11-20', decisions: 24, tokens: 48_000, cost_usd: 0.0635 }],
    ...part,
  };
}

export function buildAuditEntry(part: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: newId(),
    at: '2026-11-20T10:00:00.000Z',
    operator_id: newId(),
    operator_name: 'olga',
    action: 'account_looked_at',
    subject_kind: 'user',
    subject_id: newId(),
    subject_name: 'mira',
    details: {},
    request_id: 'req-1',
    ...part,
  };
}

export function buildSpendPeriod(part: Partial<SpendPeriod> = {}): SpendPeriod {
  return {
    period: '2026-11-20',
    votes: 72,
    input_tokens: 90_000,
    output_tokens: 7_000,
    assistant_tokens: 500,
    free_tokens: 300,
    cost_usd: 1.25,
    income: [{ currency: 'USD', amount: 99 }],
    margin_usd: 97.75,
    ...part,
  };
}

export const TRANSACTION = 'txn_01h0000000000000000000000a';
export const REASON = 'Asked for by mail, ticket 12';

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
