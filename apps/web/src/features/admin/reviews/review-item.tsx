import type { AdminReview } from '@quorate/contract/admin-reviews';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { Stars } from '../../../ui/stars.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { Moment } from '../parts/moment.tsx';

type ReviewItemProps = { review: AdminReview; onAct: (act: 'hide' | 'show') => void };

export function ReviewItem({ review, onAct }: ReviewItemProps) {
  const { user_id, user_name, rating, comment, created_at, hidden_at, hidden_reason } = review;
  const act = hidden_at === null ? 'hide' : 'show';
  return (
    <li className="rounded-card border border-line bg-surface p-4 text-small">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <TextLink to={`/admin/users/${user_id}`} className="wrap-anywhere">
            {user_name}
          </TextLink>
          <Stars rating={rating} />
          <span className="text-tiny text-muted">
            <Moment at={created_at} />
          </span>
          {hidden_at !== null && <Badge tone="warn">Hidden</Badge>}
          {review.rewritten && <Badge tone="brand">Written anew since</Badge>}
        </div>
        <Button
          variant="secondary"
          size="small"
          aria-label={`${act === 'hide' ? 'Hide' : 'Show again'}: review of ${user_name}`}
          onClick={() => onAct(act)}
        >
          {act === 'hide' ? 'Hide' : 'Show again'}
        </Button>
      </div>
      <p className="mt-2 max-w-prose whitespace-pre-line wrap-anywhere">{comment}</p>
      {hidden_at !== null && (
        <p className="mt-2 max-w-prose wrap-anywhere text-muted">
          Hidden since <Moment at={hidden_at} />: {hidden_reason}
        </p>
      )}
    </li>
  );
}
