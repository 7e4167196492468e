import { v7 } from 'uuid';
import type { Db } from '../../../src/db/tables.ts';
import type { Clock } from '../../../src/process/clock.ts';
import type { MarkMaker } from './marks.ts';

const DAY_MS = 86_400_000;

/** A subscription with its bill, what was told of it, and what is counted of its plan. */
export async function addBilling(
  { db, clock }: { db: Db; clock: Clock },
  userId: string,
  accountId: string,
  mark: MarkMaker,
) {
  const now = new Date(clock.now());
  const owner = { user_id: userId };
  const ids = { subscription: idLike('sub'), transaction: idLike('txn') };
  const bought = {
    ...owner,
    customer_id: mark('customer'),
    price_id: 'pri_pro_monthly',
    plan_name: 'Pro',
    billing_cycle: 'monthly',
    // A figure that is nobody else's by chance.
    amount: 66_123_457,
    currency: 'USD',
    period_start: now,
    period_end: new Date(now.getTime() + 30 * DAY_MS),
    provider_updated_at: now,
    created_at: now,
    updated_at: now,
  } as const;
  mark.all.bill = '661234.57';
  await db
    .insertInto('subscriptions')
    .values({
      ...bought,
      id: ids.subscription,
      status: 'active',
      started_at: now,
      next_billed_at: bought.period_end,
    })
    .execute();
  await db
    .insertInto('transactions')
    .values({
      ...bought,
      id: ids.transaction,
      subscription_id: ids.subscription,
      status: 'completed',
      origin: 'web',
      tax: 0,
      invoice_number: mark('invoice'),
      billed_at: now,
      granted_at: now,
      provider_created_at: now,
    })
    .execute();
  await db
    .insertInto('billing_notices')
    .values({ ...owner, notice: `start:${ids.transaction}`, sent_at: now })
    .execute();
  await db
    .insertInto('token_reservations')
    .values({ ...owner, id: v7(), period_start: now, tokens: 7_919, expires_at: now })
    .execute();
  await db
    .insertInto('account_usage')
    .values({ ...owner, day: now.toISOString().slice(0, 10), account_id: accountId })
    .execute();
  return ids;
}

/** As the provider writes them: a prefix and 26 letters and digits. */
function idLike(prefix: string): string {
  return `${prefix}_${v7().replaceAll('-', '').slice(0, 26)}`;
}
