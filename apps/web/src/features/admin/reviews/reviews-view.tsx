import { DoneNotice } from '@quorate/ui/done-notice';
import { SelectField } from '@quorate/ui/select-field';
import { PagedList } from '../../../ui/paged-list.tsx';
import { AdminPage } from '../parts/admin-page.tsx';
import { FilterBar } from '../parts/filter-bar.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { asksForAll, useAddressFilter } from '../parts/use-address-filter.ts';
import { useReasonedAct } from '../parts/use-reasoned-act.tsx';
import { ReviewItem } from './review-item.tsx';
import { useAllReviews, useReviewActs } from './reviews.api.ts';

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
              'It is off the site at once. Its author is told by mail, with your reason word for word, and sees it beside the form.',
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
            words:
              'It is on the site again at once, as it is written now. Its author is told by mail.',
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
      lead="What users wrote, newest first. One that is hidden stays hidden when its author writes it anew, until somebody here shows it again."
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
