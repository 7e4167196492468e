import {
  type AdminPayment,
  type AdminPaymentDetail,
  getAdminPayment,
  listAdminPayments,
  lookUpPayment,
  refundPayment,
} from '@quorate/contract/admin-payments';
import type { HandlerInput } from '@quorate/contract/endpoint';
import { normalForm, SEARCH_MAX } from '@quorate/contract/fields';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { TransactionsTable } from '../../../db/billing-tables.ts';
import { inTransaction } from '../../../db/in-transaction.ts';
import type { Db } from '../../../db/tables.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Route } from '../../../http/endpoint.ts';
import { isoTimes } from '../../../http/iso-times.ts';
import { readPage } from '../../../http/paging.ts';
import type { Clock } from '../../../process/clock.ts';
import type { BillingDesk } from '../../billing/desk/billing-desk.ts';
import { actOnce, noteAction, type Operator, operatorOf } from '../audit/note-action.ts';
import { wanted } from '../filters.ts';

export type PaymentsDeps = Readonly<{ db: Db; clock: Clock; desk: BillingDesk }>;

export function registerPayments(route: Route, deps: PaymentsDeps): void {
  const { db, desk } = deps;

  route(listAdminPayments, async ({ query }) => {
    const { rows, pagination } = await readPayments(db, query);
    return { success: true, payments: rows.map((row) => paymentOf(desk, row)), pagination };
  });

  route(getAdminPayment, async ({ params }) => ({
    success: true,
    ...(await readPayment(deps, params.transaction_id)),
  }));

  route(refundPayment, async ({ params, body }, caller) => {
    desk.expectSelling();
    const input = { transactionId: params.transaction_id, ...body };
    const isAsked = await inTransaction(db, (tx) => askRefund(deps, tx, operatorOf(caller), input));
    // Until the provider has been heard: what it says is in the answer, where it says so in time.
    if (isAsked) await desk.tryNow({ kind: 'refund_transaction', subject: input.transactionId });
    return { success: true, ...(await readPayment(deps, input.transactionId)) };
  });

  route(lookUpPayment, async ({ params, body }, caller) => {
    desk.expectSelling();
    const task = { kind: 'fetch_transaction', subject: params.transaction_id } as const;
    const done = {
      id: body.action_id,
      action: 'payment_looked_up',
      subject: { kind: 'payment', id: task.subject },
      details: { reason: body.reason },
    } as const;
    await actOnce(deps, operatorOf(caller), done, (tx) => desk.queue(tx, task));
    const looked_up = await desk.tryNow(task);
    return { success: true, looked_up, ...(await readPayment(deps, task.subject)) };
  });
}

type BillRow = Selectable<TransactionsTable> & { user_name: string | null };

/** Statuses of a checkout that nobody finished. */
const BEGUN = ['draft', 'ready'] as const;

/** Newest first. Whoever looks for one by a number finds it in any status. */
export function readPayments(db: Db, query: HandlerInput<typeof listAdminPayments>['query']) {
  const { status, plan_name, returned, user_id, search = '' } = query;
  const isFinished = status === undefined && search === '';
  const matching = db
    .selectFrom('transactions as bill')
    .leftJoin('users as owner', 'owner.id', 'bill.user_id')
    .where((row) =>
      row.and(
        wanted(
          status !== undefined && row('bill.status', '=', status),
          isFinished && row('bill.status', 'not in', BEGUN),
          isFinished &&
            row.or([row('bill.status', '<>', 'canceled'), row('bill.billed_at', 'is not', null)]),
          plan_name === 'Free' && row('bill.plan_name', 'is', null),
          plan_name !== undefined && plan_name !== 'Free' && row('bill.plan_name', '=', plan_name),
          returned !== undefined && row('bill.returned', '>', 0),
          user_id !== undefined && row('bill.user_id', '=', user_id),
          search !== '' && row('bill.id', 'in', foundBy(search)),
        ),
      ),
    );
  return readPage(query, matching, (bills) =>
    bills
      .selectAll('bill')
      .select('owner.username as user_name')
      .orderBy('bill.provider_created_at', 'desc')
      .orderBy('bill.id', 'desc'),
  );
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

/**
 * Notes that all of a payment is to go back, with its reason, and what the provider is to be told. Whoever
 * asks while it is under way, or has been done, changes nothing.
 *
 * @param input.amount what the operator typed, in major units
 * @returns false when it was asked for before
 * @throws AppError record_unknown, refund_amount_differs, refund_refused, own_account
 */
async function askRefund(
  { clock, desk }: PaymentsDeps,
  tx: Db,
  operator: Operator,
  { transactionId, reason, amount }: { transactionId: string; reason: string; amount: number },
): Promise<boolean> {
  const found = await expectBill(desk, tx, transactionId);
  if (found.user_id === operator.id) throw new AppError('own_account');
  // Two operators at once: the second one sees what the first has asked.
  await desk.takeTurn(tx, found);
  const bill = (await desk.findBill(tx, transactionId)) ?? found;
  const { currency } = bill;
  if (amount !== desk.majorUnits(bill.amount, currency))
    throw new AppError('refund_amount_differs', {
      details: {
        actual: desk.moneyInWords(bill.amount, currency),
        limit: `${amount} ${currency}`,
      },
    });
  const { state, impossible } = await desk.outlookOf(tx, bill);
  if (state === 'asked' || state === 'pending' || state === 'approved') return false;
  if (impossible !== null)
    throw new AppError('refund_refused', {
      details: { transaction_id: transactionId, reason: impossible },
    });
  await desk.queue(tx, { kind: 'refund_transaction', subject: transactionId }, { reason });
  await noteAction(tx, clock, operator, {
    action: 'refund_asked',
    subject: { kind: 'payment', id: transactionId },
    details: { reason, amount, currency },
  });
  return true;
}

/** @throws AppError record_unknown */
async function expectBill(desk: BillingDesk, db: Db, id: string) {
  const bill = await desk.findBill(db, id);
  if (!bill) throw new AppError('record_unknown', { details: { what: 'payment', id } });
  return bill;
}

function paymentOf(desk: BillingDesk, row: BillRow): AdminPayment {
  const { currency } = row;
  return {
    transaction_id: row.id,
    user_id: row.user_id,
    user_name: row.user_name,
    subscription_id: row.subscription_id,
    customer_id: row.customer_id,
    status: row.status,
    origin: row.origin,
    plan_name: row.plan_name,
    billing_cycle: row.billing_cycle,
    amount: desk.majorUnits(row.amount, currency),
    tax: desk.majorUnits(row.tax, currency),
    returned: desk.majorUnits(row.returned, currency),
    currency,
    invoice_number: row.invoice_number,
    at: (row.billed_at ?? row.provider_created_at).toISOString(),
  };
}

/** Of each payment, the newest: more have hardly come of one. */
const EVENTS_MAX = 50;

/** @throws AppError record_unknown */
async function readPayment(
  { db, desk }: Pick<PaymentsDeps, 'db' | 'desk'>,
  transactionId: string,
): Promise<AdminPaymentDetail> {
  const bill = await expectBill(desk, db, transactionId);
  const [user, subscription, adjustments, outlook, asked] = await Promise.all([
    db.selectFrom('users').select('username').where('id', '=', bill.user_id).executeTakeFirst(),
    db
      .selectFrom('subscriptions')
      .select(['id as subscription_id', 'status', 'plan_name', 'next_billed_at', 'period_end'])
      .where('id', '=', bill.subscription_id)
      .executeTakeFirst(),
    desk.findAdjustments(db, bill.id),
    desk.outlookOf(db, bill),
    db
      .selectFrom('operator_actions')
      .select('id')
      .where('subject_kind', '=', 'payment')
      .where('subject_id', '=', bill.id)
      .where('action', '=', 'refund_asked')
      .limit(1)
      .executeTakeFirst(),
  ]);
  const told = [bill.id, bill.subscription_id, ...adjustments.map(({ id }) => id)];
  const events = await db
    .selectFrom('webhook_events')
    .select(['event_id', 'event_type', 'occurred_at', 'outcome'])
    .where('entity_id', 'in', told)
    .orderBy('occurred_at', 'desc')
    .orderBy('event_id', 'desc')
    .limit(EVENTS_MAX)
    .execute();
  const { period_start, period_end, granted_at } = bill;
  const { state, impossible, endsPlan, lastError } = outlook;
  // Nothing waits and nothing came of it: the provider would not have it.
  const isRefused = asked && state === 'none' && adjustments.length === 0 && bill.returned === 0;
  return {
    payment: paymentOf(desk, { ...bill, user_name: user?.username ?? null }),
    ...isoTimes({ period_start, period_end, granted_at }),
    subscription: subscription ? isoTimes(subscription) : null,
    adjustments: adjustments
      .toSorted((a, b) => b.provider_updated_at.getTime() - a.provider_updated_at.getTime())
      .map(({ id, action, status, amount, currency, provider_updated_at }) => ({
        adjustment_id: id,
        action,
        status,
        amount: desk.majorUnits(amount, currency),
        currency,
        at: provider_updated_at.toISOString(),
      })),
    events: events.map(isoTimes),
    refund: {
      state: isRefused ? 'refused' : state,
      impossible,
      ends_plan: endsPlan,
      last_error: lastError,
    },
  };
}
