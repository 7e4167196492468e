import type { z } from 'zod';
import { conflict, invalidField } from './api-error.ts';
import { type Emulator, newId, nowIso } from './emulator.ts';
import type { Card, PaymentAttempt, PaymentMethod, Transaction } from './entities.ts';
import { emit, touch } from './events.ts';
import { minorUnits, settledDetails } from './money.ts';
import type { cardSchema } from './parse.ts';
import type { CardBehaviour } from './state.ts';
import { addCredit, creditOf, giveInvoiceNumber } from './transactions.ts';

/** The test cards, and what each does. */
const TEST_CARDS: Readonly<Record<string, CardBehaviour>> = {
  '4242424242424242': 'approves',
  '5555555555554444': 'approves',
  '4000056655665556': 'approves',
  '4000000000000002': 'declines',
  '4000002760003184': 'declines_at_renewal',
};

/** A card as it is typed in; the year has four digits. */
export type CardInput = z.output<typeof cardSchema>;

/**
 * Keeps what a card does, and its last four digits; the number itself is forgotten.
 *
 * @throws ApiError 400 naming the field at fault; real cards are refused, too
 */
export function storeCard(
  emulator: Emulator,
  owner: { customerId: string; addressId: string },
  input: CardInput,
): PaymentMethod {
  const number = input.number.replaceAll(/[\s-]/g, '');
  const behaviour = behaviourOf(number);
  refuseExpired(emulator, input);
  if (!/^\d{3,4}$/.test(input.cvc)) {
    throw invalidField('cvc', 'The security code has three or four digits.');
  }
  const now = nowIso(emulator);
  const card: Card = {
    type: number.startsWith('5') ? 'mastercard' : 'visa',
    last4: number.slice(-4),
    expiry_month: input.expiry_month,
    expiry_year: input.expiry_year,
    cardholder_name: '',
  };
  const method: PaymentMethod = {
    id: newId(emulator, 'paymtd'),
    customer_id: owner.customerId,
    address_id: owner.addressId,
    type: 'card',
    card,
    paypal: null,
    origin: 'subscription',
    saved_at: now,
    updated_at: now,
  };
  emulator.state.paymentMethods.set(method.id, method);
  emulator.state.cardBehaviours.set(method.id, behaviour);
  emulator.changed();
  return method;
}

/** Publishes that a card stays on file; cards of attempts that failed do not. */
export function announceCard(emulator: Emulator, method: PaymentMethod): void {
  const { card: _, paypal: __, ...data } = method;
  emit(emulator, 'payment_method.saved', data);
}

/** Takes a card off the files. */
export function forgetCard(emulator: Emulator, id: string): void {
  emulator.state.paymentMethods.delete(id);
  emulator.state.cardBehaviours.delete(id);
  emulator.changed();
}

function behaviourOf(number: string): CardBehaviour {
  if (!/^\d{12,19}$/.test(number)) {
    throw invalidField('number', 'This is not a card number.');
  }
  const behaviour = Object.hasOwn(TEST_CARDS, number) ? TEST_CARDS[number] : undefined;
  if (!behaviour) {
    throw invalidField(
      'number',
      'This is test mode: use a test card, such as 4242 4242 4242 4242.',
    );
  }
  return behaviour;
}

function refuseExpired(emulator: Emulator, input: CardInput): void {
  const { expiry_month: month, expiry_year: year } = input;
  if (!Number.isInteger(month) || month < 1 || month > 12) {
    throw invalidField('expiry', 'The month is from 01 to 12.');
  }
  // A card is good to the end of its month.
  if (Date.UTC(year, month, 1) <= emulator.clock.now()) {
    throw invalidField('expiry', 'This card has expired.');
  }
}

/** What a card said. */
export type ChargeOutcome = { kind: 'captured' } | { kind: 'declined'; code: string };

/** Who is at the keyboard: a person at the checkout, or nobody, as at a renewal. */
type Presence = 'present' | 'absent';

const PAYABLE = new Set(['ready', 'billed', 'past_due']);

/**
 * Charges a card for a transaction, once: what was paid before is refused, not charged again.
 * Captured money makes the transaction 'paid' and no more; `complete` does the rest.
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
  const declines =
    behaviour === 'declines' || (behaviour === 'declines_at_renewal' && presence === 'absent');
  const attempt = attemptOf(emulator, transaction, method);
  transaction.payments.unshift(attempt);
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
  const owner = { customer_id: transaction.customer_id, currency_code: transaction.currency_code };
  // A bill that waited may have been overtaken by another one that used the credit up.
  const used = Math.min(credit, creditOf(emulator, owner.customer_id, owner.currency_code));
  addCredit(emulator, owner, -used);
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
