import { PricingQuestions } from '../features/billing/pricing-questions.tsx';
import { questionsData } from '../features/billing/questions-data.ts';
import { Guarantee, WhatElse } from '../features/billing/what-else.tsx';

/** All of the pricing page below the plans. */
export function PricingRest() {
  return (
    <>
      <Guarantee />
      <WhatElse />
      <PricingQuestions />
      <script
        type="application/ld+json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, whose only marks are escaped.
        dangerouslySetInnerHTML={{
          __html: JSON.stringify(questionsData()).replaceAll('<', '\\u003c'),
        }}
      />
    </>
  );
}
