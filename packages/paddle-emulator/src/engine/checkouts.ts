import type { CustomData, PaymentMethod, Transaction } from '../model/entities.ts';
import type { CheckoutSession, CheckoutTheme } from '../model/records.ts';
import { ApiError, badRequest, conflict, invalidField, notFound } from './api-error.ts';
import { announceCard, type CardInput, forgetCard, storeCard } from './cards.ts';
import {
  createAddress,
  createCustomer,
  customerByEmail,
  findAddress,
  findCustomer,
} from './customers.ts';
import { type Emulator, newId } from './emulator.ts';
import { emit } from './events.ts';
import type { ItemInput } from './items.ts';
import { charge, type Presence, refuseUnpayable } from './payments.ts';
import { createTransaction, findTransaction, updateTransaction } from './transactions.ts';

const SESSIONS_KEPT = 500;
/** Countries whose taxes depend on the postcode. */
export const POSTCODE_COUNTRIES: ReadonlySet<string> = new Set([
  'AU',
  'CA',
  'DE',
  'ES',
  'FR',
  'GB',
  'IN',
  'IT',
  'NL',
  'US',
]);

/** Who buys, as far as the page knows. */
export type Buyer = {
  id?: string | undefined;
  email?: string | undefined;
  address?:
    | {
        id?: string | undefined;
        country_code?: string | undefined;
        postal_code?: string | undefined;
      }
    | undefined;
};

/** What a checkout is opened with. */
export type OpenInput = {
  items?: ItemInput[] | undefined;
  transaction_id?: string | undefined;
  customer?: Buyer | undefined;
  custom_data?: CustomData | undefined;
  display_mode: 'inline' | 'overlay';
  theme: CheckoutTheme;
};

/** What a press of the pay button led to. */
export type PayResult =
  | { kind: 'paid' }
  | { kind: 'declined'; code: string }
  | { kind: 'challenge'; challengeId: string };

/**
 * Opens a checkout for items or for a transaction that exists.
 *
 * @throws ApiError 409 when the transaction is paid or canceled
 */
export function openCheckout(emulator: Emulator, input: OpenInput): CheckoutSession {
  const transaction = transactionFor(emulator, input);
  const session: CheckoutSession = {
    id: newId(emulator, 'che'),
    transaction_id: transaction.id,
    display_mode: input.display_mode,
    theme: input.theme,
    custom_data: transaction.custom_data,
    challenge: null,
  };
  emulator.state.checkouts.set(session.id, session);
  for (const id of emulator.state.checkouts.keys()) {
    if (emulator.state.checkouts.size <= SESSIONS_KEPT) break;
    emulator.state.checkouts.delete(id);
  }
  if (input.customer) prefill(emulator, transaction, input.customer);
  emulator.changed();
  return session;
}

/** Names who buys: a known e-mail address is the customer who has it. */
export function nameBuyer(
  emulator: Emulator,
  session: CheckoutSession,
  buyer: { email: string; countryCode: string; postalCode: string | null },
): { isNewCustomer: boolean } {
  const transaction = findTransaction(emulator, session.transaction_id);
  if (transaction.subscription_id !== null) {
    throw conflict('transaction_immutable', 'This bill has its customer already.');
  }
  if (POSTCODE_COUNTRIES.has(buyer.countryCode) && !buyer.postalCode?.trim()) {
    throw invalidField('postal_code', 'The postcode is needed in this country.');
  }
  const known = customerByEmail(emulator, buyer.email);
  const customer = known ?? createCustomer(emulator, { email: buyer.email });
  const addresses = [...emulator.state.addresses.values()];
  const address =
    addresses.find(
      (each) =>
        each.customer_id === customer.id &&
        each.country_code === buyer.countryCode &&
        each.postal_code === buyer.postalCode,
    ) ??
    createAddress(emulator, customer.id, {
      country_code: buyer.countryCode,
      postal_code: buyer.postalCode,
    });
  const isSame = transaction.customer_id === customer.id && transaction.address_id === address.id;
  if (!isSame) {
    updateTransaction(emulator, transaction, {
      customer_id: customer.id,
      address_id: address.id,
    });
  }
  return { isNewCustomer: !known };
}

/** Pays with a card. Paying twice charges once: the second time is a 409. */
export function pay(emulator: Emulator, session: CheckoutSession, input: CardInput): PayResult {
  const transaction = findTransaction(emulator, session.transaction_id);
  if (transaction.status !== 'draft') refuseUnpayable(transaction);
  const { customer_id: customerId, address_id: addressId } = transaction;
  if (customerId === null || addressId === null) {
    throw badRequest('transaction_not_ready', 'E-mail address and country come first.');
  }
  dropChallenge(emulator, session);
  const method = storeCard(emulator, { customerId, addressId }, input);
  return attempt(emulator, session, transaction, method, 'present');
}

/** The answer of the card's holder to their bank. */
export function answerChallenge(
  emulator: Emulator,
  session: CheckoutSession,
  challengeId: string,
  isApproved: boolean,
): PayResult {
  const challenge = session.challenge;
  if (challenge?.id !== challengeId) throw notFound('Challenge', challengeId);
  const transaction = findTransaction(emulator, session.transaction_id);
  const method = emulator.state.paymentMethods.get(challenge.method_id);
  if (!method) throw notFound('Payment method', challenge.method_id);
  session.challenge = null;
  if (isApproved) return attempt(emulator, session, transaction, method, 'confirmed');
  forgetCard(emulator, method.id);
  const [last] = transaction.payments;
  if (last?.status === 'action_required') {
    last.status = 'error';
    last.error_code = 'authentication_failed';
  }
  emit(emulator, 'transaction.payment_failed', transaction);
  return { kind: 'declined', code: 'authentication_failed' };
}

/** @throws ApiError 404 when there is none */
export function findCheckout(emulator: Emulator, id: string): CheckoutSession {
  const session = emulator.state.checkouts.get(id);
  if (!session) throw notFound('Checkout', id);
  return session;
}

/** Whose card a subscription is billed to from now on. */
export function putCardOnFile(
  emulator: Emulator,
  subscriptionId: string,
  input: CardInput,
): PaymentMethod {
  const subscription = emulator.state.subscriptions.get(subscriptionId);
  if (!subscription) throw notFound('Subscription', subscriptionId);
  const owner = { customerId: subscription.customer_id, addressId: subscription.address_id };
  const method = storeCard(emulator, owner, input);
  emulator.state.subscriptionCards.set(subscriptionId, method.id);
  announceCard(emulator, method);
  return method;
}

function attempt(
  emulator: Emulator,
  session: CheckoutSession,
  transaction: Transaction,
  method: PaymentMethod,
  presence: Presence,
): PayResult {
  const outcome = charge(emulator, transaction, method, presence);
  switch (outcome.kind) {
    case 'captured':
      return { kind: 'paid' };
    case 'declined':
      forgetCard(emulator, method.id);
      return outcome;
    case 'asks': {
      const id = newId(emulator, 'chal');
      session.challenge = { id, method_id: method.id };
      emulator.changed();
      return { kind: 'challenge', challengeId: id };
    }
  }
}

function dropChallenge(emulator: Emulator, session: CheckoutSession): void {
  if (session.challenge) forgetCard(emulator, session.challenge.method_id);
  session.challenge = null;
}

function transactionFor(emulator: Emulator, input: OpenInput): Transaction {
  if ((input.items === undefined) === (input.transaction_id === undefined)) {
    throw new ApiError(400, 'bad_request', 'A checkout needs items or a transaction, not both.');
  }
  if (input.items !== undefined) {
    const sale = { items: input.items, custom_data: input.custom_data ?? null };
    return createTransaction(emulator, sale, 'web');
  }
  const transaction = findTransaction(emulator, input.transaction_id ?? '');
  if (transaction.status !== 'draft') refuseUnpayable(transaction);
  return transaction;
}

function prefill(emulator: Emulator, transaction: Transaction, buyer: Buyer): void {
  if (transaction.status !== 'draft') return;
  const known = buyer.id === undefined ? null : findCustomer(emulator, buyer.id);
  const customer =
    known ??
    (buyer.email === undefined
      ? null
      : (customerByEmail(emulator, buyer.email) ??
        createCustomer(emulator, { email: buyer.email })));
  if (!customer) return;
  const { id, country_code: countryCode, postal_code: postalCode } = buyer.address ?? {};
  if (id !== undefined) findAddress(emulator, customer.id, id);
  const needsPostcode = countryCode !== undefined && POSTCODE_COUNTRIES.has(countryCode);
  const isWhole = countryCode !== undefined && (!needsPostcode || Boolean(postalCode));
  const addressId =
    id ??
    (isWhole
      ? createAddress(emulator, customer.id, {
          country_code: countryCode,
          postal_code: postalCode ?? null,
        }).id
      : null);
  updateTransaction(emulator, transaction, {
    customer_id: customer.id,
    ...(addressId === null ? {} : { address_id: addressId }),
  });
}
