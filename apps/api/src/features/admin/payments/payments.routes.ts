import {
  type AdminPayment,
  type AdminPaymentDetail,
  getAdminPayment,
  listAdminPayments,
  lookUpPayment,
  refundPayment as refundCall,
} from '@quorate/contract/admin-payments';
import { inTransaction } from '../../../db/in-transaction.ts';
import type { Db } from '../../../db/tables.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Route } from '../../../http/endpoint.ts';
import { offsetOf, paginate } from '../../../http/paging.ts';
import type { Clock } from '../../../process/clock.ts';
import type { BillingDesk } from '../../billing/desk/billing-desk.ts';
import { noteAction, noteOnce, type Operator, operatorOf } from '../audit/note-action.ts';
import {
  countPayments,
  findEventsOf,
  findPayments,
  findSubscriptionOf,
  findUsername,
  type ListedBill,
  wasRefundAsked,
} from './payments.queries.ts';

export type PaymentsDeps = Readonly<{ db: Db; clock: Clock; desk: BillingDesk }>;

export function registerPayments(route: Route, deps: PaymentsDeps): void {
  const { db, clock, desk } = deps;

  route(listAdminPayments, async ({ query }) => {
    const { page, per_page, ...filter } = query;
    const paging = { page, per_page };
    const [rows, total] = await Promise.all([
      findPayments(db, filter, { limit: per_page, offset: offsetOf(paging) }),
      countPayments(db, filter),
    ]);
    const payments = rows.map((row) => paymentOf(desk, row));
    return { success: true, payments, pagination: paginate(paging, total) };
  });

  route(getAdminPayment, async ({ params }) => ({
    success: true,
    ...(await readPayment(deps, params.transaction_id)),
  }));

  route(refundCall, async ({ params, body }, { user, request }) => {
    const input = { transactionId: params.transaction_id, ...body };
    return { success: true, ...(await refundPayment(deps, operatorOf(user, request), input)) };
  });

  route(lookUpPayment, async ({ params, body }, { user, request }) => {
    desk.expectSelling();
    const task = { kind: 'fetch_transaction', subject: params.transaction_id } as const;
    await inTransaction(db, async (tx) => {
      const isNew = await noteOnce(tx, clock, operatorOf(user, request), {
        id: body.action_id,
        action: 'payment_looked_up',
        subject: { kind: 'payment', id: task.subject },
        details: { reason: body.reason },
      });
      if (isNew) await desk.queue(tx, task);
    });
    const looked_up = await desk.tryNow(task);
    return { success: true, looked_up, ...(await readPayment(deps, task.subject)) };
  });
}

type RefundDeps = Readonly<{ db: Db; clock: Clock; desk: BillingDesk }>;

/**
 * Gives all of a payment back: noted first, with its reason, then told to the provider. Whoever asks while
 * it is under way, or has been done, changes nothing.
 *
 * @param input.amount what the operator typed, in major units
 * @throws AppError record_unknown, refund_amount_differs, refund_refused, own_account, billing_off
 */
async function refundPayment(
  deps: RefundDeps,
  operator: Operator,
  input: { transactionId: string; reason: string; amount: number },
): Promise<AdminPaymentDetail> {
  const { db, desk } = deps;
  desk.expectSelling();
  const { transactionId } = input;
  const isAsked = await inTransaction(db, (tx) => askRefund(deps, tx, operator, input));
  // Until the provider has been heard: what it says is in the answer, where it says so in time.
  if (isAsked) await desk.tryNow({ kind: 'refund_transaction', subject: transactionId });
  return readPayment(deps, transactionId);
}

/** @returns false when it was asked for before */
async function askRefund(
  { clock, desk }: RefundDeps,
  tx: Db,
  operator: Operator,
  { transactionId, reason, amount }: { transactionId: string; reason: string; amount: number },
): Promise<boolean> {
  const found = await desk.findBill(tx, transactionId);
  if (!found)
    throw new AppError('record_unknown', { details: { what: 'payment', id: transactionId } });
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

type DetailDeps = Readonly<{ db: Db; desk: BillingDesk }>;

function paymentOf(desk: BillingDesk, row: ListedBill): AdminPayment {
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

/** @throws AppError record_unknown */
async function readPayment(
  { db, desk }: DetailDeps,
  transactionId: string,
): Promise<AdminPaymentDetail> {
  const bill = await desk.findBill(db, transactionId);
  if (!bill)
    throw new AppError('record_unknown', { details: { what: 'payment', id: transactionId } });
  const [user_name, subscription, adjustments, outlook, asked] = await Promise.all([
    findUsername(db, bill.user_id),
    bill.subscription_id === null ? undefined : findSubscriptionOf(db, bill.subscription_id),
    desk.findAdjustments(db, bill.id),
    desk.outlookOf(db, bill),
    wasRefundAsked(db, bill.id),
  ]);
  const told = [bill.id, bill.subscription_id, ...adjustments.map(({ id }) => id)];
  const events = await findEventsOf(
    db,
    told.filter((id) => id !== null),
  );
  // Nothing waits and nothing came of it: the provider would not have it.
  const isRefused =
    asked && outlook.state === 'none' && adjustments.length === 0 && bill.returned === 0;
  return {
    payment: paymentOf(desk, { ...bill, user_name }),
    period_start: isoOrNull(bill.period_start),
    period_end: isoOrNull(bill.period_end),
    granted_at: isoOrNull(bill.granted_at),
    subscription: subscription
      ? {
          subscription_id: subscription.id,
          status: subscription.status,
          plan_name: subscription.plan_name,
          next_billed_at: isoOrNull(subscription.next_billed_at),
          period_end: isoOrNull(subscription.period_end),
        }
      : null,
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
    events: events.map(({ occurred_at, ...event }) => ({
      ...event,
      occurred_at: occurred_at.toISOString(),
    })),
    refund: {
      state: isRefused ? 'refused' : outlook.state,
      impossible: outlook.impossible,
      ends_plan: outlook.endsPlan,
      last_error: outlook.lastError,
    },
  };
}

function isoOrNull(moment: Date | null): string | null {
  return moment?.toISOString() ?? null;
}
