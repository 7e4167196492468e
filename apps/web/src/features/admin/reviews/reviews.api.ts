import { hideReview, listAdminReviews, showReview } from '@quorate/contract/admin-reviews';
import type { CallInput } from '@quorate/contract/endpoint';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';

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
