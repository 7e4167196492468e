import type { Pagination } from '@quorate/contract/reply';
import type { Review, ReviewInput } from '@quorate/contract/reviews';
import type { ReviewId, UserId } from '@quorate/values/ids';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/tables.ts';
import { newId } from '../../ids.ts';
import { offsetOf, type PageRequest, paginate } from '../../paging.ts';
import { countReviews, newestReviews, type ReviewRow, saveReview } from './reviews.queries.ts';

export type ReviewDeps = { db: Db; clock: Clock };

export async function listReviews(
  { db }: ReviewDeps,
  page: PageRequest,
): Promise<{ reviews: Review[]; pagination: Pagination }> {
  const [rows, total] = await Promise.all([
    newestReviews(db, { limit: page.per_page, offset: offsetOf(page) }),
    countReviews(db),
  ]);
  return { reviews: rows.map(toReview), pagination: paginate(page, total) };
}

/** Writes the user's review, or replaces the one they wrote before. */
export async function writeReview(
  { db, clock }: ReviewDeps,
  userId: UserId,
  input: ReviewInput,
): Promise<Review> {
  const row = await saveReview(db, {
    ...input,
    id: newId<ReviewId>(),
    userId,
    createdAt: new Date(clock.now()),
  });
  return toReview(row);
}

function toReview({ created_at, ...row }: ReviewRow): Review {
  return { ...row, created_at: created_at.toISOString() };
}
