import type { AdminPaymentDetail } from '@quorate/contract/admin-payments';
import { inTransaction } from '../../../db/in-transaction.ts';
import type { Db } from '../../../db/tables.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Clock } from '../../../process/clock.ts';
import { noteAction, type Operator } from '../audit/note-action.ts';
import type { BillingDesk } from './billing-desk.ts';
import { readPayment } from './payment-detail.ts';

type RefundDeps = Readonly<{ db: Db; clock: Clock; desk: BillingDesk }>;

/**
 * Gives all of a payment back: noted first, with its reason, then told to the provider. Whoever asks while
 * it is under way, or has been done, changes nothing.
 *
 * @param input.amount what the operator typed, in major units
 * @throws AppError record_unknown, refund_amount_differs, refund_refused, own_account, billing_off
 */
export async function refundPayment(
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
