import { z } from 'zod';
import { OPERATOR_ACT_ERRORS, operatorReason } from './admin-audit.ts';
import { defineEndpoint } from './endpoint.ts';
import { isoTime, searchText, uuid } from './fields.ts';
import { pageQuery, pagination } from './reply.ts';

export const adminReview = z.object({
  review_id: uuid,
  user_id: uuid,
  user_name: z.string(),
  rating: z.number().int(),
  comment: z.string(),
  /** When its words were written last. */
  created_at: isoTime,
  hidden_at: isoTime.nullable(),
  hidden_reason: z.string().nullable(),
  /** Its author has written it again since it was hidden. */
  rewritten: z.boolean(),
});
export type AdminReview = z.output<typeof adminReview>;

export const listAdminReviews = defineEndpoint({
  method: 'GET',
  path: '/api/admin/reviews',
  auth: 'admin',
  summary: 'All reviews, newest first, with those that are hidden',
  query: z.object({
    ...pageQuery,
    shown: z.enum(['yes', 'no']).optional(),
    rating: z.coerce.number().int().min(1).max(5).optional(),
    search: searchText.optional(),
  }),
  reply: z.object({ success: z.literal(true), reviews: z.array(adminReview), pagination }),
  errors: ['unauthorized', 'operator_only', 'validation_failed'],
});

const act = {
  method: 'POST',
  auth: 'admin',
  confirmed: true,
  params: z.object({ review_id: uuid }),
  body: z.object({ reason: operatorReason }),
  reply: z.object({ success: z.literal(true), review: adminReview }),
  errors: [...OPERATOR_ACT_ERRORS, 'own_account', 'record_unknown'],
} as const;

export const hideReview = defineEndpoint({
  ...act,
  path: '/api/admin/reviews/:review_id/hide',
  summary: 'Takes a review off the site and tells its author why',
});

export const showReview = defineEndpoint({
  ...act,
  path: '/api/admin/reviews/:review_id/show',
  summary: 'Puts a hidden review on the site again',
});
