import type { ReviewInput } from '@quorate/contract/reviews';
import type { ReviewId, UserId } from '@quorate/values/ids';
import type { Db } from '../../db/tables.ts';

function reviewsWithAuthors(db: Db) {
  return db
    .selectFrom('reviews')
    .innerJoin('users', 'users.id', 'reviews.user_id')
    .select([
      'reviews.id',
      'reviews.rating',
      'reviews.comment',
      'reviews.created_at',
      'users.username as user_name',
      'users.role as author_role',
    ]);
}

export type ReviewRow = {
  id: string;
  rating: number;
  comment: string;
  created_at: Date;
  user_name: string;
  author_role: 'user' | 'admin';
};

export function newestReviews(
  db: Db,
  page: { limit: number; offset: number },
): Promise<ReviewRow[]> {
  return reviewsWithAuthors(db)
    .where('reviews.hidden_at', 'is', null)
    .orderBy('reviews.created_at', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countReviews(db: Db): Promise<number> {
  const row = await db
    .selectFrom('reviews')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('hidden_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.total;
}

export type OwnReviewRow = ReviewRow & { hidden_at: Date | null; hidden_reason: string | null };

export function findReviewOf(db: Db, userId: UserId): Promise<OwnReviewRow | undefined> {
  return reviewsWithAuthors(db)
    .select(['reviews.hidden_at', 'reviews.hidden_reason'])
    .where('reviews.user_id', '=', userId)
    .executeTakeFirst();
}

/**
 * One row a user: a second review takes the place of the first and keeps its id. One that an operator has
 * hidden stays hidden: other words are no reason to show what nobody has read.
 */
export async function saveReview(
  db: Db,
  review: ReviewInput & { id: ReviewId; userId: UserId; createdAt: Date },
): Promise<void> {
  await db
    .insertInto('reviews')
    .values({
      id: review.id,
      user_id: review.userId,
      rating: review.rating,
      comment: review.comment,
      created_at: review.createdAt,
    })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        rating: review.rating,
        comment: review.comment,
        created_at: review.createdAt,
      }),
    )
    .execute();
}
