import { listReviews } from '@quorate/contract/reviews';
import { describe, expect, test } from 'vitest';
import { buildReview } from '../../testing/builders.ts';
import { serve } from '../../testing/handlers.ts';
import { loadReviews, readReviews } from './reviews-section.tsx';

const answer = (...reviews: unknown[]) => ({
  success: true,
  reviews,
  pagination: { page: 1, per_page: 50, total: reviews.length, total_pages: 1 },
});

test('asks where the contract says, and reads what the contract allows', async () => {
  const body = answer(buildReview({ rating: 1 }), buildReview({ rating: 5 }));
  const calls = serve({ [`${listReviews.method} ${listReviews.path}`]: { body } });
  const reviews = await loadReviews(new AbortController().signal);
  expect(reviews).toEqual(listReviews.reply.parse(body).reviews);
  expect(calls).toHaveLength(1);
});

describe('takes for no list of reviews', () => {
  test.each([
    ['nothing', null],
    ['words', 'reviews'],
    ['a list', [buildReview()]],
    ['an answer without reviews', { success: true }],
    ['reviews that are none', answer('good')],
    ['half a star', answer({ ...buildReview(), rating: 0.4 })],
    ['six stars', answer({ ...buildReview(), rating: 6 })],
    ['stars in words', answer({ ...buildReview(), rating: '5' })],
    ['a day that is none', answer({ ...buildReview(), created_at: 'soon' })],
    ['a review without words', answer({ ...buildReview(), comment: undefined })],
  ])('%s', (_, content) => {
    expect(readReviews(content)).toBeNull();
  });
});
