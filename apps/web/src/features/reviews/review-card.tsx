import type { Review } from '@quorate/contract/reviews';
import { formatDay } from '@quorate/ui/time-format';
import { useState } from 'react';
import { Stars } from '../../ui/stars.tsx';

/** Comments longer than this are folded. */
const FOLD_BEYOND = 260;

type ReviewCardProps = { review: Review; position: number; total: number };

export function ReviewCard({ review, position, total }: ReviewCardProps) {
  const [unfolded, setUnfolded] = useState(false);
  const long = review.comment.length > FOLD_BEYOND;
  return (
    <li
      aria-roledescription="slide"
      aria-label={`Review ${position} of ${total}`}
      className="flex min-h-52 min-w-0 animate-arrive flex-col rounded-card border border-line bg-surface p-6"
    >
      <Stars rating={review.rating} />
      <blockquote
        className={`mt-3 whitespace-pre-line text-small ${long && !unfolded ? 'line-clamp-6' : ''}`}
      >
        {review.comment}
      </blockquote>
      {long && (
        <button
          type="button"
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
          className="mt-2 self-start rounded-sm text-tiny font-medium text-brand underline underline-offset-4"
        >
          {unfolded ? 'Show less' : 'Read all'}
        </button>
      )}
      <p className="mt-auto flex items-baseline justify-between gap-3 pt-5 text-tiny text-muted">
        <span className="min-w-0 truncate font-medium text-ink">{review.user_name}</span>
        <time dateTime={review.created_at} className="shrink-0">
          {formatDay(review.created_at, 'UTC')}
        </time>
      </p>
    </li>
  );
}
