import { t } from '@lingui/core/macro';
import { QuestionList } from '../features/billing/pricing-questions.tsx';
import { RecordedPair } from '../features/decisions/recorded-pair.tsx';
import { ReviewsSection } from '../features/reviews/reviews-section.tsx';
import { ClosingCall } from '../features/site/closing-call.tsx';
import { FeatureGrid } from '../features/site/feature-grid.tsx';
import { HowItWorks } from '../features/site/how-it-works.tsx';
import { Reliance } from '../features/site/reliance.tsx';
import { WillNotDo } from '../features/site/will-not-do.tsx';
import { TextLink } from '../ui/text-link.tsx';

const ASKED_FIRST = ['free-plan', 'lose', 'try', 'which-models', 'password', 'cancel'];

/** All of home below the first view and its figures. */
export function HomeRest() {
  return (
    <>
      <HowItWorks />
      <RecordedPair />
      <WillNotDo />
      <Reliance />
      <FeatureGrid />
      <section
        aria-labelledby="home-questions"
        className="wrap grid gap-x-16 gap-y-6 pb-14 md:pb-20 lg:grid-cols-[1fr_2fr]"
      >
        <div>
          <h2 id="home-questions" className="font-serif text-title font-medium">{t`Questions`}</h2>
          <p className="mt-3">
            <TextLink to="/pricing#questions" className="inline-flex min-h-11 items-center">
              {t`All questions and answers`}
            </TextLink>
          </p>
        </div>
        <div>
          <QuestionList ids={ASKED_FIRST} />
        </div>
      </section>
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
