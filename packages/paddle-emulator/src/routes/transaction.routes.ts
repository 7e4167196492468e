import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { adjustmentsOf } from '../engine/adjustments.ts';
import { badRequest } from '../engine/api-error.ts';
import { productOf } from '../engine/catalogue.ts';
import { type Emulator, nowIso } from '../engine/emulator.ts';
import { emit } from '../engine/events.ts';
import { chargesOf, currencyOf, resolveItems } from '../engine/items.ts';
import { detailsOf } from '../engine/totals.ts';
import { createTransaction, findTransaction, updateTransaction } from '../engine/transactions.ts';
import { isAsked, isInTime, one, page, queryOf } from '../http/envelope.ts';
import {
  customDataSchema,
  cycleSchema,
  idSchema,
  itemsSchema,
  optionalText,
  parse,
} from '../http/parse.ts';
import { formatAmount, minorUnits } from '../model/amounts.ts';
import type { Totals, Transaction } from '../model/entities.ts';
import { invoiceUrl } from './document.routes.ts';

type WithId = { Params: { id: string } };

const billingDetails = z.object({
  enable_checkout: z.boolean().default(false),
  purchase_order_number: optionalText.transform((text) => text ?? null),
  additional_information: optionalText.transform((text) => text ?? null),
  payment_terms: cycleSchema,
});
const fields = {
  status: z.enum(['draft', 'ready', 'billed', 'canceled']).optional(),
  customer_id: idSchema.nullable().optional(),
  address_id: idSchema.nullable().optional(),
  custom_data: customDataSchema.optional(),
  collection_mode: z.enum(['automatic', 'manual']).optional(),
  billing_details: billingDetails.nullable().optional(),
};
const createSchema = z.object({ ...fields, items: itemsSchema });
const changeSchema = z.object({ ...fields, items: itemsSchema.optional() });
const previewAddress = z
  .object({ country_code: z.string(), postal_code: optionalText })
  .nullable()
  .optional();
const previewSchema = z.object({
  items: itemsSchema,
  customer_id: idSchema.nullable().optional(),
  address_id: idSchema.nullable().optional(),
  address: previewAddress,
  ignore_trials: z.boolean().nullable().optional(),
});
const reviseSchema = z.object({
  customer: z.object({ name: z.string().optional() }).optional(),
  address: z.record(z.string(), z.string().nullable()).optional(),
});

/** Transactions, their previews and their invoices. */
export function transactionRoutes(app: FastifyInstance, emulator: Emulator): void {
  app.post('/transactions', async (request, reply) => {
    const transaction = createTransaction(emulator, parse(createSchema, request.body));
    const shown = withRelated(emulator, transaction, queryOf(request).include);
    return reply.code(201).send(one(request, shown));
  });
  app.get('/transactions', async (request) => {
    const query = queryOf(request);
    const rows = [...emulator.state.transactions.values()].filter(
      (each) =>
        isAsked(query.id, each.id) &&
        isAsked(query.status, each.status) &&
        isAsked(query.origin, each.origin) &&
        isAsked(query.customer_id, each.customer_id) &&
        isAsked(query.subscription_id, each.subscription_id) &&
        isAsked(query.invoice_number, each.invoice_number) &&
        isAsked(query.collection_mode, each.collection_mode) &&
        isInTime(query, 'created_at', each.created_at) &&
        isInTime(query, 'updated_at', each.updated_at) &&
        isInTime(query, 'billed_at', each.billed_at),
    );
    const show = (each: Transaction) => withRelated(emulator, each, query.include);
    return page(request, emulator.url(), rows, ({ id }) => id, show);
  });
  app.get<WithId>('/transactions/:id', async (request) => {
    const transaction = findTransaction(emulator, request.params.id);
    return one(request, withRelated(emulator, transaction, queryOf(request).include));
  });
  app.patch<WithId>('/transactions/:id', async (request) => {
    const transaction = findTransaction(emulator, request.params.id);
    updateTransaction(emulator, transaction, parse(changeSchema, request.body));
    return one(request, withRelated(emulator, transaction, queryOf(request).include));
  });
  app.get<WithId>('/transactions/:id/invoice', async (request) => {
    const transaction = findTransaction(emulator, request.params.id);
    if (transaction.invoice_number === null) {
      throw badRequest('transaction_invoice_not_found', `${transaction.id} has no invoice yet`);
    }
    return one(request, { url: invoiceUrl(emulator, transaction) });
  });
  app.post<WithId>('/transactions/:id/revise', async (request) => {
    const transaction = findTransaction(emulator, request.params.id);
    if (transaction.status !== 'completed' && transaction.status !== 'billed') {
      throw badRequest('transaction_not_revisable', `${transaction.id} is ${transaction.status}`);
    }
    if (transaction.revised_at !== null) {
      throw badRequest('transaction_already_revised', `${transaction.id} was revised before`);
    }
    revise(emulator, transaction, parse(reviseSchema, request.body));
    return one(request, transaction);
  });
  app.post('/transactions/preview', async (request) => {
    const input = parse(previewSchema, request.body);
    const items = resolveItems(emulator, input.items);
    const charges = chargesOf(emulator, items, { withTrials: input.ignore_trials !== true });
    return one(request, {
      customer_id: input.customer_id ?? null,
      address_id: input.address_id ?? null,
      business_id: null,
      currency_code: currencyOf(items),
      discount_id: null,
      customer_ip_address: null,
      address: input.address ?? null,
      ignore_trials: input.ignore_trials ?? false,
      items: items.map((item) => ({ ...item, include_in_totals: true })),
      details: detailsOf(charges, currencyOf(items), emulator.behaviour.taxRate),
      available_payment_methods: ['card'],
    });
  });
  app.post('/pricing-preview', async (request) => {
    const input = parse(previewSchema, request.body);
    return one(request, pricingPreview(emulator, input));
  });
}

/** Prices with tax and as text, as a page shows them before anybody buys. */
export function pricingPreview(emulator: Emulator, input: z.output<typeof previewSchema>) {
  const items = resolveItems(emulator, input.items);
  const currency = currencyOf(items);
  const charges = chargesOf(emulator, items, { withTrials: false });
  const { line_items: lines } = detailsOf(charges, currency, emulator.behaviour.taxRate);
  const formatted = (totals: Totals) =>
    Object.fromEntries(
      Object.entries(totals).map(([name, amount]) => [name, formatAmount(amount, currency)]),
    );
  return {
    customer_id: input.customer_id ?? null,
    address_id: input.address_id ?? null,
    business_id: null,
    currency_code: currency,
    discount_id: null,
    address: input.address ?? null,
    customer_ip_address: null,
    items: items.map(({ price_id, quantity }) => ({ price_id, quantity })),
    details: {
      line_items: lines.map((line, index) => {
        const price = items[index]?.price;
        return {
          price,
          quantity: line.quantity,
          tax_rate: line.tax_rate,
          unit_totals: line.unit_totals,
          formatted_unit_totals: formatted(line.unit_totals),
          totals: line.totals,
          formatted_totals: formatted(line.totals),
          product: price ? productOf(emulator, price) : line.product,
          discounts: [],
        };
      }),
    },
    available_payment_methods: ['card'],
  };
}

/** The body of POST /pricing-preview. */
export const pricingPreviewSchema = previewSchema;

function withRelated(emulator: Emulator, transaction: Transaction, include = ''): object {
  const asked = new Set(include.split(','));
  const { customers, addresses } = emulator.state;
  const adjustments = adjustmentsOf(emulator, transaction.id);
  const givenBack = (action: string) =>
    String(
      adjustments
        .filter((each) => each.action === action && each.status === 'approved')
        .reduce((sum, each) => sum + minorUnits(each.totals.total), 0),
    );
  const [refund, chargeback, credit] = ['refund', 'chargeback', 'credit'].map(givenBack);
  const total = String(Number(refund) + Number(chargeback) + Number(credit));
  return {
    ...transaction,
    ...(asked.has('customer') ? { customer: customers.get(transaction.customer_id ?? '') } : {}),
    ...(asked.has('address') ? { address: addresses.get(transaction.address_id ?? '') } : {}),
    ...(asked.has('adjustment') || asked.has('adjustments') ? { adjustments } : {}),
    ...(asked.has('available_payment_methods') ? { available_payment_methods: ['card'] } : {}),
    ...(asked.has('adjustments_totals')
      ? {
          adjustments_totals: {
            subtotal: total,
            tax: '0',
            total,
            fee: '0',
            earnings: '0',
            breakdown: { refund, chargeback, credit },
            currency_code: transaction.currency_code,
          },
        }
      : {}),
  };
}

function revise(
  emulator: Emulator,
  transaction: Transaction,
  input: z.output<typeof reviseSchema>,
): void {
  const customer = emulator.state.customers.get(transaction.customer_id ?? '');
  const address = emulator.state.addresses.get(transaction.address_id ?? '');
  if (customer && input.customer?.name !== undefined) customer.name = input.customer.name;
  for (const field of ['first_line', 'second_line', 'city', 'region'] as const) {
    const value = input.address?.[field];
    if (address && value !== undefined) address[field] = value;
  }
  transaction.revised_at = nowIso(emulator);
  transaction.updated_at = nowIso(emulator);
  emit(emulator, 'transaction.revised', transaction);
}
