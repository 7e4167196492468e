import { minorUnits } from '../model/amounts.ts';
import type { PaymentAttempt, PaymentMethod, Transaction } from '../model/entities.ts';
import { conflict } from './api-error.ts';
import { addCredit, creditOf } from './customers.ts';
import { type Emulator, newId, nowIso } from './emulator.ts';
import { emit } from './events.ts';
import { settledDetails } from './totals.ts';
import { giveInvoiceNumber, touch } from './transactions.ts';

/** What a card said. */
export type ChargeOutcome =
  | { kind: 'captured' }
  | { kind: 'declined'; code: string }
  /** The card's bank wants its holder to confirm. */
  | { kind: 'asks' };

/** Who is at the keyboard: a person at the checkout, who may be asked, or nobody, as at a renewal. */
export type Presence = 'present' | 'confirmed' | 'absent';

const PAYABLE = new Set(['ready', 'billed', 'past_due']);

/**
 * Charges a card for a transaction, once: what was paid before is refused, not charged again.
 * Captured money makes the transaction 'paid' and no more; `completion.ts` does the rest.
 *
 * @throws ApiError 409 when there is nothing to pay
 */
export function charge(
  emulator: Emulator,
  transaction: Transaction,
  method: PaymentMethod,
  presence: Presence,
): ChargeOutcome {
  refuseUnpayable(transaction);
  const behaviour = emulator.state.cardBehaviours.get(method.id) ?? 'approves';
  const asks = behaviour === 'asks' && presence === 'present';
  const declines =
    behaviour === 'declines' || (behaviour === 'declines_at_renewal' && presence === 'absent');
  const attempt = attemptOf(emulator, transaction, method);
  transaction.payments.unshift(attempt);
  if (asks) {
    attempt.status = 'action_required';
    touch(emulator, transaction);
    return { kind: 'asks' };
  }
  if (declines) {
    attempt.status = 'error';
    attempt.error_code = 'declined';
    touch(emulator, transaction);
    emit(emulator, 'transaction.payment_failed', transaction);
    return { kind: 'declined', code: 'declined' };
  }
  attempt.status = 'captured';
  attempt.captured_at = nowIso(emulator);
  markPaid(emulator, transaction, method.id);
  return { kind: 'captured' };
}

/** @throws ApiError 409 unless the transaction waits for money */
export function refuseUnpayable(transaction: Transaction): void {
  if (PAYABLE.has(transaction.status)) return;
  const isPaid = transaction.status === 'paid' || transaction.status === 'completed';
  throw conflict(
    isPaid ? 'transaction_already_paid' : 'transaction_not_payable',
    isPaid ? 'This has been paid already.' : `This cannot be paid: it is ${transaction.status}.`,
  );
}

function attemptOf(
  emulator: Emulator,
  transaction: Transaction,
  method: PaymentMethod,
): PaymentAttempt {
  return {
    payment_attempt_id: newId(emulator, 'pyatt'),
    stored_payment_method_id: newId(emulator, 'stopm'),
    payment_method_id: method.id,
    amount: transaction.details.totals.grand_total,
    status: 'captured',
    error_code: null,
    method_details: { type: 'card', card: { ...method.card } },
    created_at: nowIso(emulator),
    captured_at: null,
  };
}

function markPaid(emulator: Emulator, transaction: Transaction, methodId: string): void {
  transaction.status = 'paid';
  transaction.billed_at ??= nowIso(emulator);
  emulator.state.transactionCards.set(transaction.id, methodId);
  emulator.state.settlements.set(
    transaction.id,
    emulator.clock.now() + emulator.behaviour.settleAfterMs,
  );
  takeCredit(emulator, transaction);
  touch(emulator, transaction);
  emit(emulator, 'transaction.paid', transaction);
}

/** Credit that a bill was lowered by is used up when the bill is paid. */
function takeCredit(emulator: Emulator, transaction: Transaction): void {
  const credit = minorUnits(transaction.details.totals.credit);
  if (credit === 0 || transaction.customer_id === null) return;
  if (transaction.origin !== 'subscription_recurring') return;
  const { customer_id: customerId, currency_code: currency } = transaction;
  // A bill that waited may have been overtaken by another one that used the credit up.
  const used = Math.min(credit, creditOf(emulator, customerId, currency));
  addCredit(emulator, customerId, currency, -used);
}

/** The money has settled: the transaction has its invoice, its fee, and is done. */
export function markCompleted(emulator: Emulator, transaction: Transaction): void {
  emulator.state.settlements.delete(transaction.id);
  giveInvoiceNumber(emulator, transaction);
  transaction.details = settledDetails(transaction.details);
  transaction.status = 'completed';
  touch(emulator, transaction);
  emit(emulator, 'transaction.completed', transaction);
}
