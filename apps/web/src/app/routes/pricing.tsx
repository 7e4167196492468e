import { t } from '@lingui/core/macro';
import { PageHead } from '@quorate/ui/page-head';
import { lazy, Suspense } from 'react';
import { Pricing } from '../../features/billing/pricing.tsx';
import { plansData } from '../../features/billing/structured-data.ts';
import { onceRead } from '../../lib/once-read.ts';
import { pageMeta } from '../../lib/page-meta.ts';

const REST = 'pricing-rest';

/** It is in the page as HTML; its code comes when somebody reads on. */
const PricingRest = lazy(async () => {
  await onceRead(REST);
  return { default: (await import('../pricing-rest.tsx')).PricingRest };
});

export function meta() {
  return [
    ...pageMeta(
      t`Pricing`,
      t`Free, Starter, Pro and Elite: tokens, requests, symbols and daily trades of every plan. Yearly: two months free.`,
      '/pricing',
    ),
    { 'script:ld+json': plansData() },
  ];
}

export default function PricingPage() {
  return (
    <div className="wrap pt-8 md:pt-14">
      <PageHead
        title={t`Pricing`}
        centered
      >{t`Start free. Change plans at any time, with immediate effect.`}</PageHead>
      <Pricing />
      <div id={REST}>
        <Suspense>
          <PricingRest />
        </Suspense>
      </div>
    </div>
  );
}
