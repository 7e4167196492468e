import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { isoTime, typedText, uuid } from './fields.ts';
import { pageQuery, pagination } from './reply.ts';

export const REVIEW_COMMENT_MIN = 10;
export const REVIEW_COMMENT_MAX = 1_000;
export const REVIEW_RATING_DEFAULT = 5;

export const review = z.object({
  id: uuid,
  rating: z.number().int().min(1).max(5),
  comment: z.string(),
  user_name: z.string(),
  created_at: isoTime,
});
export type Review = z.output<typeof review>;

/** What the form sends; the same schema guards the service. */
export const reviewInput = z.object({
  rating: z
    .number()
    .int('The rating is a whole number of stars')
    .min(1, 'The rating is 1 to 5 stars')
    .max(5, 'The rating is 1 to 5 stars'),
  comment: typedText({ min: REVIEW_COMMENT_MIN, max: REVIEW_COMMENT_MAX, name: 'The comment' }),
});
export type ReviewInput = z.output<typeof reviewInput>;

export const listReviews = defineEndpoint({
  method: 'GET',
  path: '/api/reviews',
  auth: 'none',
  summary: 'Reviews, newest first',
  query: z.object(pageQuery),
  reply: z.object({ success: z.literal(true), reviews: z.array(review), pagination }),
  errors: ['validation_failed'],
});

/** What its author sees of it. */
export const ownReview = z.object({
  ...review.shape,
  /** Set: an operator has taken it off the site, for the reason. */
  hidden_at: isoTime.nullable(),
  hidden_reason: z.string().nullable(),
});
export type OwnReview = z.output<typeof ownReview>;

export const getMyReview = defineEndpoint({
  method: 'GET',
  path: '/api/reviews/mine',
  auth: 'user',
  summary: 'The review that the signed-in user wrote; null without one',
  reply: z.object({ success: z.literal(true), review: ownReview.nullable() }),
  errors: ['unauthorized'],
});

/** One review a user: writing again replaces the words and stars, so that a second click makes no second review. */
export const writeReview = defineEndpoint({
  method: 'POST',
  path: '/api/reviews',
  auth: 'user',
  summary: "Writes or replaces the signed-in user's review",
  body: reviewInput,
  reply: z.object({ success: z.literal(true), message: z.string(), review }),
  errors: ['unauthorized', 'validation_failed', 'name_reserved', 'rate_limited'],
});
