import { t } from '@lingui/core/macro';
import { PageHead } from '@quorate/ui/page-head';
import { Pricing } from '../../features/billing/pricing.tsx';
import { PricingQuestions } from '../../features/billing/pricing-questions.tsx';
import { plansData, questionsData } from '../../features/billing/structured-data.ts';
import { Guarantee, WhatElse } from '../../features/billing/what-else.tsx';
import { pageMeta } from '../../lib/page-meta.ts';

export function meta() {
  return [
    ...pageMeta(
      t`Pricing`,
      t`Free, Starter, Pro and Elite: tokens, requests, symbols and daily trades of every plan. Yearly: two months free.`,
      '/pricing',
    ),
    { 'script:ld+json': plansData() },
    { 'script:ld+json': questionsData() },
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
      <Guarantee />
      <WhatElse />
      <PricingQuestions />
    </div>
  );
}
