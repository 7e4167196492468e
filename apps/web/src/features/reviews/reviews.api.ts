import { listReviews, type ReviewInput, writeReview } from '@quorate/contract/reviews';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';

const REVIEWS = ['reviews'];

/** The newest reviews, one page of them. */
export function useReviews() {
  return useQuery({
    queryKey: REVIEWS,
    queryFn: ({ signal }) => callApi(listReviews, {}, { signal }),
  });
}

/**
 * Writes a review and loads the list again, which then has it.
 *
 * @returns what sends it, and resolves to the service's message
 */
export function useWriteReview(): (review: ReviewInput) => Promise<string> {
  const client = useQueryClient();
  return async (review) => {
    const { message } = await callApi(writeReview, { body: review });
    void client.invalidateQueries({ queryKey: REVIEWS });
    return message;
  };
}
