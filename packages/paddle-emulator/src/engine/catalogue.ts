import type { CustomData, Money, Price, Product } from '../model/entities.ts';
import type { Cycle } from '../model/periods.ts';
import { badRequest, notFound } from './api-error.ts';
import { type Emulator, newId, nowIso } from './emulator.ts';
import { emit } from './events.ts';

/** The body of POST /products; an id only in a catalogue given at start. */
export type ProductInput = {
  id?: string | undefined;
  name: string;
  description?: string | null | undefined;
  tax_category?: string | undefined;
  image_url?: string | null | undefined;
  custom_data?: CustomData | undefined;
};

/** The body of POST /prices; an id only in a catalogue given at start. */
export type PriceInput = {
  id?: string | undefined;
  product_id: string;
  description: string;
  name?: string | null | undefined;
  unit_price: Money;
  billing_cycle?: Cycle | null | undefined;
  trial_period?: (Cycle & { requires_payment_method?: boolean | undefined }) | null | undefined;
  tax_mode?: Price['tax_mode'] | undefined;
  quantity?: { minimum: number; maximum: number } | undefined;
  custom_data?: CustomData | undefined;
};

/** Adds a product to the catalogue. */
export function createProduct(emulator: Emulator, input: ProductInput): Product {
  const now = nowIso(emulator);
  const product: Product = {
    id: input.id ?? newId(emulator, 'pro'),
    name: input.name,
    type: 'standard',
    description: input.description ?? null,
    tax_category: input.tax_category ?? 'standard',
    image_url: input.image_url ?? null,
    custom_data: input.custom_data ?? null,
    status: 'active',
    created_at: now,
    updated_at: now,
    import_meta: null,
  };
  emulator.state.products.set(product.id, product);
  emit(emulator, 'product.created', product);
  return product;
}

/** Adds a price. @throws ApiError 404 without its product, 400 on a trial without a cycle */
export function createPrice(emulator: Emulator, input: PriceInput): Price {
  if (!emulator.state.products.has(input.product_id)) throw notFound('Product', input.product_id);
  if (input.trial_period && !input.billing_cycle) {
    throw badRequest('price_trial_period_requires_billing_cycle', 'A trial needs a billing cycle.');
  }
  const now = nowIso(emulator);
  const price: Price = {
    id: input.id ?? newId(emulator, 'pri'),
    product_id: input.product_id,
    description: input.description,
    type: 'standard',
    name: input.name ?? null,
    billing_cycle: input.billing_cycle ?? null,
    trial_period: input.trial_period ? trialOf(input.trial_period) : null,
    tax_mode: input.tax_mode ?? 'account_setting',
    unit_price: input.unit_price,
    unit_price_overrides: [],
    quantity: input.quantity ?? { minimum: 1, maximum: 100 },
    custom_data: input.custom_data ?? null,
    status: 'active',
    created_at: now,
    updated_at: now,
    import_meta: null,
  };
  emulator.state.prices.set(price.id, price);
  emit(emulator, 'price.created', price);
  return price;
}

/** @throws ApiError when there is no such price, or it is no longer sold */
export function sellablePrice(emulator: Emulator, id: string): Price {
  const price = emulator.state.prices.get(id);
  if (!price)
    throw badRequest('transaction_price_not_found', `Price '${id.slice(0, 80)}' was not found`);
  if (price.status === 'archived') {
    throw badRequest('transaction_price_archived', `Price '${id}' is archived`);
  }
  return price;
}

/** The product that a price is for. */
export function productOf(emulator: Emulator, price: Price): Product {
  const product = emulator.state.products.get(price.product_id);
  if (!product) throw new Error(`${price.id} belongs to no product`);
  return product;
}

/** A trial as the wire has it: the method is asked for unless it says otherwise. */
export function trialOf(
  trial: Cycle & { requires_payment_method?: boolean | undefined },
): Cycle & { requires_payment_method: boolean } {
  return { ...trial, requires_payment_method: trial.requires_payment_method ?? true };
}
