import {
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
import { paymentOf, readPayment } from './payment-detail.ts';
import { countPayments, findPayments } from './payments.queries.ts';

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
  await desk.queue(tx, { kind: 'refund_transaction', subject: transactionId, reason });
  await noteAction(tx, clock, operator, {
    action: 'refund_asked',
    subject: { kind: 'payment', id: transactionId },
    details: { reason, amount, currency },
  });
  return true;
}
