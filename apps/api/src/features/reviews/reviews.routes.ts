import {
  listReviews as listReviewsCall,
  writeReview as writeReviewCall,
} from '@quorate/contract/reviews';
import type { Route } from '../../plugins/endpoint.ts';
import { listReviews, type ReviewDeps, writeReview } from './reviews.service.ts';

export function registerReviews(route: Route, deps: ReviewDeps): void {
  route(listReviewsCall, async ({ query }) => ({
    success: true,
    ...(await listReviews(deps, query)),
  }));

  route(writeReviewCall, async ({ body }, { user }) => {
    const review = await writeReview(deps, user.id, body);
    return { success: true, message: 'Review submitted successfully. Thank you.', review };
  });
}
