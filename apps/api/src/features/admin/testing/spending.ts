import type { DecisionId, TradingAccountId } from '@quorate/values/ids';
import { newId } from '../../../db/ids.ts';
import type { Db } from '../../../db/tables.ts';

let made = 0;

/** A trading account that decisions of a user can stand on. */
export async function addTradingAccount(db: Db, userId: string): Promise<string> {
  const id = newId<TradingAccountId>();
  await db
    .insertInto('trading_accounts')
    .values({
      id,
      user_id: userId,
      server: 'Demo-Server',
      login: id.slice(-12),
      account_type: 'demo',
      currency: 'USD',
      created_at: new Date('2026-01-01T00:00:00Z'),
    })
    .execute();
  return id;
}

type Spent = Readonly<{
  userId: string;
  accountId: string;
  at: string;
  votes: readonly Readonly<{ provider: string; model: string; tokens: number; micro: number }>[];
}>;

/** A decision at a moment, with what each of its votes cost. */
export async function addDecision(db: Db, { userId, accountId, at, votes }: Spent): Promise<void> {
  made += 1;
  const id = newId<DecisionId>();
  const tokens = votes.reduce((sum, vote) => sum + vote.tokens, 0);
  const micro = votes.reduce((sum, vote) => sum + vote.micro, 0);
  await db
    .insertInto('decisions')
    .values({
      user_id: userId,
      id,
      account_id: accountId,
      symbol: 'EURUSD',
      timeframe: 'H1',
      as_of: new Date(Date.UTC(2020, 0, 1) + made * 3_600_000),
      snapshot_hash: 'ab'.repeat(32),
      snapshot: '{}',
      action: 'HOLD',
      p_up: 0.5,
      sl_atr: null,
      tp_atr: null,
      reason: 'Nothing stands out.',
      agreeing: 0,
      quorum: 2,
      voters: votes.length,
      rules: '[]',
      tokens,
      cost_micro_usd: micro,
      latency_ms: 1,
      decided_at: new Date(at),
    })
    .execute();
  if (votes.length === 0) return;
  await db
    .insertInto('votes')
    .values(
      votes.map((vote, position) => ({
        user_id: userId,
        decision_id: id,
        position,
        analyst: `voter ${position}`,
        model: vote.model,
        provider: vote.provider,
        action: 'HOLD' as const,
        p_up: 0.5,
        sl_atr: null,
        tp_atr: null,
        reason: 'Nothing stands out.',
        evidence: '[]',
        abstained: false,
        fault: null,
        first_action: null,
        first_p_up: null,
        share: null,
        p_pooled: null,
        tokens: vote.tokens,
        input_tokens: vote.tokens - 10,
        output_tokens: 10,
        cost_micro_usd: vote.micro,
      })),
    )
    .execute();
}

type Bill = Readonly<{
  userId: string | null;
  at: string;
  amount: number;
  tax?: number;
  returned?: number;
  currency?: string;
  status?: 'completed' | 'draft' | 'canceled';
}>;

/** A bill at a moment, in minor units. */
export async function addBill(db: Db, bill: Bill): Promise<void> {
  made += 1;
  const at = new Date(bill.at);
  await db
    .insertInto('transactions')
    .values({
      id: `txn_${String(made).padStart(26, '0')}`,
      user_id: bill.userId,
      subscription_id: null,
      customer_id: null,
      status: bill.status ?? 'completed',
      origin: 'web',
      price_id: null,
      plan_name: 'Pro',
      billing_cycle: 'monthly',
      amount: bill.amount,
      tax: bill.tax ?? 0,
      returned: bill.returned ?? 0,
      currency: bill.currency ?? 'USD',
      period_start: null,
      period_end: null,
      invoice_number: null,
      billed_at: at,
      granted_at: null,
      provider_created_at: at,
      provider_updated_at: at,
      created_at: at,
      updated_at: at,
    })
    .execute();
}
