import { z } from 'zod';
import { defineAdminAct, defineAdminList, reasoned } from './admin-endpoint.ts';
import { isoTime, searchText, uuid } from './fields.ts';

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

export const listAdminReviews = defineAdminList({
  path: '/api/admin/reviews',
  summary: 'All reviews, newest first, with those that are hidden',
  filters: {
    shown: z.enum(['yes', 'no']).optional(),
    rating: z.coerce.number().int().min(1).max(5).optional(),
    search: searchText.optional(),
  },
  rows: { reviews: adminReview },
});

const act = {
  params: z.object({ review_id: uuid }),
  body: z.object(reasoned),
  reply: { review: adminReview },
  errors: ['own_account', 'record_unknown'],
} as const;

export const hideReview = defineAdminAct({
  ...act,
  path: '/api/admin/reviews/:review_id/hide',
  summary: 'Takes a review off the site and tells its author why',
});

export const showReview = defineAdminAct({
  ...act,
  path: '/api/admin/reviews/:review_id/show',
  summary: 'Puts a hidden review on the site again',
});
