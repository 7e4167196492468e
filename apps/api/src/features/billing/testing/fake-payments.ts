import type { Provider } from '../billing.deps.ts';
import { type Payments, PaymentsError } from '../payments.ts';
import { createPriceBook, PAID_PLANS, planAmount } from '../price-book.ts';
import type {
  ProviderItem,
  ProviderPrice,
  ProviderSubscription,
  ProviderTransaction,
} from '../provider-entities.ts';

/** A price id of a fake provider: pri_pro_monthly. */
const fakePriceId = (plan: string, cycle: string) => `pri_${plan.toLowerCase()}_${cycle}`;

/** A provider that knows the prices of every plan, and nothing and nobody else. */
export function fakePayments(overrides: Partial<Payments> = {}): Payments {
  const refused = async (): Promise<never> => {
    throw new PaymentsError('refused', 'the fake provider knows of nothing', { code: 'not_found' });
  };
  return {
    findTransaction: async () => null,
    findSubscription: async () => null,
    findAdjustments: async () => [],
    findPrice: async (id) => PRICES.find((price) => price.id === id) ?? null,
    findCustomer: async () => null,
    listEvents: async () => ({ events: [], after: null }),
    cancelSubscription: refused,
    keepSubscription: refused,
    previewChange: refused,
    changeSubscription: refused,
    refundTransaction: refused,
    invoiceUrl: async () => null,
    portalUrls: refused,
    ...overrides,
  };
}

export function fakeProvider(overrides: Partial<Payments> = {}): Provider {
  const ids = PAID_PLANS.map((plan) => [
    plan,
    { monthly: [fakePriceId(plan, 'monthly')], yearly: [fakePriceId(plan, 'yearly')] },
  ]);
  return {
    environment: 'emulator',
    payments: fakePayments(overrides),
    prices: createPriceBook(Object.fromEntries(ids)),
    clientToken: 'test_fake',
    script: null,
    webhookSecrets: ['fake-secret'],
  };
}

const CYCLES = [
  ['monthly', 'month'],
  ['yearly', 'year'],
] as const;

const PRICES: readonly ProviderPrice[] = PAID_PLANS.flatMap((plan) =>
  CYCLES.map(([cycle, interval]) => ({
    id: fakePriceId(plan, cycle),
    active: true,
    unitAmount: planAmount(plan, cycle),
    currency: 'USD',
    cycle: { interval, frequency: 1 },
  })),
);

/** The item of a plan as it is sold. */
export function itemOf(
  plan: (typeof PAID_PLANS)[number],
  cycle: 'monthly' | 'yearly' = 'monthly',
): ProviderItem {
  return {
    priceId: fakePriceId(plan, cycle),
    quantity: 1,
    unitAmount: planAmount(plan, cycle),
    unitCurrency: 'USD',
    cycle: { interval: cycle === 'monthly' ? 'month' : 'year', frequency: 1 },
  };
}

let made = 0;

/** An id that looks like the provider's. @example fakeId('txn') // 'txn_00000000000000000000000007' */
export function fakeId(prefix: string): string {
  made += 1;
  return `${prefix}_${String(made).padStart(26, '0')}`;
}

const SOLD_AT = new Date('2026-03-02T10:00:00Z');

/** A paid sale of a month of Pro, at the moment where test clocks begin. */
export function saleOf(changes: Partial<ProviderTransaction> = {}): ProviderTransaction {
  return {
    id: fakeId('txn'),
    status: 'paid',
    origin: 'web',
    subscriptionId: null,
    customerId: 'ctm_fake',
    customData: {},
    currency: 'USD',
    total: changes.items?.[0]?.unitAmount ?? 8_000,
    tax: 0,
    items: [itemOf('Pro')],
    period: null,
    invoiceNumber: null,
    billedAt: SOLD_AT,
    createdAt: SOLD_AT,
    updatedAt: SOLD_AT,
    ...changes,
  };
}

/** A subscription to a month of Pro that began where test clocks do. */
export function subscriptionOf(changes: Partial<ProviderSubscription> = {}): ProviderSubscription {
  return {
    id: fakeId('sub'),
    status: 'active',
    customerId: 'ctm_fake',
    customData: {},
    currency: 'USD',
    items: [itemOf('Pro')],
    startedAt: SOLD_AT,
    period: { start: SOLD_AT, end: new Date('2026-04-02T10:00:00Z') },
    nextBilledAt: new Date('2026-04-02T10:00:00Z'),
    scheduledChange: null,
    canceledAt: null,
    createdAt: SOLD_AT,
    updatedAt: SOLD_AT,
    ...changes,
  };
}
