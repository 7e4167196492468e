import { t } from '@lingui/core/macro';
import { PLANS, type Plan } from '@quorate/contract/plans';
import { formatTokens } from '@quorate/ui/token-figure';
import { BASE_PATH } from '../../lib/base-path.ts';
import { SITE } from '../../lib/site.ts';
import { formatLimit } from './plan-figures.ts';

/** The plans as offers, with the listed figures. https://schema.org/Product */
export function plansData() {
  return { '@context': 'https://schema.org', '@graph': PLANS.map(productOf) };
}

function productOf({ name, monthly_cost: cost, listed }: Plan) {
  const url = SITE.origin;
  return {
    '@type': 'Product',
    name: `${SITE.name} ${name}`,
    description: t`Tokens a month: ${formatTokens(listed.tokens)}, requests a minute: ${formatLimit(listed.requests_per_minute)}, symbols: ${formatLimit(listed.symbols)}, daily trades: ${formatLimit(listed.daily_trades)}.`,
    image: `${url}/og/pricing.png`,
    brand: { '@type': 'Brand', name: SITE.name },
    offers: {
      '@type': 'Offer',
      url: `${url}${BASE_PATH}/pricing`,
      price: cost.toFixed(2),
      priceCurrency: 'USD',
      availability: 'https://schema.org/InStock',
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price: cost.toFixed(2),
        priceCurrency: 'USD',
        billingDuration: 1,
        unitCode: 'MON',
      },
    },
  };
}
