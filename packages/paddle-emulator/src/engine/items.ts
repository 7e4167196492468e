import { minorUnits } from '../model/amounts.ts';
import type { Price, TransactionItem } from '../model/entities.ts';
import { isSameCycle } from '../model/periods.ts';
import { badRequest, invalidField } from './api-error.ts';
import {
  createPrice,
  createProduct,
  type PriceInput,
  type ProductInput,
  productOf,
  sellablePrice,
} from './catalogue.ts';
import { type Emulator, newId } from './emulator.ts';
import type { Charge } from './totals.ts';

/** A price of the catalogue, or one made for this sale alone. */
export type ItemInput = {
  price_id?: string | undefined;
  price?:
    | (Omit<PriceInput, 'product_id'> & {
        product_id?: string | undefined;
        product?: ProductInput | undefined;
      })
    | undefined;
  quantity: number;
};

/**
 * Looks every item up, and makes the prices that are not of the catalogue.
 *
 * @throws ApiError 400 on an unknown price, a quantity outside of the price's range, or prices that cannot
 * be sold together
 */
export function resolveItems(emulator: Emulator, inputs: readonly ItemInput[]): TransactionItem[] {
  if (inputs.length === 0) throw invalidField('items', 'at least one item is needed');
  inputs.forEach(({ quantity }, index) => {
    if (!Number.isInteger(quantity) || quantity < 1) {
      throw invalidField(`items.${index}.quantity`, `must be 1 or more, is ${quantity}`);
    }
  });
  // All are looked up before any is made: a refusal leaves nothing behind.
  const known = inputs.map(({ price_id }) =>
    price_id === undefined ? null : sellablePrice(emulator, price_id),
  );
  const items = inputs.map((input, index) => {
    const price = known[index] ?? customPrice(emulator, input);
    const { minimum, maximum } = price.quantity;
    if (input.quantity < minimum || input.quantity > maximum) {
      throw badRequest(
        'transaction_item_quantity_out_of_range',
        `Quantity of ${price.id} must be from ${minimum} to ${maximum}, is ${input.quantity}`,
      );
    }
    return { price_id: price.id, price, quantity: input.quantity, proration: null };
  });
  refuseMixture(items.map(({ price }) => price));
  return items;
}

/** What each item costs. @param withTrials a price's trial makes its first period free */
export function chargesOf(
  emulator: Emulator,
  items: readonly TransactionItem[],
  { withTrials }: { withTrials: boolean },
): Charge[] {
  return items.map((item) => ({
    id: newId(emulator, 'txnitm'),
    price: item.price,
    product: productOf(emulator, item.price),
    quantity: item.quantity,
    unitMinor: withTrials && item.price.trial_period ? 0 : minorUnits(item.price.unit_price.amount),
    proration: item.proration,
  }));
}

/** The currency that all items share. */
export function currencyOf(items: readonly TransactionItem[]): string {
  return items[0]?.price.unit_price.currency_code ?? 'USD';
}

function customPrice(emulator: Emulator, { price }: ItemInput): Price {
  if (!price) throw invalidField('items', 'an item needs a price_id or a price');
  const { product, ...rest } = price;
  const productId = rest.product_id ?? (product ? createProduct(emulator, product).id : undefined);
  if (productId === undefined) throw invalidField('items', 'a price needs a product');
  const made = createPrice(emulator, { ...rest, product_id: productId });
  made.type = 'custom';
  return made;
}

function refuseMixture(prices: readonly Price[]): void {
  const [first] = prices;
  const recurring = prices.filter(({ billing_cycle }) => billing_cycle !== null);
  const cycle = recurring[0]?.billing_cycle;
  if (prices.some((each) => each.unit_price.currency_code !== first?.unit_price.currency_code)) {
    throw badRequest('transaction_currency_mismatch', 'All prices need the same currency.');
  }
  if (
    cycle &&
    recurring.some((each) => each.billing_cycle && !isSameCycle(cycle, each.billing_cycle))
  ) {
    throw badRequest(
      'transaction_recurring_prices_interval_mismatch',
      'All recurring prices need the same billing cycle.',
    );
  }
}
