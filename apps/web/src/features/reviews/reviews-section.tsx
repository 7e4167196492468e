import { t } from '@lingui/core/macro';
import type { Review } from '@quorate/contract/reviews';
import { Button } from '@quorate/ui/button';
import { Skeleton } from '@quorate/ui/skeleton';
import { Spinner } from '@quorate/ui/spinner';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { type Fields, fieldsOf, isNumber, isText, readList } from '../../lib/fields.ts';
import { getJson } from '../../lib/get-json.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { type Load, useLoad } from '../../lib/use-load.ts';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { ReviewCarousel } from './review-carousel.tsx';
import { ReviewMessage } from './review-message.tsx';

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
          <Button
            ref={writeButton}
            variant="secondary"
            aria-expanded={writing}
            onClick={open}
          >{t`Write a Review`}</Button>
        )
      }
    >
      {message !== null && <ReviewMessage taken message={message} className="mb-5" />}
      {/* Unmounting the form is what puts it back to five stars and no words. */}
      {loggedIn && writing && (
        <Suspense fallback={<Spinner label={t`Loading the form`} />}>
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
    return (
      <RetryNotice title={t`Failed to load reviews`} error={error} onRetry={again} busy={busy} />
    );
  }
  return <ReviewsSkeleton />;
}

/** The place of three reviews. */
function ReviewsSkeleton() {
  return (
    <div role="status" className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
      <span className="sr-only">{t`Loading reviews`}</span>
      {['first', 'second', 'third'].map((place, index) => (
        <div
          key={place}
          className={`min-h-52 space-y-3 rounded-card border border-line p-6 ${['', 'max-md:hidden', 'max-lg:hidden'][index]}`}
        >
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-11/12" />
          <Skeleton className="h-4 w-2/3" />
        </div>
      ))}
    </div>
  );
}

type ReviewsFrameProps = {
  /** While there is no review the section is one line. */
  compact: boolean;
  action?: ReactNode;
  children: ReactNode;
};

/** Reviews come from the service, so that without scripts there are none to show. */
function ReviewsFrame({ compact, action, children }: ReviewsFrameProps) {
  return (
    <section aria-labelledby="reviews" className="wrap pb-16 noscript:hidden">
      <div
        className={
          compact
            ? 'flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2 border-y border-line py-3'
            : 'mb-6 flex min-h-11 flex-wrap items-end justify-between gap-4'
        }
      >
        <div className={compact ? 'flex flex-wrap items-baseline gap-x-3' : undefined}>
          <h2
            id="reviews"
            className={compact ? 'font-serif text-heading' : 'font-serif text-title font-medium'}
          >{t`What traders say`}</h2>
          {compact && <p className="text-small text-muted">{t`No reviews yet`}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}

/** The newest reviews, one page of them. */
export function loadReviews(signal: AbortSignal): Promise<readonly Review[]> {
  return getJson('/api/reviews', readReviews, signal);
}

/** Reads the service's list of reviews; null when it is none. */
export function readReviews(content: unknown): readonly Review[] | null {
  return readList(fieldsOf(content)?.reviews, readReview);
}

function readReview({ id, rating, comment, user_name, created_at }: Fields): Review | null {
  if (!isText(id) || !isText(comment) || !isText(user_name) || !isText(created_at)) return null;
  if (!isNumber(rating) || !(rating >= 1 && rating <= 5)) return null;
  // A day that cannot be read would break the whole page where it is written.
  if (Number.isNaN(Date.parse(created_at))) return null;
  return { id, rating, comment, user_name, created_at };
}
