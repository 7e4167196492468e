import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PLAN_NAMES } from '@quorate/contract/plans';
import type { UserId } from '@quorate/values/ids';
import fc from 'fast-check';
import type { Insertable } from 'kysely';
import { freshDatabase } from '../../../../test/helpers/fresh-database.ts';
import { testClock } from '../../../../test/helpers/test-clock.ts';
import type { SubscriptionsTable, TransactionsTable } from '../../../db/billing-tables.ts';
import { newId } from '../../../db/ids.ts';
import type { Db } from '../../../db/tables.ts';
import { readEntitlements } from './entitlements.queries.ts';
import { holdersOf } from './plan-holders.queries.ts';

const NOW = new Date('2026-03-15T12:00:00Z');
const HOUR_MS = 3_600_000;
const USERS = 300;

/** Moments at, just before and just after those that the rule asks about. */
const moment = fc
  .record({
    days: fc.constantFrom(-30, -8, -7, -1, 0, 1, 7, 30),
    ms: fc.constantFrom(-1, 0, 1),
  })
  .map(({ days, ms }) => new Date(NOW.getTime() + days * 24 * HOUR_MS + ms));
const maybe = fc.option(moment, { nil: null });
const plan = fc.constantFrom('Starter' as const, 'Pro' as const, 'Elite' as const);

const subscription = fc.record({
  plan_name: fc.option(plan, { nil: null }),
  status: fc.constantFrom(
    'trialing' as const,
    'active' as const,
    'past_due' as const,
    'paused' as const,
    'canceled' as const,
  ),
  started_at: moment,
  period_start: maybe,
  period_end: maybe,
  scheduled_action: fc.constantFrom(null, 'cancel' as const, 'resume' as const),
  scheduled_at: maybe,
  cancel_requested: fc.constantFrom(null, 'now' as const, 'period_end' as const),
  provider_updated_at: moment,
});

const bill = fc.record({
  ofSubscription: fc.constantFrom(null, 0, 1),
  plan_name: fc.option(plan, { nil: null }),
  status: fc.constantFrom('paid' as const, 'completed' as const, 'past_due' as const),
  amount: fc.constantFrom(0, 100),
  returned: fc.constantFrom(0, 40, 100),
  restored: fc.boolean(),
  granted_at: maybe,
  period_start: maybe,
  period_end: maybe,
  provider_created_at: moment,
});

const person = fc.record({
  given_plan: fc.constantFrom(...PLAN_NAMES),
  given_until: maybe,
  subscriptions: fc.array(subscription, { maxLength: 2 }),
  bills: fc.array(bill, { maxLength: 2 }),
});

describe('lists by plan', () => {
  it('hold exactly those for whom the one rule gives that plan', async (t) => {
    const { db, close } = await freshDatabase();
    t.after(close);
    const ids: UserId[] = [];
    const rows: Rows = { users: [], subscriptions: [], transactions: [] };
    for (const each of fc.sample(person, { numRuns: USERS, seed: 7 })) ids.push(add(rows, each));
    await store(db, rows);
    const clock = testClock(NOW.toISOString());
    const counted: Record<string, number> = {};
    const expected: Record<string, string[]> = Object.fromEntries(
      PLAN_NAMES.map((name) => [name, []]),
    );
    for (const id of ids) {
      const { plan: holds } = await readEntitlements({ db, clock }, id);
      expected[holds.name]?.push(id);
    }
    for (const name of PLAN_NAMES) {
      const found = await db
        .selectFrom('users')
        .select('id')
        .where('id', 'in', holdersOf(name, NOW))
        .execute();
      assert.deepEqual(found.map(({ id }) => id).sort(), expected[name]?.sort(), name);
      counted[name] = found.length;
    }
    for (const name of PLAN_NAMES) assert.ok((counted[name] ?? 0) > 10, JSON.stringify(counted));
  });
});

type Rows = {
  users: { id: string; given_plan: (typeof PLAN_NAMES)[number]; given_until: Date | null }[];
  subscriptions: Insertable<SubscriptionsTable>[];
  transactions: Insertable<TransactionsTable>[];
};

type Person = typeof person extends fc.Arbitrary<infer T> ? T : never;

function add(rows: Rows, { given_plan, given_until, subscriptions, bills }: Person): UserId {
  const id = newId<UserId>();
  const common = { currency: 'USD', created_at: NOW, updated_at: NOW };
  rows.users.push({ id, given_plan, given_until });
  rows.subscriptions.push(
    ...subscriptions.map((each, index) => ({
      ...each,
      ...common,
      id: `sub_${id}_${index}`,
      user_id: id,
      customer_id: 'ctm_1',
      price_id: 'pri_1',
      billing_cycle: 'monthly' as const,
      amount: 100,
    })),
  );
  rows.transactions.push(
    ...bills.map(({ ofSubscription, ...each }, index) => ({
      ...each,
      ...common,
      id: `txn_${id}_${index}`,
      user_id: id,
      subscription_id: ofSubscription === null ? null : `sub_${id}_${ofSubscription}`,
      customer_id: 'ctm_1',
      origin: 'web',
      price_id: 'pri_1',
      billing_cycle: 'monthly' as const,
      tax: 0,
      invoice_number: null,
      billed_at: null,
      provider_updated_at: NOW,
    })),
  );
  return id;
}

async function store(db: Db, { users, subscriptions, transactions }: Rows): Promise<void> {
  await db
    .insertInto('users')
    .values(
      users.map((each) => ({
        ...each,
        username: each.id,
        username_key: each.id,
        email: `${each.id}@example.com`,
        email_key: `${each.id}@example.com`,
        created_at: new Date('2026-01-20T08:00:00Z'),
      })),
    )
    .execute();
  await db.insertInto('subscriptions').values(subscriptions).execute();
  await db.insertInto('transactions').values(transactions).execute();
}
