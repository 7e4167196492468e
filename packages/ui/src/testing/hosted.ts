import type { Reply } from '@quorate/contract/endpoint';
import {
  DEFAULT_HOSTED_SETTINGS,
  type HostedAccount,
  type HostedSettings,
  type listHostedAccounts,
} from '@quorate/contract/hosted-accounts';
import { PRACTICE_SUFFIX } from '@quorate/contract/hosted-terms';

type Hosted = Reply<typeof listHostedAccounts>;

export const PRACTICE_SOURCE: Hosted['sources'][number] = {
  source: 'practice',
  name: 'Practice market (made up)',
  symbols: ['EURUSD', 'GBPUSD', 'USDJPY', 'EURGBP'].map((pair) => `${pair}${PRACTICE_SUFFIX}`),
  timeframes: ['M5', 'M15', 'M30', 'H1', 'H4'],
  paces: ['accelerated', 'real_time'],
};

/** An account in real time, with a balance of 10,150 of 10,000, one position and 12 closed trades. */
export function buildHosted(
  changes: Partial<HostedAccount> = {},
  settings: Partial<HostedSettings> = {},
): HostedAccount {
  return {
    hosted_id: '0199aaaa-0000-7000-8000-000000000001',
    account_id: '0199aaaa-0000-7000-8000-000000000002',
    account: {
      server: 'hosted',
      login: 'practice-000000000001',
      account_type: 'practice',
      currency: 'USD',
    },
    source: 'practice',
    pace: 'accelerated',
    settings: { ...DEFAULT_HOSTED_SETTINGS, ...settings },
    start_balance: 10_000,
    state: 'running',
    paused_by: null,
    waits_for: null,
    bot_id: '0199aaaa-0000-7000-8000-000000000003',
    bot_state: 'active',
    balance: 10_150,
    equity: 10_162.4,
    open_positions: 1,
    closed_trades: 12,
    market_time: '2026-11-20T12:00:00.000Z',
    in_real_time: true,
    next_bar_at: '2026-11-20T12:15:00.000Z',
    created_at: '2026-11-20T11:00:00.000Z',
    resets: 0,
    ...changes,
  };
}

/** What an operator who offers the practice market answers, on a plan of two accounts. */
export function buildHostedList(
  accounts: HostedAccount[] = [],
  changes: Partial<Hosted> = {},
): Hosted {
  const total = accounts.length;
  return {
    success: true,
    now: '2026-11-20T12:00:30.000Z',
    accounts,
    pagination: { page: 1, per_page: 50, total, total_pages: Math.min(1, total) },
    limit: 2,
    other_accounts: false,
    sources: [PRACTICE_SOURCE],
    accelerated: { used_s: 0, limit_s: null },
    day_turns: { time: '17:00', zone: 'America/New_York' },
    ...changes,
  };
}
