import { useRef, useState } from 'react';
import { QueryProvider } from '../../lib/query/query-provider.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { ReviewCarousel } from './review-carousel.tsx';
import { ReviewForm } from './review-form.tsx';
import { ReviewMessage } from './review-message.tsx';
import { useReviews } from './reviews.api.ts';
import { ReviewsFrame } from './reviews-frame.tsx';
import { ReviewsSkeleton } from './reviews-skeleton.tsx';

/** Reviews that everybody reads; whoever has a session may write one. */
export function ReviewsSection() {
  return (
    <QueryProvider>
      <Reviews />
    </QueryProvider>
  );
}

function Reviews() {
  const loggedIn = useSession().token !== null;
  const [writing, setWriting] = useState(false);
  const [message, setMessage] = useState<string | null>(null);

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
  };

  return (
    <ReviewsFrame
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
      {loggedIn && writing && <ReviewForm onDone={finish} onCancel={close} />}
      <ReviewList />
    </ReviewsFrame>
  );
}

function ReviewList() {
  const reviews = useReviews();
  if (reviews.data) {
    return reviews.data.reviews.length > 0 ? (
      <ReviewCarousel reviews={reviews.data.reviews} />
    ) : (
      <EmptyState title="No reviews yet">
        The first one will stand here. Signed-in traders can write it.
      </EmptyState>
    );
  }
  if (reviews.isError) {
    return (
      <RetryNotice
        title="Failed to load reviews"
        error={reviews.error}
        onRetry={() => void reviews.refetch()}
        busy={reviews.isFetching}
      />
    );
  }
  return <ReviewsSkeleton />;
}
