import {
  getMyReview as getMyReviewCall,
  listReviews as listReviewsCall,
  writeReview as writeReviewCall,
} from '@quorate/contract/reviews';
import type { Route } from '../../http/endpoint.ts';
import { getMyReview, listReviews, type ReviewDeps, writeReview } from './reviews.service.ts';

export function registerReviews(route: Route, deps: ReviewDeps): void {
  route(listReviewsCall, async ({ query }) => ({
    success: true,
    ...(await listReviews(deps, query)),
  }));

  route(getMyReviewCall, async (_input, { user }) => ({
    success: true,
    review: await getMyReview(deps, user.id),
  }));

  route(writeReviewCall, async ({ body }, { user }) => {
    const { review, isHidden } = await writeReview(deps, user, body);
    const message = isHidden
      ? 'Review saved successfully. It was taken off the site before, and stays off it until we have read the new words.'
      : 'Review submitted successfully. Thank you.';
    return { success: true, message, review };
  });
}
