import { t } from '@lingui/core/macro';
import { QUESTIONS } from '@quorate/content/questions';
import { PLANS, type Plan } from '@quorate/contract/plans';
import { formatTokens } from '@quorate/ui/token-figure';
import { SITE } from '../../lib/site.ts';
import { formatLimit } from './plan-figures.ts';

/** The plans as offers, with the listed figures. https://schema.org/Product */
export function plansData() {
  return { '@context': 'https://schema.org', '@graph': PLANS.map(productOf) };
}

/** The questions under the plans. https://schema.org/FAQPage */
export function questionsData() {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: QUESTIONS.map(({ question, answer }) => ({
      '@type': t`Question`,
      name: question,
      acceptedAnswer: { '@type': t`Answer`, text: answer },
    })),
  };
}

function productOf({ name, monthly_cost: cost, listed }: Plan) {
  const url = SITE.origin;
  return {
    '@type': t`Product`,
    name: `${SITE.name} ${name}`,
    description: [
      t`Tokens a month: ${formatTokens(listed.tokens)}`,
      t`requests a minute: ${formatLimit(listed.requests_per_minute)}`,
      t`symbols: ${formatLimit(listed.symbols)}`,
      t`daily trades: ${formatLimit(listed.daily_trades)}.`,
    ].join(', '),
    image: `${url}/og/pricing.png`,
    brand: { '@type': t`Brand`, name: SITE.name },
    offers: {
      '@type': t`Offer`,
      url: `${url}/pricing`,
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
