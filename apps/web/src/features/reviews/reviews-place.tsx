import { lazy, Suspense } from 'react';
import { useAfterLoad } from '../../lib/use-after-load.ts';
import { ReviewsFrame } from './reviews-frame.tsx';
import { ReviewsSkeleton } from './reviews-skeleton.tsx';

const ReviewsSection = lazy(async () => ({
  default: (await import('./reviews-section.tsx')).ReviewsSection,
}));

/** Keeps the place of the reviews while the page loads; their code and the call follow after it. */
export function ReviewsPlace() {
  const loaded = useAfterLoad();
  const waiting = (
    <ReviewsFrame>
      <ReviewsSkeleton />
    </ReviewsFrame>
  );
  return loaded ? (
    <Suspense fallback={waiting}>
      <ReviewsSection />
    </Suspense>
  ) : (
    waiting
  );
}
