import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  type AdminReview,
  hideReview,
  listAdminReviews,
  showReview,
} from '@quorate/contract/admin-reviews';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { callApi } from '../../../lib/api-client.ts';
import { Stars } from '../../../ui/stars.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { AdminList, optionsOf, useAdminList } from '../parts/admin-list.tsx';
import { AdminPage, Moment } from '../parts/admin-page.tsx';
import { useReasonedAct } from '../parts/reasoned-act.tsx';

/** All reviews, with those that are hidden. */
export function ReviewsView() {
  const list = useAdminList({
    endpoint: listAdminReviews,
    filters: {
      search: { label: t`Text or username` },
      shown: {
        label: t`On the site`,
        options: optionsOf(['yes', 'no'], (value) => (value === 'yes' ? t`Shown` : t`Hidden`)),
      },
      rating: { address: 'stars', label: t`Stars`, options: optionsOf(['5', '4', '3', '2', '1']) },
    },
  });
  const { ask, notices } = useReasonedAct();

  const askToHide = ({ review_id, user_name }: AdminReview) =>
    ask({
      title: t`Hide the review of ${user_name}`,
      words: t`It leaves the site at once. Its author gets your reason word for word by mail and sees it beside the form.`,
      act: t`Hide`,
      danger: true,
      failure: t`The review was not hidden`,
      run: async (reason) => {
        await callApi(hideReview, { params: { review_id }, body: { reason } });
        return t`The review of ${user_name} is off the site.`;
      },
    });
  const askToShow = ({ review_id, user_name }: AdminReview) =>
    ask({
      title: t`Show the review of ${user_name} again`,
      words: t`It is on the site again at once, as it is written now. Its author gets a mail.`,
      act: t`Show again`,
      failure: t`The review was not shown`,
      run: async (reason) => {
        await callApi(showReview, { params: { review_id }, body: { reason } });
        return t`The review of ${user_name} is on the site again.`;
      },
    });

  return (
    <AdminPage
      title={t`Reviews`}
      lead={t`Newest first. A hidden review stays hidden when its author rewrites it, until an operator shows it again.`}
    >
      {notices}
      <AdminList
        list={list}
        rows="reviews"
        noun={t`reviews`}
        caption={t`Reviews`}
        empty={t`No review matches. Try another search or filter.`}
        never={t`No reviews yet.`}
        show={({ reviews }) => (
          <ul aria-label={t`Reviews`} className="space-y-3">
            {reviews.map((review) => (
              <ReviewItem
                key={review.review_id}
                review={review}
                onAct={() => (review.hidden_at === null ? askToHide : askToShow)(review)}
              />
            ))}
          </ul>
        )}
      />
    </AdminPage>
  );
}

type ReviewItemProps = { review: AdminReview; onAct: () => void };

function ReviewItem({ review, onAct }: ReviewItemProps) {
  const { user_id, user_name, rating, comment, created_at, hidden_at, hidden_reason } = review;
  const act = hidden_at === null ? t`Hide` : t`Show again`;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-4 text-small">
      <div className="min-w-0 basis-full sm:flex-1 sm:basis-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <TextLink to={`/admin/users/${user_id}`} className="wrap-anywhere">
            {user_name}
          </TextLink>
          <Stars rating={rating} />
          <span className="text-tiny text-muted">
            <Moment at={created_at} />
          </span>
          {hidden_at !== null && <Badge tone="warn">{t`Hidden`}</Badge>}
          {review.rewritten && <Badge tone="brand">{t`Rewritten since`}</Badge>}
        </div>
        <p className="mt-2 max-w-prose whitespace-pre-line wrap-anywhere">{comment}</p>
        {hidden_at !== null && (
          <p className="mt-2 max-w-prose wrap-anywhere text-muted">
            <Trans>
              Hidden since <Moment at={hidden_at} />: {hidden_reason}
            </Trans>
          </p>
        )}
      </div>
      <Button
        variant="secondary"
        size="small"
        aria-label={t`${act}: review of ${user_name}`}
        onClick={onAct}
      >
        {act}
      </Button>
    </li>
  );
}
