import type { AdminPayment, AdminPaymentDetail } from '@quorate/contract/admin-payments';
import type { Db } from '../../../db/tables.ts';
import { AppError } from '../../../http/app-error.ts';
import type { BillingDesk } from '../../billing/desk/billing-desk.ts';
import {
  findEventsOf,
  findSubscriptionOf,
  findUsername,
  type ListedBill,
  wasRefundAsked,
} from './payments.queries.ts';

type DetailDeps = Readonly<{ db: Db; desk: BillingDesk }>;

export function paymentOf(desk: BillingDesk, row: ListedBill): AdminPayment {
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
export async function readPayment(
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
