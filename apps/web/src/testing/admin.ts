import type { AuditEntry } from '@quorate/contract/admin-audit';
import type { SpendPeriod } from '@quorate/contract/admin-spend';
import type { AdminAccount, UserLine } from '@quorate/contract/admin-users';
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
