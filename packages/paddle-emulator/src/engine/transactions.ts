import type {
  BillingDetails,
  CustomData,
  Transaction,
  TransactionOrigin,
  TransactionStatus,
} from '../model/entities.ts';
import type { Period } from '../model/periods.ts';
import { badRequest, conflict, notFound } from './api-error.ts';
import { findAddress, findCustomer } from './customers.ts';
import { type Emulator, newId, nowIso } from './emulator.ts';
import { emit } from './events.ts';
import { chargesOf, currencyOf, type ItemInput, resolveItems } from './items.ts';
import { type Charge, detailsOf } from './totals.ts';

/** The body of POST /transactions. */
export type TransactionInput = {
  items: ItemInput[];
  status?: TransactionStatus | undefined;
  customer_id?: string | null | undefined;
  address_id?: string | null | undefined;
  custom_data?: CustomData | undefined;
  collection_mode?: 'automatic' | 'manual' | undefined;
  billing_details?: BillingDetails | null | undefined;
};

const CHANGEABLE: readonly TransactionStatus[] = ['draft', 'ready'];

/** A sale begins: ready when customer and address are known, a draft before. */
export function createTransaction(
  emulator: Emulator,
  input: TransactionInput,
  origin: TransactionOrigin = 'api',
): Transaction {
  checkOwner(emulator, input.customer_id, input.address_id);
  const items = resolveItems(emulator, input.items);
  const transaction = blankTransaction(emulator, {
    origin,
    currency: currencyOf(items),
    charges: chargesOf(emulator, items, { withTrials: true }),
  });
  Object.assign(transaction, {
    items,
    customer_id: input.customer_id ?? null,
    address_id: input.address_id ?? null,
    custom_data: input.custom_data ?? null,
    collection_mode: input.collection_mode ?? 'automatic',
    billing_details: input.billing_details ?? null,
  });
  emulator.state.transactions.set(transaction.id, transaction);
  emit(emulator, 'transaction.created', transaction);
  settleReadiness(emulator, transaction);
  if (input.status !== undefined) changeStatus(emulator, transaction, input.status);
  return transaction;
}

/** A transaction that nobody knows of yet, with what it costs. */
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
  const page = emulator.behaviour.checkoutUrl ?? `${emulator.url()}/checkout/pay`;
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
    details: detailsOf(charges, currency, emulator.behaviour.taxRate, creditMinor),
    payments: [],
    checkout: { url: `${page}${page.includes('?') ? '&' : '?'}_ptxn=${id}` },
    created_at: now,
    updated_at: now,
    billed_at: null,
    revised_at: null,
  };
}

/** The body of PATCH /transactions/{id}. */
export type TransactionChange = Partial<Omit<TransactionInput, 'items' | 'status'>> & {
  items?: ItemInput[] | undefined;
  status?: TransactionStatus | undefined;
};

/** @throws ApiError 409 once the transaction is billed or paid */
export function updateTransaction(
  emulator: Emulator,
  transaction: Transaction,
  change: TransactionChange,
): Transaction {
  const { status, items, ...fields } = change;
  const touchesContent =
    items !== undefined || Object.keys(fields).some((field) => field !== 'custom_data');
  if (touchesContent && !CHANGEABLE.includes(transaction.status)) {
    throw conflict('transaction_immutable', `${transaction.id} is ${transaction.status}`);
  }
  const customerId = fields.customer_id ?? transaction.customer_id;
  checkOwner(emulator, customerId, fields.address_id);
  if (items !== undefined) {
    const resolved = resolveItems(emulator, items);
    const charges = chargesOf(emulator, resolved, { withTrials: true });
    transaction.items = resolved;
    transaction.currency_code = currencyOf(resolved);
    transaction.details = detailsOf(charges, transaction.currency_code, emulator.behaviour.taxRate);
  }
  for (const [field, value] of Object.entries(fields)) {
    if (value !== undefined) Object.assign(transaction, { [field]: value });
  }
  touch(emulator, transaction);
  settleReadiness(emulator, transaction);
  if (status !== undefined) changeStatus(emulator, transaction, status);
  return transaction;
}

/** Changes nothing but the moment of change, and says so. */
export function touch(emulator: Emulator, transaction: Transaction): void {
  transaction.updated_at = nowIso(emulator);
  emit(emulator, 'transaction.updated', transaction);
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

function settleReadiness(emulator: Emulator, transaction: Transaction): void {
  if (transaction.status !== 'draft') return;
  if (transaction.customer_id === null || transaction.address_id === null) return;
  transaction.status = 'ready';
  emit(emulator, 'transaction.ready', transaction);
}

function changeStatus(
  emulator: Emulator,
  transaction: Transaction,
  status: TransactionStatus,
): void {
  if (status === transaction.status) return;
  const isOpen = CHANGEABLE.includes(transaction.status) || transaction.status === 'billed';
  if (status === 'canceled' && isOpen) {
    transaction.status = 'canceled';
    touch(emulator, transaction);
    emit(emulator, 'transaction.canceled', transaction);
    return;
  }
  if (status === 'billed' && transaction.status === 'ready') {
    transaction.status = 'billed';
    transaction.billed_at = nowIso(emulator);
    giveInvoiceNumber(emulator, transaction);
    touch(emulator, transaction);
    emit(emulator, 'transaction.billed', transaction);
    return;
  }
  throw badRequest(
    'transaction_invalid_status_change',
    `${transaction.id} cannot go from ${transaction.status} to ${status}`,
  );
}

function checkOwner(
  emulator: Emulator,
  customerId: string | null | undefined,
  addressId: string | null | undefined,
): void {
  if (customerId) findCustomer(emulator, customerId);
  if (!addressId) return;
  if (!customerId)
    throw badRequest('transaction_address_without_customer', 'Name the customer, too.');
  findAddress(emulator, customerId, addressId);
}
