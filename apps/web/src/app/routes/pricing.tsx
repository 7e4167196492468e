import { Pricing } from '../../features/billing/pricing.tsx';
import { PricingQuestions } from '../../features/billing/pricing-questions.tsx';
import { pageMeta } from '../../lib/page-meta.ts';
import { QueryProvider } from '../../lib/query/query-provider.tsx';
import { PageHead } from '../../ui/page-head.tsx';

export function meta() {
  return pageMeta(
    'Pricing',
    'Free, Starter, Pro and Elite: tokens, requests, symbols and daily trades of every plan. Yearly: two months free.',
  );
}

export default function PricingPage() {
  return (
    <QueryProvider>
      <div className="wrap pt-8 md:pt-14">
        <PageHead title="Pricing" centered>
          Start free. Change plans at any time, with immediate effect.
        </PageHead>
        <Pricing />
        <PricingQuestions />
      </div>
    </QueryProvider>
  );
}
