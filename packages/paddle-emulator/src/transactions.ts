import { notFound } from './api-error.ts';
import { chargesOf, type ItemInput, resolveItems } from './catalogue.ts';
import { type Emulator, newId, nowIso } from './emulator.ts';
import type {
  Address,
  CustomData,
  Customer,
  Subscription,
  Transaction,
  TransactionOrigin,
} from './entities.ts';
import { emit, touch } from './events.ts';
import { type Charge, detailsOf } from './money.ts';
import type { Period } from './periods.ts';

/** A sale begins, as a draft: ready when customer and address are known. */
export function createTransaction(
  emulator: Emulator,
  input: { items: readonly ItemInput[]; custom_data: CustomData },
): Transaction {
  const items = resolveItems(emulator, input.items);
  const transaction: Transaction = {
    ...blankTransaction(emulator, {
      origin: 'web',
      currency: items[0]?.price.unit_price.currency_code ?? 'USD',
      charges: chargesOf(emulator, items),
    }),
    items,
    custom_data: input.custom_data,
  };
  emulator.state.transactions.set(transaction.id, transaction);
  emit(emulator, 'transaction.created', transaction);
  return transaction;
}

/** A transaction that is not in the books yet, with what it costs. */
export function blankTransaction(
  emulator: Emulator,
  {
    origin,
    currency,
    charges,
    creditMinor = 0,
    period = null,
  }: {
    origin: TransactionOrigin;
    currency: string;
    charges: readonly Charge[];
    creditMinor?: number;
    period?: Period | null;
  },
): Transaction {
  const now = nowIso(emulator);
  const id = newId(emulator, 'txn');
  const { checkoutUrl, taxRate } = emulator.behaviour;
  return {
    id,
    status: 'draft',
    customer_id: null,
    address_id: null,
    business_id: null,
    custom_data: null,
    currency_code: currency,
    origin,
    subscription_id: null,
    invoice_id: null,
    invoice_number: null,
    collection_mode: 'automatic',
    discount_id: null,
    billing_details: null,
    billing_period: period,
    items: charges.map(({ price, quantity, proration }) => ({
      price_id: price.id,
      price,
      quantity,
      proration,
    })),
    details: detailsOf(charges, currency, taxRate, creditMinor),
    payments: [],
    checkout: { url: checkoutUrl === null ? null : `${checkoutUrl}?_ptxn=${id}` },
    created_at: now,
    updated_at: now,
    billed_at: null,
    revised_at: null,
  };
}

/** A bill of a subscription: of its customer, with its custom data. */
export function billOf(
  emulator: Emulator,
  subscription: Subscription,
  bill: Omit<Parameters<typeof blankTransaction>[1], 'currency'>,
): Transaction {
  const { currency_code: currency, id, customer_id, address_id, custom_data } = subscription;
  const blank = blankTransaction(emulator, { ...bill, currency });
  return { ...blank, subscription_id: id, customer_id, address_id, custom_data };
}

/** Puts a bill into the books, to be paid now. */
export function issueBill(emulator: Emulator, bill: Transaction): void {
  bill.status = 'billed';
  bill.billed_at = nowIso(emulator);
  giveInvoiceNumber(emulator, bill);
  emulator.state.transactions.set(bill.id, bill);
  emit(emulator, 'transaction.created', bill);
  emit(emulator, 'transaction.billed', bill);
}

/** Sets who pays. A draft is ready once address and customer are known. */
export function nameOwner(
  emulator: Emulator,
  transaction: Transaction,
  owner: Partial<Pick<Transaction, 'customer_id' | 'address_id'>>,
): void {
  Object.assign(transaction, owner);
  touch(emulator, transaction);
  if (transaction.status !== 'draft') return;
  if (transaction.customer_id === null || transaction.address_id === null) return;
  transaction.status = 'ready';
  emit(emulator, 'transaction.ready', transaction);
}

/** @throws ApiError 404 when there is none */
export function findTransaction(emulator: Emulator, id: string): Transaction {
  const transaction = emulator.state.transactions.get(id);
  if (!transaction) throw notFound('Transaction', id);
  return transaction;
}

/** Gives a sale its number in the books, once. */
export function giveInvoiceNumber(emulator: Emulator, transaction: Transaction): void {
  if (transaction.invoice_number !== null) return;
  emulator.state.invoiceCount += 1;
  transaction.invoice_id = newId(emulator, 'inv');
  transaction.invoice_number = `325-${String(10_000 + emulator.state.invoiceCount)}`;
}

/** The customer of an e-mail address, whatever the case of its letters. */
export function customerByEmail(emulator: Emulator, email: string): Customer | undefined {
  const wanted = email.toLowerCase();
  for (const customer of emulator.state.customers.values()) {
    if (customer.email.toLowerCase() === wanted) return customer;
  }
  return undefined;
}

export function createCustomer(emulator: Emulator, email: string): Customer {
  const now = nowIso(emulator);
  const customer: Customer = {
    id: newId(emulator, 'ctm'),
    name: null,
    email,
    marketing_consent: false,
    status: 'active',
    custom_data: null,
    locale: 'en',
    created_at: now,
    updated_at: now,
    import_meta: null,
  };
  emulator.state.customers.set(customer.id, customer);
  emit(emulator, 'customer.created', customer);
  return customer;
}

export function createAddress(
  emulator: Emulator,
  customerId: string,
  place: Pick<Address, 'country_code' | 'postal_code'>,
): Address {
  const now = nowIso(emulator);
  const address: Address = {
    id: newId(emulator, 'add'),
    customer_id: customerId,
    description: null,
    first_line: null,
    second_line: null,
    city: null,
    postal_code: place.postal_code,
    region: null,
    country_code: place.country_code,
    status: 'active',
    custom_data: null,
    created_at: now,
    updated_at: now,
    import_meta: null,
  };
  emulator.state.addresses.set(address.id, address);
  emit(emulator, 'address.created', address);
  return address;
}

/** Minor units that the customer has to their credit in a currency. */
export function creditOf(emulator: Emulator, customerId: string, currency: string): number {
  return emulator.state.creditBalances.get(`${customerId}:${currency}`) ?? 0;
}

/** Adds minor units to what a customer has to their credit; a negative figure takes. */
export function addCredit(
  emulator: Emulator,
  { customer_id: id, currency_code: currency }: { customer_id: string; currency_code: string },
  minor: number,
): void {
  const balance = creditOf(emulator, id, currency) + minor;
  emulator.state.creditBalances.set(`${id}:${currency}`, balance);
  emulator.changed();
}
