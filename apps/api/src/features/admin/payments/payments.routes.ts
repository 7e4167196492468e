import {
  getAdminPayment,
  listAdminPayments,
  lookUpPayment,
  refundPayment as refundCall,
} from '@quorate/contract/admin-payments';
import { inTransaction } from '../../../db/in-transaction.ts';
import type { Db } from '../../../db/tables.ts';
import type { Route } from '../../../http/endpoint.ts';
import { offsetOf, paginate } from '../../../http/paging.ts';
import type { Clock } from '../../../process/clock.ts';
import { noteOnce, operatorOf } from '../audit/note-action.ts';
import type { BillingDesk } from './billing-desk.ts';
import { paymentOf, readPayment } from './payment-detail.ts';
import { countPayments, findPayments } from './payments.queries.ts';
import { refundPayment } from './refund.service.ts';

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
