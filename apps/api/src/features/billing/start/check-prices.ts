import type { BillingCycleName } from '@quorate/contract/checkout';
import type { PaidPlanName } from '../../../db/billing-tables.ts';
import { i18nOf } from '../../../words/i18n.ts';
import type { BillingLog, Provider } from '../billing.deps.ts';
import { moneyInWords } from '../money-words.ts';
import { PaymentsError } from '../payments.ts';
import { PAID_PLANS, PLAN_CURRENCY, type PriceIds, planAmount } from '../price-book.ts';
import type { BillingInterval, ProviderPrice } from '../provider-entities.ts';

const CYCLES = ['monthly', 'yearly'] as const satisfies readonly BillingCycleName[];
const SHOWN_INTERVAL = { monthly: 'month', yearly: 'year' } as const;

/** Of the log, and of prices compared as they are written. */
const I18N = i18nOf('en');

type Deps = Readonly<{ provider: Provider; log: BillingLog }>;

/** Tells an operator, at start, what the configured prices leave out. */
export function noteMissingPrices({ provider, log }: Deps): void {
  for (const plan of provider.prices.withoutYearly)
    log.warn({ plan }, `${plan} has no yearly price: who asks for a year is sold a month`);
}

/**
 * Compares every configured price at the provider with what the pages show. A purchase at another amount
 * grants nothing, so a difference is an error that somebody has to mend, either here or there. Never
 * throws: the comparison is made again.
 */
export async function checkPrices({ provider, log }: Deps, ids: PriceIds): Promise<void> {
  try {
    for (const plan of PAID_PLANS)
      for (const cycle of CYCLES)
        for (const [index, priceId] of (ids[plan]?.[cycle] ?? []).entries()) {
          const price = await provider.payments.findPrice(priceId);
          const fault = faultOf(price, { plan, cycle, isSold: index === 0 });
          if (fault !== null)
            log.error({ plan, cycle, price_id: priceId }, `${plan}, ${cycle}: ${fault}`);
        }
  } catch (err) {
    const again = 'prices could not be compared with those at the provider; it is tried again';
    const isRefused = err instanceof PaymentsError && err.kind === 'refused';
    if (isRefused) log.error({ err }, `the provider refuses to be asked for its prices: ${again}`);
    else log.warn({ err }, again);
  }
}

/** What is wrong with a price; null: nothing. */
function faultOf(
  price: ProviderPrice | null,
  { plan, cycle, isSold }: { plan: PaidPlanName; cycle: BillingCycleName; isSold: boolean },
): string | null {
  if (price === null) return 'the provider knows no such price';
  const shown = `${moneyInWords(I18N, planAmount(plan, cycle), PLAN_CURRENCY)} ${PLAN_CURRENCY} every ${SHOWN_INTERVAL[cycle]}`;
  const charged = `${moneyInWords(I18N, price.unitAmount, price.currency)} ${price.currency} ${everyInWords(price.cycle)}`;
  if (shown !== charged) return `the pages show ${shown}, and the provider charges ${charged}`;
  // One that is no longer sold may be archived, and its subscribers pay on.
  if (isSold && !price.active) return `the price of ${shown} is archived: nobody can buy it`;
  return null;
}

function everyInWords(cycle: BillingInterval | null): string {
  if (cycle === null) return 'once';
  const { interval, frequency } = cycle;
  return frequency === 1 ? `every ${interval}` : `every ${frequency} ${interval}s`;
}
