import type { listAdminPayments } from '@quorate/contract/admin-payments';
import type { HandlerInput } from '@quorate/contract/endpoint';
import { normalForm, SEARCH_MAX } from '@quorate/contract/fields';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { TransactionsTable } from '../../../db/billing-tables.ts';
import type { Db } from '../../../db/tables.ts';

export type BillRow = Selectable<TransactionsTable>;
export type ListedBill = BillRow & { user_name: string | null };
export type PaymentFilter = Omit<
  HandlerInput<typeof listAdminPayments>['query'],
  'page' | 'per_page'
>;

/** Statuses of a checkout that nobody finished. */
const BEGUN = ['draft', 'ready'] as const;
/** Of each payment, the newest: more have hardly come of one. */
const EVENTS_MAX = 50;

export function findPayments(
  db: Db,
  filter: PaymentFilter,
  page: { limit: number; offset: number },
): Promise<ListedBill[]> {
  return matching(db, filter)
    .selectAll('bill')
    .select('owner.username as user_name')
    .orderBy('bill.provider_created_at', 'desc')
    .orderBy('bill.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countPayments(db: Db, filter: PaymentFilter): Promise<number> {
  const { total } = await matching(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Whoever looks for one by a number finds it in any status. */
function matching(db: Db, { status, plan_name, returned, user_id, search = '' }: PaymentFilter) {
  return db
    .selectFrom('transactions as bill')
    .leftJoin('users as owner', 'owner.id', 'bill.user_id')
    .$if(status !== undefined, (query) => query.where('bill.status', '=', status ?? 'draft'))
    .$if(status === undefined && search === '', (query) =>
      query
        .where('bill.status', 'not in', BEGUN)
        .where((row) =>
          row.or([row('bill.status', '<>', 'canceled'), row('bill.billed_at', 'is not', null)]),
        ),
    )
    .$if(plan_name !== undefined, (query) =>
      plan_name === undefined || plan_name === 'Free'
        ? query.where('bill.plan_name', 'is', null)
        : query.where('bill.plan_name', '=', plan_name),
    )
    .$if(returned !== undefined, (query) => query.where('bill.returned', '>', 0))
    .$if(user_id !== undefined, (query) => query.where('bill.user_id', '=', user_id ?? null))
    .$if(search !== '', (query) => query.where('bill.id', 'in', foundBy(search)));
}

/** Each way of finding a bill has an index of its own; together in one condition none would be used. */
function foundBy(text: string): RawBuilder<string> {
  const key = normalForm(text, 'NFKC', SEARCH_MAX).toLowerCase();
  return sql`(
    select id from transactions where id = ${text}
    union select id from transactions where subscription_id = ${text}
    union select id from transactions where customer_id = ${text}
    union select id from transactions where invoice_number = ${text}
    union select bill.id from users join transactions as bill on bill.user_id = users.id
      where username_key = ${key}
    union select bill.id from users join transactions as bill on bill.user_id = users.id
      where email_key = ${key}
  )`;
}

export async function findUsername(db: Db, userId: string | null): Promise<string | null> {
  if (userId === null) return null;
  const user = await db
    .selectFrom('users')
    .select('username')
    .where('id', '=', userId)
    .executeTakeFirst();
  return user?.username ?? null;
}

export function findSubscriptionOf(db: Db, id: string) {
  return db
    .selectFrom('subscriptions')
    .select(['id', 'status', 'plan_name', 'next_billed_at', 'period_end'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** What the provider told of any of these, newest first. */
export function findEventsOf(db: Db, entityIds: readonly string[]) {
  return db
    .selectFrom('webhook_events')
    .select(['event_id', 'event_type', 'occurred_at', 'outcome'])
    .where('entity_id', 'in', entityIds)
    .orderBy('occurred_at', 'desc')
    .orderBy('event_id', 'desc')
    .limit(EVENTS_MAX)
    .execute();
}

/** Whether a refund was ever asked for here. */
export async function wasRefundAsked(db: Db, transactionId: string): Promise<boolean> {
  const done = await db
    .selectFrom('operator_actions')
    .select('id')
    .where('subject_kind', '=', 'payment')
    .where('subject_id', '=', transactionId)
    .where('action', '=', 'refund_asked')
    .limit(1)
    .executeTakeFirst();
  return done !== undefined;
}
