import { formatAmount, majorUnits } from '../model/amounts.ts';
import type { LineItem, PaymentMethod, Price, Totals } from '../model/entities.ts';
import type { CheckoutSession } from '../model/records.ts';
import { creditOf } from './customers.ts';
import type { Emulator } from './emulator.ts';
import { chargesOf } from './items.ts';
import { detailsOf } from './totals.ts';
import { findTransaction } from './transactions.ts';

/** The data of a `checkout.*` event as the provider's script hands it to the page: amounts are numbers. */
export function checkoutData(emulator: Emulator, session: CheckoutSession) {
  const transaction = findTransaction(emulator, session.transaction_id);
  const { currency_code: currency, details } = transaction;
  const recurring = transaction.items.filter(({ price }) => price.billing_cycle !== null);
  const later = detailsOf(
    chargesOf(emulator, recurring, { withTrials: false }),
    currency,
    emulator.behaviour.taxRate,
  );
  const customer = emulator.state.customers.get(transaction.customer_id ?? '');
  const address = emulator.state.addresses.get(transaction.address_id ?? '');
  const cardId = emulator.state.transactionCards.get(transaction.id);
  const method = emulator.state.paymentMethods.get(cardId ?? session.challenge?.method_id ?? '');
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
        product: productOf(line),
        quantity: line.quantity,
        ...timesOf(price),
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
    settings: { display_mode: session.display_mode, theme: session.theme },
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
  const charges = chargesOf(emulator, recurring, { withTrials: false });
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
      recurring.length === 0 || transaction.origin === 'subscription_charge'
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

function productOf({ product }: LineItem) {
  return {
    id: product.id,
    name: product.name,
    description: product.description ?? '',
    image_url: product.image_url ?? '',
  };
}

function timesOf(price: Price | undefined) {
  return {
    ...(price?.billing_cycle ? { billing_cycle: price.billing_cycle } : {}),
    ...(price?.trial_period
      ? {
          trial_period: {
            interval: price.trial_period.interval,
            frequency: price.trial_period.frequency,
          },
        }
      : {}),
  };
}

function paymentOf(method: PaymentMethod | undefined) {
  if (!method) return { type: 'none' };
  const { type, last4, expiry_month, expiry_year } = method.card;
  return { type: 'card', card: { type, last4, expiry_month, expiry_year } };
}
