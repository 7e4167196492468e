import { badRequest, notFound } from './api-error.ts';
import { type Emulator, newId, nowIso } from './emulator.ts';
import type { Adjustment, AdjustmentAction, AdjustmentItem, Transaction } from './entities.ts';
import { emit } from './events.ts';
import { minorUnits } from './money.ts';
import { findTransaction } from './transactions.ts';

/** What goes back: everything that is left of a transaction. */
type AdjustmentInput = { action: AdjustmentAction; transaction_id: string; reason: string };

const GIVES_BACK: readonly AdjustmentAction[] = ['refund', 'chargeback'];

/**
 * Gives money back for a transaction, which itself stays as it is. Refunds wait for approval, everything
 * else is approved at once.
 *
 * @throws ApiError 400 when the transaction is not completed, or more would go back than came
 */
export function createAdjustment(emulator: Emulator, input: AdjustmentInput): Adjustment {
  const transaction = findTransaction(emulator, input.transaction_id);
  if (transaction.customer_id === null) {
    throw badRequest('adjustment_transaction_missing_customer_id', 'Nobody has paid this.');
  }
  if (transaction.status !== 'completed')
    throw badRequest(
      'adjustment_transaction_invalid_status',
      `${transaction.id} is ${transaction.status}: no ${input.action} of it`,
    );
  const items = itemsOf(emulator, transaction, input.action);
  const total = items.reduce((sum, item) => sum + minorUnits(item.amount), 0);
  const tax = items.reduce((sum, item) => sum + minorUnits(item.totals.tax), 0);
  const now = nowIso(emulator);
  const waits = input.action === 'refund';
  const adjustment: Adjustment = {
    id: newId(emulator, 'adj'),
    action: input.action,
    type: 'full',
    transaction_id: transaction.id,
    subscription_id: transaction.subscription_id,
    customer_id: transaction.customer_id,
    reason: input.reason,
    credit_applied_to_balance: false,
    currency_code: transaction.currency_code,
    status: waits ? 'pending_approval' : 'approved',
    items,
    totals: {
      subtotal: String(total - tax),
      tax: String(tax),
      total: String(total),
      fee: '0',
      retained_fee: '0',
      earnings: String(total - tax),
      currency_code: transaction.currency_code,
    },
    payout_totals: null,
    tax_rates_used: [],
    created_at: now,
    updated_at: now,
  };
  emulator.state.adjustments.set(adjustment.id, adjustment);
  if (waits) {
    const approvedAtMs = emulator.clock.now() + emulator.behaviour.refundApprovedAfterMs;
    emulator.state.approvals.set(adjustment.id, approvedAtMs);
  }
  emit(emulator, 'adjustment.created', adjustment);
  return adjustment;
}

/** The provider's decision on an adjustment. @throws ApiError 400 on one that it cannot take any more */
export function decideAdjustment(
  emulator: Emulator,
  id: string,
  status: 'approved' | 'rejected' | 'reversed',
): Adjustment {
  const adjustment = emulator.state.adjustments.get(id);
  if (!adjustment) throw notFound('Adjustment', id);
  const needed = status === 'reversed' ? 'approved' : 'pending_approval';
  if (adjustment.status !== needed) {
    throw badRequest('adjustment_invalid_status_change', `${id} is ${adjustment.status}`);
  }
  emulator.state.approvals.delete(id);
  adjustment.status = status;
  adjustment.updated_at = nowIso(emulator);
  emit(emulator, 'adjustment.updated', adjustment);
  return adjustment;
}

/** Everything that was given back, or was asked to be, for a transaction. */
export function adjustmentsOf(emulator: Emulator, transactionId: string): Adjustment[] {
  return [...emulator.state.adjustments.values()].filter(
    (each) => each.transaction_id === transactionId,
  );
}

function itemsOf(
  emulator: Emulator,
  transaction: Transaction,
  action: AdjustmentAction,
): AdjustmentItem[] {
  return transaction.details.line_items.map((line) => {
    const total = minorUnits(line.totals.total);
    const amount = total - givenBack(emulator, transaction.id, line.id, action);
    if (amount <= 0)
      throw badRequest('adjustment_amount_above_remaining_allowed', `${line.id} has nothing left`);
    const tax = Math.round((minorUnits(line.totals.tax) * amount) / total);
    return {
      id: newId(emulator, 'adjitm'),
      item_id: line.id,
      type: 'full',
      amount: String(amount),
      proration: null,
      totals: { subtotal: String(amount - tax), tax: String(tax), total: String(amount) },
    };
  });
}

/** Minor units of a line that are gone, or about to go. Reversals take nothing. */
function givenBack(
  emulator: Emulator,
  transactionId: string,
  itemId: string,
  action: AdjustmentAction,
): number {
  if (!GIVES_BACK.includes(action)) return 0;
  const earlier = adjustmentsOf(emulator, transactionId).filter(
    ({ status, action: done }) =>
      GIVES_BACK.includes(done) && (status === 'approved' || status === 'pending_approval'),
  );
  const items = earlier.flatMap((adjustment) => adjustment.items);
  return items
    .filter(({ item_id }) => item_id === itemId)
    .reduce((sum, { amount }) => sum + minorUnits(amount), 0);
}
