import type { Review } from '@quorate/contract/reviews';
import { Button } from '@quorate/ui/button';
import { Spinner } from '@quorate/ui/spinner';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useSession } from '../../lib/session/use-session.ts';
import { type Load, useLoad } from '../../lib/use-load.ts';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { ReviewCarousel } from './review-carousel.tsx';
import { ReviewMessage } from './review-message.tsx';
import { loadReviews } from './reviews.api.ts';
import { ReviewsFrame } from './reviews-frame.tsx';
import { ReviewsSkeleton } from './reviews-skeleton.tsx';

/** With the schemas that check what is sent: only who writes loads it. */
const ReviewForm = lazy(async () => ({ default: (await import('./review-form.tsx')).ReviewForm }));

/** Reviews that everybody reads; whoever has a session may write one. */
export function ReviewsSection() {
  const { token, user } = useSession();
  const loggedIn = token !== null;
  const owner = user?.id ?? '';
  const [writing, setWriting] = useState(false);
  // What was being written when a session ended is written on.
  useEffect(() => {
    if (!loggedIn) return;
    void import('../../lib/tab-storage.ts').then(({ readDraft }) => {
      if (readDraft('review', owner)) setWriting(true);
    });
  }, [loggedIn, owner]);
  const [message, setMessage] = useState<string | null>(null);
  const reviews = useLoad(loadReviews);
  const writeButton = useRef<HTMLButtonElement>(null);

  const open = () => {
    setMessage(null);
    setWriting(true);
  };
  const close = () => {
    setWriting(false);
    // The button that had focus is gone with the form.
    writeButton.current?.focus();
  };
  const finish = (said: string) => {
    setMessage(said);
    close();
    reviews.again();
  };

  return (
    <ReviewsFrame
      compact={reviews.data?.length === 0}
      action={
        loggedIn && (
          <Button ref={writeButton} variant="secondary" aria-expanded={writing} onClick={open}>
            Write a Review
          </Button>
        )
      }
    >
      {message !== null && <ReviewMessage message={message} className="mb-5" />}
      {/* Unmounting the form is what puts it back to five stars and no words. */}
      {loggedIn && writing && (
        <Suspense fallback={<Spinner label="Loading the form" />}>
          <ReviewForm owner={owner} onDone={finish} onCancel={close} />
        </Suspense>
      )}
      <ReviewList reviews={reviews} />
    </ReviewsFrame>
  );
}

function ReviewList({ reviews }: { reviews: Load<readonly Review[]> }) {
  const { data, error, busy, again } = reviews;
  if (data) {
    return data.length > 0 ? <ReviewCarousel reviews={data} /> : null;
  }
  if (error !== null) {
    return <RetryNotice title="Failed to load reviews" error={error} onRetry={again} busy={busy} />;
  }
  return <ReviewsSkeleton />;
}
