import { BRAND } from '@quorate/contract/brand';
import { ExampleDecisionCard } from '../../features/decisions/decision-card.tsx';
import { DecisionDemo } from '../../features/decisions/decision-demo.tsx';
import { ReviewsPlace } from '../../features/reviews/reviews-place.tsx';
import { BetaStrip } from '../../features/site/beta-strip.tsx';
import { ClosingCall } from '../../features/site/closing-call.tsx';
import { FeatureGrid } from '../../features/site/feature-grid.tsx';
import { Hero } from '../../features/site/hero.tsx';

export function meta() {
  const description =
    'Several language models analyse the forex market beside your MetaTrader 5. A quorum decides, plain risk rules size or refuse the trade, and every step is on record.';
  return [
    { title: `${BRAND.name}: AI-assisted forex trading by quorum` },
    { name: 'description', content: description },
    { property: 'og:title', content: `${BRAND.name}: it trades only when the models agree` },
    { property: 'og:description', content: description },
  ];
}

export default function HomePage() {
  return (
    <>
      <Hero card={<ExampleDecisionCard />} demo={(close) => <DecisionDemo onClose={close} />} />
      <BetaStrip />
      <FeatureGrid />
      <ReviewsPlace />
      <ClosingCall
        title="See how it decides before it trades."
        text="Start on the free plan with a demo account. Watch the votes, the refusals and the results, and change plans when you have seen enough."
        first={{ to: '/signup', label: 'Start for Free' }}
        second={{ to: '/pricing', label: 'See pricing' }}
      />
    </>
  );
}
