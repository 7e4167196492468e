import { t } from '@lingui/core/macro';
import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { RecordedDecisionCard } from '../../features/decisions/decision-card.tsx';
import { ReviewsSection } from '../../features/reviews/reviews-section.tsx';
import { BetaStrip } from '../../features/site/beta-strip.tsx';
import { ClosingCall } from '../../features/site/closing-call.tsx';
import { FeatureGrid } from '../../features/site/feature-grid.tsx';
import { Hero } from '../../features/site/hero.tsx';
import { organizationData } from '../../features/site/structured-data.ts';
import { fullTitleMeta } from '../../lib/page-meta.ts';
import { SITE } from '../../lib/site.ts';

/** Loaded by whoever asks for it: it is more than the rest of the page. */
const DecisionDemo = lazy(async () => ({
  default: (await import('../../features/decisions/decision-demo.tsx')).DecisionDemo,
}));

const Farewell = lazy(async () => ({ default: (await import('../farewell.tsx')).Farewell }));

export function meta() {
  const description = t`Several language models analyse the forex market beside your MetaTrader 5. A quorum decides, plain risk rules size or refuse the trade, and every step is on record.`;
  return [
    ...fullTitleMeta(t`${SITE.name}: AI-assisted forex trading by quorum`, description, '/'),
    { 'script:ld+json': organizationData() },
  ];
}

export default function HomePage() {
  const { state } = useLocation();
  return (
    <>
      {state?.farewell && (
        <Suspense>
          <Farewell userId={state.farewell} />
        </Suspense>
      )}
      <Hero
        card={<RecordedDecisionCard />}
        demo={(close) => (
          <Suspense>
            <DecisionDemo onClose={close} />
          </Suspense>
        )}
      />
      <BetaStrip figures={SITE.figures} />
      <FeatureGrid />
      <ReviewsSection />
      <ClosingCall
        title={t`See how it decides before it trades.`}
        text={t`Start on the free plan with a demo account. Watch the votes, the refusals and the results, and change plans when you have seen enough.`}
        first={{ to: '/signup', label: t`Start for Free` }}
        second={{ to: '/pricing', label: t`See pricing` }}
      />
    </>
  );
}
