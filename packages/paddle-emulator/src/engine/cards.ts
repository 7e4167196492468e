import type { Card, PaymentMethod } from '../model/entities.ts';
import type { CardBehaviour } from '../model/state.ts';
import { invalidField } from './api-error.ts';
import { type Emulator, newId, nowIso } from './emulator.ts';
import { emit } from './events.ts';

/** The test cards, and what each does. */
const TEST_CARDS: Readonly<Record<string, CardBehaviour>> = {
  '4242424242424242': 'approves',
  '5555555555554444': 'approves',
  '4000056655665556': 'approves',
  '4000000000000002': 'declines',
  '4000002760003184': 'declines_at_renewal',
  '4000000000003220': 'asks',
  '4000003800000446': 'asks',
};

/** A card as it is typed in; the year has four digits. */
export type CardInput = {
  number: string;
  expiry_month: number;
  expiry_year: number;
  cvc: string;
  name?: string | undefined;
};

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
    cardholder_name: input.name ?? '',
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

/** Tells that a card stays on file; cards of attempts that failed do not. */
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
