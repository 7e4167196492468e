import {
  type AdminReview,
  hideReview,
  listAdminReviews,
  showReview,
} from '@quorate/contract/admin-reviews';
import type { CallInput } from '@quorate/contract/endpoint';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { DoneNotice } from '@quorate/ui/done-notice';
import { SelectField } from '@quorate/ui/select-field';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { PagedList } from '../../../ui/paged-list.tsx';
import { Stars } from '../../../ui/stars.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { AdminPage } from '../parts/admin-page.tsx';
import { FilterBar } from '../parts/filter-bar.tsx';
import { Moment } from '../parts/moment.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { asksForAll, useAddressFilter } from '../parts/use-address-filter.ts';
import { useReasonedAct } from '../parts/use-reasoned-act.tsx';

const STARS = ['all', '5', '4', '3', '2', '1'] as const;

/** All reviews, with those that are hidden. */
export function ReviewsView({ operatorId }: { operatorId: string }) {
  const [filter, change] = useAddressFilter({
    search: 'text',
    shown: ['all', 'yes', 'no'],
    stars: STARS,
  });
  const { search, shown, stars, page } = filter;
  const reviews = useAllReviews(operatorId, {
    page,
    per_page: 25,
    ...(search !== '' && { search }),
    ...(shown !== 'all' && { shown }),
    ...(stars !== 'all' && { rating: Number(stars) }),
  });
  const act = useReviewActs(operatorId);
  const { ask, dialog, done, setDone } = useReasonedAct();

  const askTo = (which: 'hide' | 'show', reviewId: string, name: string) =>
    ask(
      which === 'hide'
        ? {
            title: `Hide the review of ${name}`,
            words:
              'It is off the site at once. Its author gets a mail with your reason word for word, and sees it beside the form.',
            act: 'Hide',
            danger: true,
            failure: 'The review was not hidden',
            run: async (reason) => {
              await act(reviewId, which, reason);
              setDone(`The review of ${name} is off the site.`);
            },
          }
        : {
            title: `Show the review of ${name} again`,
            words: 'It is on the site again at once, as it is written now. Its author gets a mail.',
            act: 'Show again',
            failure: 'The review was not shown',
            run: async (reason) => {
              await act(reviewId, which, reason);
              setDone(`The review of ${name} is on the site again.`);
            },
          },
    );

  return (
    <AdminPage
      title="Reviews"
      lead="What users wrote, newest first. One that is hidden stays hidden when its author rewrites it, until one of us shows it again."
    >
      <DoneNotice>{done}</DoneNotice>
      {dialog}
      <FilterBar label="Which reviews">
        <SearchField
          label="Words or username"
          value={search}
          onSearch={(text) => change({ search: text })}
        />
        <SelectField
          label="On the site"
          value={shown}
          options={[
            { value: 'all', label: 'All' },
            { value: 'yes', label: 'Shown' },
            { value: 'no', label: 'Hidden' },
          ]}
          onChange={(value) => change({ shown: value })}
        />
        <SelectField
          label="Stars"
          value={stars}
          options={STARS.map((value) => ({ value, label: value === 'all' ? 'All' : value }))}
          onChange={(value) => change({ stars: value })}
        />
      </FilterBar>
      <PagedList
        query={reviews}
        noun="reviews"
        empty={asksForAll(filter) ? 'Nobody has written a review yet.' : 'No review fits.'}
        onPage={(next) => change({ page: next })}
      >
        {({ reviews: rows }) => (
          <ul aria-label="Reviews" className="space-y-3">
            {rows.map((review) => (
              <ReviewItem
                key={review.review_id}
                review={review}
                onAct={(which) => askTo(which, review.review_id, review.user_name)}
              />
            ))}
          </ul>
        )}
      </PagedList>
    </AdminPage>
  );
}

export type ReviewQuery = NonNullable<CallInput<typeof listAdminReviews>['query']>;

export function useAllReviews(operatorId: string, query: ReviewQuery) {
  return useQuery({
    queryKey: ['operator', operatorId, 'reviews', query],
    queryFn: ({ signal }) => callApi(listAdminReviews, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function useReviewActs(operatorId: string) {
  const queryClient = useQueryClient();
  return async (reviewId: string, act: 'hide' | 'show', reason: string) => {
    const input = { params: { review_id: reviewId }, body: { reason } };
    await callApi(act === 'hide' ? hideReview : showReview, input);
    await queryClient.invalidateQueries({ queryKey: ['operator', operatorId, 'reviews'] });
  };
}

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
          {review.rewritten && <Badge tone="brand">Rewritten since</Badge>}
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
