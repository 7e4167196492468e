import type { Payment } from '@quorate/contract/subscription';
import type { UserId } from '@quorate/values/ids';
import type { Selectable } from 'kysely';
import type { TransactionsTable } from '../../../db/billing-tables.ts';
import type { Db } from '../../../db/tables.ts';
import { AppError } from '../../../http/app-error.ts';
import { type PageRequest, readPage } from '../../../http/paging.ts';
import type { BillingDeps } from '../billing.deps.ts';
import { majorUnits } from '../money-words.ts';
import { expectAnswer, unreachable } from './provider-answer.ts';

/** Bills of a user, newest first. */
export async function listPayments(db: Db, userId: UserId, page: PageRequest) {
  const { rows, pagination } = await readPage(page, bills(db, userId), (found) =>
    found.selectAll().orderBy('provider_created_at', 'desc').orderBy('id', 'desc'),
  );
  return { payments: rows.map(paymentOf), pagination };
}

/** @throws AppError payment_unknown for nobody's and for somebody else's alike; payments_unreachable */
export async function openInvoice(
  { db, provider }: BillingDeps,
  userId: UserId,
  transactionId: string,
): Promise<string> {
  const bill = await findBill(db, userId, transactionId);
  if (!bill) throw new AppError('payment_unknown', { details: { transaction_id: transactionId } });
  if (!provider) throw unreachable();
  const url = await expectAnswer(provider.payments.invoiceUrl(transactionId));
  // It is made a moment after the payment.
  if (url === null) throw unreachable();
  return url;
}

function paymentOf(row: BillRow): Payment {
  const { currency } = row;
  return {
    transaction_id: row.id,
    at: (row.billed_at ?? row.provider_created_at).toISOString(),
    plan_name: row.plan_name,
    billing_cycle: row.billing_cycle,
    amount: majorUnits(row.amount, currency),
    tax: majorUnits(row.tax, currency),
    returned: majorUnits(row.returned, currency),
    currency,
    status: statusOf(row),
    invoice_number: row.invoice_number,
  };
}

function statusOf({ status }: BillRow): Payment['status'] {
  switch (status) {
    case 'paid':
    case 'completed':
      return 'paid';
    case 'past_due':
    case 'canceled':
      return status;
    default:
      return 'open';
  }
}

type BillRow = Selectable<TransactionsTable>;

async function findBill(db: Db, userId: UserId, id: string): Promise<BillRow | undefined> {
  return bills(db, userId).selectAll().where('id', '=', id).executeTakeFirst();
}

/** A checkout that nobody finished is none. */
function bills(db: Db, userId: UserId) {
  return db
    .selectFrom('transactions')
    .where('user_id', '=', userId)
    .where('status', 'not in', ['draft', 'ready'])
    .where((row) => row.or([row('status', '<>', 'canceled'), row('billed_at', 'is not', null)]));
}
