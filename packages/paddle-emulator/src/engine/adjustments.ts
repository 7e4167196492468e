import { minorUnits } from '../model/amounts.ts';
import type { Transaction } from '../model/entities.ts';
import type { Adjustment, AdjustmentAction, AdjustmentItem } from '../model/records.ts';
import { badRequest, invalidField, notFound } from './api-error.ts';
import { addCredit } from './customers.ts';
import { type Emulator, newId, nowIso } from './emulator.ts';
import { emit } from './events.ts';
import { findTransaction } from './transactions.ts';

/** What is to go back; without items, everything that is left. */
export type AdjustmentInput = {
  action: AdjustmentAction;
  transaction_id: string;
  reason: string;
  type?: 'full' | 'partial' | undefined;
  items?:
    | { item_id: string; type: 'full' | 'partial'; amount?: string | null | undefined }[]
    | undefined;
};

const GIVES_BACK: readonly AdjustmentAction[] = ['refund', 'chargeback', 'credit'];

/**
 * Gives money back for a transaction, which itself stays as it is. Refunds wait for approval, everything
 * else holds at once.
 *
 * @throws ApiError 400 when the transaction is not completed, or more would go back than came
 */
export function createAdjustment(emulator: Emulator, input: AdjustmentInput): Adjustment {
  const transaction = findTransaction(emulator, input.transaction_id);
  if (transaction.customer_id === null) {
    throw badRequest('adjustment_transaction_missing_customer_id', 'Nobody has paid this.');
  }
  refuseWrongStatus(input.action, transaction);
  const items = itemsOf(emulator, transaction, input);
  const total = items.reduce((sum, item) => sum + minorUnits(item.amount), 0);
  const tax = items.reduce((sum, item) => sum + minorUnits(item.totals.tax), 0);
  const now = nowIso(emulator);
  const waits = input.action === 'refund';
  const adjustment: Adjustment = {
    id: newId(emulator, 'adj'),
    action: input.action,
    type: input.items && input.type !== 'full' ? 'partial' : 'full',
    transaction_id: transaction.id,
    subscription_id: transaction.subscription_id,
    customer_id: transaction.customer_id,
    reason: input.reason,
    credit_applied_to_balance: input.action === 'credit',
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
  const { refundApprovedAfterMs } = emulator.behaviour;
  if (waits && refundApprovedAfterMs !== null) {
    emulator.state.approvals.set(adjustment.id, emulator.clock.now() + refundApprovedAfterMs);
  }
  if (input.action === 'credit') {
    addCredit(emulator, adjustment.customer_id, adjustment.currency_code, total);
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

function refuseWrongStatus(action: AdjustmentAction, transaction: Transaction): void {
  const isPaid = transaction.status === 'completed';
  const isOpen = transaction.status === 'billed' || transaction.status === 'past_due';
  if (action === 'credit' ? isOpen || isPaid : isPaid) return;
  throw badRequest(
    'adjustment_transaction_invalid_status',
    `${transaction.id} is ${transaction.status}: no ${action} of it`,
  );
}

function itemsOf(
  emulator: Emulator,
  transaction: Transaction,
  input: AdjustmentInput,
): AdjustmentItem[] {
  const lines = transaction.details.line_items;
  const wanted = input.items ?? lines.map(({ id }) => ({ item_id: id, type: 'full' as const }));
  if (wanted.length === 0) throw invalidField('items', 'at least one item is needed');
  if (new Set(wanted.map(({ item_id }) => item_id)).size !== wanted.length) {
    throw invalidField('items', 'an item is named twice');
  }
  return wanted.map((item, index) => {
    const line = lines.find(({ id }) => id === item.item_id);
    if (!line) throw notFound('Transaction item', item.item_id);
    const total = minorUnits(line.totals.total);
    const left = total - givenBack(emulator, transaction.id, line.id, input.action);
    const asked = 'amount' in item && item.type === 'partial' ? item.amount : String(left);
    if (!asked || !/^[1-9]\d{0,14}$/.test(asked)) {
      if (item.type === 'partial') throw invalidField(`items.${index}.amount`, 'must be above 0');
    }
    const amount = Number(asked);
    if (amount > left || left <= 0) {
      throw badRequest(
        'adjustment_amount_above_remaining_allowed',
        `${line.id} has ${left} left, ${amount} were asked for`,
      );
    }
    const tax = total === 0 ? 0 : Math.round((minorUnits(line.totals.tax) * amount) / total);
    return {
      id: newId(emulator, 'adjitm'),
      item_id: line.id,
      type: item.type,
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
