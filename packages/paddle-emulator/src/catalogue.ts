import { badRequest, invalidField } from './api-error.ts';
import { type Emulator, newId, nowIso } from './emulator.ts';
import type { Money, Price, Product, TransactionItem } from './entities.ts';
import { type Charge, minorUnits } from './money.ts';
import type { Cycle } from './periods.ts';

/** A product, as POST /products takes it, with an id of the seller's. */
export type ProductInput = { id: string; name: string };

/** A price, as POST /prices takes it, with an id of the seller's. */
export type PriceInput = {
  id: string;
  product_id: string;
  description: string;
  name?: string;
  unit_price: Money;
  billing_cycle: Cycle | null;
  quantity?: { minimum: number; maximum: number };
};

/** Products and prices that exist from the start. */
export type Catalogue = { products: readonly ProductInput[]; prices: readonly PriceInput[] };

/** Adds what is not there yet. @throws Error on a price without its product */
export function fillCatalogue(emulator: Emulator, catalogue: Catalogue): void {
  const { products, prices } = emulator.state;
  const now = nowIso(emulator);
  const shared = {
    type: 'standard',
    status: 'active',
    custom_data: null,
    created_at: now,
    updated_at: now,
    import_meta: null,
  } as const;
  for (const product of catalogue.products) {
    if (products.has(product.id)) continue;
    const texts = { description: null, tax_category: 'standard', image_url: null };
    products.set(product.id, { ...shared, ...texts, ...product });
  }
  for (const price of catalogue.prices) {
    if (prices.has(price.id)) continue;
    if (!products.has(price.product_id)) throw new Error(`${price.id} belongs to no product`);
    prices.set(price.id, {
      ...shared,
      name: null,
      trial_period: null,
      tax_mode: 'account_setting',
      unit_price_overrides: [],
      quantity: { minimum: 1, maximum: 100 },
      ...price,
    });
  }
}

/** The product that a price is for. */
export function productOf(emulator: Emulator, price: Price): Product {
  const product = emulator.state.products.get(price.product_id);
  if (!product) throw new Error(`${price.id} belongs to no product`);
  return product;
}

/** A price of the catalogue, and how many. */
export type ItemInput = { price_id: string; quantity: number };

/**
 * Looks every item up.
 *
 * @throws ApiError 400 on an unknown price or a quantity outside of the price's range
 */
export function resolveItems(emulator: Emulator, inputs: readonly ItemInput[]): TransactionItem[] {
  if (inputs.length === 0) throw invalidField('items', 'at least one item is needed');
  return inputs.map(({ price_id: id, quantity }, index) => {
    if (!Number.isInteger(quantity) || quantity < 1)
      throw invalidField(`items.${index}.quantity`, `must be 1 or more, is ${quantity}`);
    const price = emulator.state.prices.get(id);
    if (!price)
      throw badRequest('transaction_price_not_found', `Price '${id.slice(0, 80)}' was not found`);
    const { minimum, maximum } = price.quantity;
    if (quantity < minimum || quantity > maximum)
      throw badRequest(
        'transaction_item_quantity_out_of_range',
        `Quantity of ${id} must be from ${minimum} to ${maximum}, is ${quantity}`,
      );
    return { price_id: id, price, quantity, proration: null };
  });
}

/** What each item costs in full. */
export function chargesOf(
  emulator: Emulator,
  items: readonly Pick<TransactionItem, 'price' | 'quantity'>[],
): Charge[] {
  return items.map(({ price, quantity }) => ({
    id: newId(emulator, 'txnitm'),
    price,
    product: productOf(emulator, price),
    quantity,
    unitMinor: minorUnits(price.unit_price.amount),
    proration: null,
  }));
}
