import { ApiError, badRequest, conflict, invalidField, notFound } from './api-error.ts';
import { chargesOf, type ItemInput } from './catalogue.ts';
import { type Emulator, newId } from './emulator.ts';
import type {
  Address,
  CheckoutSession,
  CustomData,
  LineItem,
  PaymentMethod,
  Price,
  Totals,
  Transaction,
} from './entities.ts';
import { detailsOf, formatAmount, majorUnits } from './money.ts';
import {
  announceCard,
  type CardInput,
  charge,
  forgetCard,
  refuseUnpayable,
  storeCard,
} from './payments.ts';
import {
  createAddress,
  createCustomer,
  createTransaction,
  creditOf,
  customerByEmail,
  findTransaction,
  nameOwner,
} from './transactions.ts';

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

/** What a checkout is opened with. */
type OpenInput = {
  items?: ItemInput[] | undefined;
  transaction_id?: string | undefined;
  email?: string | undefined;
  custom_data?: CustomData | undefined;
  theme: CheckoutSession['theme'];
};

/** What a press of the pay button led to. */
export type PayResult = { kind: 'paid' } | { kind: 'declined'; code: string };

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
    theme: input.theme,
    custom_data: transaction.custom_data,
  };
  emulator.state.checkouts.set(session.id, session);
  for (const id of emulator.state.checkouts.keys()) {
    if (emulator.state.checkouts.size <= SESSIONS_KEPT) break;
    emulator.state.checkouts.delete(id);
  }
  if (input.email !== undefined && transaction.status === 'draft') {
    const { id } = customerByEmail(emulator, input.email) ?? createCustomer(emulator, input.email);
    nameOwner(emulator, transaction, { customer_id: id });
  }
  emulator.changed();
  return session;
}

/** Names who buys: a known e-mail address is the customer who has it. @returns whether they are new */
export function nameBuyer(
  emulator: Emulator,
  session: CheckoutSession,
  buyer: { email: string } & Pick<Address, 'country_code' | 'postal_code'>,
): boolean {
  const { email, country_code, postal_code } = buyer;
  const transaction = findTransaction(emulator, session.transaction_id);
  if (transaction.subscription_id !== null)
    throw conflict('transaction_immutable', 'This bill has its customer already.');
  if (POSTCODE_COUNTRIES.has(country_code) && !postal_code)
    throw invalidField('postal_code', 'The postcode is needed in this country.');
  const known = customerByEmail(emulator, email);
  const customer = known ?? createCustomer(emulator, email);
  const address =
    [...emulator.state.addresses.values()].find(
      (each) =>
        each.customer_id === customer.id &&
        each.country_code === country_code &&
        each.postal_code === postal_code,
    ) ?? createAddress(emulator, customer.id, { country_code, postal_code });
  if (transaction.customer_id !== customer.id || transaction.address_id !== address.id)
    nameOwner(emulator, transaction, { customer_id: customer.id, address_id: address.id });
  return !known;
}

/** Pays with a card. Paying twice charges once: the second time is a 409. */
export function pay(emulator: Emulator, session: CheckoutSession, input: CardInput): PayResult {
  const transaction = findTransaction(emulator, session.transaction_id);
  if (transaction.status !== 'draft') refuseUnpayable(transaction);
  const { customer_id: customerId, address_id: addressId } = transaction;
  if (customerId === null || addressId === null) {
    throw badRequest('transaction_not_ready', 'E-mail address and country come first.');
  }
  const method = storeCard(emulator, { customerId, addressId }, input);
  const outcome = charge(emulator, transaction, method, 'present');
  if (outcome.kind === 'captured') return { kind: 'paid' };
  forgetCard(emulator, method.id);
  return outcome;
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

function transactionFor(emulator: Emulator, input: OpenInput): Transaction {
  if ((input.items === undefined) === (input.transaction_id === undefined)) {
    throw new ApiError(400, 'bad_request', 'A checkout needs items or a transaction, not both.');
  }
  if (input.items !== undefined) {
    const sale = { items: input.items, custom_data: input.custom_data ?? null };
    return createTransaction(emulator, sale);
  }
  const transaction = findTransaction(emulator, input.transaction_id ?? '');
  if (transaction.status !== 'draft') refuseUnpayable(transaction);
  return transaction;
}

/** The data of a `checkout.*` event as the provider's script hands it to the page: amounts are numbers. */
export function checkoutData(emulator: Emulator, session: CheckoutSession) {
  const transaction = findTransaction(emulator, session.transaction_id);
  const { currency_code: currency, details } = transaction;
  const recurring = transaction.items.filter(({ price }) => price.billing_cycle !== null);
  const later = detailsOf(chargesOf(emulator, recurring), currency, emulator.behaviour.taxRate);
  const customer = emulator.state.customers.get(transaction.customer_id ?? '');
  const address = emulator.state.addresses.get(transaction.address_id ?? '');
  const cardId = emulator.state.transactionCards.get(transaction.id);
  const method = emulator.state.paymentMethods.get(cardId ?? '');
  const numbers = (totals: Totals) => ({
    subtotal: majorUnits(totals.subtotal, currency),
    discount: 0,
    tax: majorUnits(totals.tax, currency),
    total: majorUnits(totals.total, currency),
  });
  return {
    id: session.id,
    transaction_id: transaction.id,
    status: transaction.status,
    customer: {
      id: customer?.id ?? null,
      email: customer?.email ?? null,
      address: address
        ? {
            id: address.id,
            country_code: address.country_code,
            postal_code: address.postal_code ?? '',
            city: address.city ?? '',
            region: address.region ?? '',
            first_line: address.first_line ?? '',
          }
        : null,
      business: null,
    },
    items: details.line_items.map((line, index) => {
      const price = transaction.items[index]?.price;
      const renewal = later.line_items.find(({ price_id }) => price_id === line.price_id);
      return {
        price_id: line.price_id,
        price_name: price?.name ?? null,
        product: shownProduct(line),
        quantity: line.quantity,
        ...(price?.billing_cycle ? { billing_cycle: price.billing_cycle } : {}),
        totals: numbers(line.totals),
        ...(renewal ? { recurring_totals: numbers(renewal.totals) } : {}),
      };
    }),
    currency_code: currency,
    totals: {
      ...numbers(details.totals),
      credit: majorUnits(details.totals.credit, currency),
      balance: majorUnits(details.totals.grand_total, currency),
    },
    ...(recurring.length > 0
      ? { recurring_totals: { ...numbers(later.totals), credit: 0, balance: 0 } }
      : {}),
    payment: { method_details: paymentOf(method) },
    custom_data: session.custom_data,
    settings: { display_mode: 'inline', theme: session.theme },
    discount: null,
    upsell: null,
  };
}

/** The same sale as words, for the frame. */
export function checkoutWords(emulator: Emulator, session: CheckoutSession) {
  const transaction = findTransaction(emulator, session.transaction_id);
  const { currency_code: currency, details, customer_id: customerId } = transaction;
  const money = (amount: string) => formatAmount(amount, currency);
  const recurring = transaction.items.filter(({ price }) => price.billing_cycle !== null);
  const charges = chargesOf(emulator, recurring);
  const later = detailsOf(charges, currency, emulator.behaviour.taxRate);
  const credit = customerId === null ? 0 : creditOf(emulator, customerId, currency);
  return {
    isCardChange: transaction.origin === 'subscription_payment_method_change',
    isNamed: transaction.customer_id !== null && transaction.address_id !== null,
    isBill: transaction.subscription_id !== null,
    items: details.line_items.map((line, index) => ({
      name: line.product.name,
      detail: transaction.items[index]?.price.description ?? '',
      quantity: line.quantity,
      total: money(line.totals.subtotal),
    })),
    subtotal: money(details.totals.subtotal),
    tax: money(details.totals.tax),
    total: money(details.totals.grand_total),
    recurring:
      recurring.length === 0
        ? null
        : `${money(later.totals.total)} ${cycleWords(recurring[0]?.price)}`,
    credit: credit === 0 ? null : money(String(credit)),
  };
}

function cycleWords(price: Price | undefined): string {
  const cycle = price?.billing_cycle;
  if (!cycle) return '';
  const { interval, frequency } = cycle;
  return frequency === 1 ? `every ${interval}` : `every ${frequency} ${interval}s`;
}

function shownProduct({ product }: LineItem) {
  return {
    id: product.id,
    name: product.name,
    description: product.description ?? '',
    image_url: product.image_url ?? '',
  };
}

function paymentOf(method: PaymentMethod | undefined) {
  if (!method) return { type: 'none' };
  const { type, last4, expiry_month, expiry_year } = method.card;
  return { type: 'card', card: { type, last4, expiry_month, expiry_year } };
}
