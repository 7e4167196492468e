import type { EmulatorOptions } from '@quorate/paddle-emulator/start-emulator';
import { PAID_PLANS, PLAN_CURRENCY, type PriceIds, planAmount } from '../price-book.ts';

const CYCLES = [
  { cycle: 'monthly', interval: 'month' },
  { cycle: 'yearly', interval: 'year' },
] as const;

/**
 * What the local provider sells: every plan by the month and by the year. A price's id names its amount,
 * as no price changes at a provider: a plan that costs something else has another price.
 */
export function emulatorCatalogue(): {
  catalogue: NonNullable<EmulatorOptions['catalogue']>;
  ids: PriceIds;
} {
  const entries = PAID_PLANS.map((plan) => {
    const product = { id: `pro_${plan.toLowerCase()}`, name: plan };
    const prices = CYCLES.map(({ cycle, interval }) => {
      const amount = String(planAmount(plan, cycle));
      return {
        id: `pri_${plan.toLowerCase()}_${cycle}_${amount}`,
        product_id: product.id,
        name: plan,
        description: `${plan}, ${cycle}`,
        unit_price: { amount, currency_code: PLAN_CURRENCY },
        billing_cycle: { interval, frequency: 1 },
        quantity: { minimum: 1, maximum: 1 },
      };
    });
    const [monthly = [], yearly = []] = prices.map(({ id }) => [id]);
    return { plan, product, prices, ids: { monthly, yearly } };
  });
  return {
    catalogue: {
      products: entries.map(({ product }) => product),
      prices: entries.flatMap(({ prices }) => prices),
    },
    ids: Object.fromEntries(entries.map(({ plan, ids }) => [plan, ids])),
  };
}
