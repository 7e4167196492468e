import { msg } from '@lingui/core/runtime-macro';
import type { Brand } from '@quorate/contract/brand';
import type { Pagination } from '@quorate/contract/reply';
import {
  getMyReview as getMyReviewCall,
  listReviews as listReviewsCall,
  type OwnReview,
  type Review,
  type ReviewInput,
  writeReview as writeReviewCall,
} from '@quorate/contract/reviews';
import { isReservedName } from '@quorate/contract/usernames';
import type { ReviewId, UserId } from '@quorate/values/ids';
import { newId } from '../../db/ids.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/tables.ts';
import { AppError } from '../../http/app-error.ts';
import type { SignedInUser } from '../../http/auth.ts';
import type { Route } from '../../http/endpoint.ts';
import { type PageRequest, readPage } from '../../http/paging.ts';
import type { Clock } from '../../process/clock.ts';

export function registerReviews(route: Route, deps: ReviewDeps): void {
  route(listReviewsCall, async ({ query }) => ({
    success: true,
    ...(await listReviews(deps, query)),
  }));

  route(getMyReviewCall, async (_input, { user }) => ({
    success: true,
    review: await getMyReview(deps, user.id),
  }));

  route(writeReviewCall, async ({ body }, { user, i18n }) => {
    const { review, isHidden } = await writeReview(deps, user, body);
    const message = isHidden
      ? i18n.t(
          msg`Review saved successfully. It was taken off the site before, and stays off it until we have read the new words.`,
        )
      : i18n.t(msg`Review submitted successfully. Thank you.`);
    return { success: true, message, review };
  });
}

type ReviewDeps = { db: Db; clock: Clock; brand: Pick<Brand, 'name' | 'supportEmail'> };

/** Stands for a name that could be taken for somebody who speaks for the service. */
const UNNAMED = 'A trader';

async function listReviews(
  { db, brand }: ReviewDeps,
  page: PageRequest,
): Promise<{ reviews: Review[]; pagination: Pagination }> {
  const shown = reviewsOf(db).modifyFront(prepared).where('reviews.hidden_at', 'is', null);
  const { rows, pagination } = await readPage(page, shown, (found) =>
    found.select(COLUMNS).orderBy('reviews.created_at', 'desc').orderBy('reviews.id', 'desc'),
  );
  return { reviews: rows.map((row) => toReview(withFairName(row, brand.name))), pagination };
}

/** null when the user wrote none. */
async function getMyReview(
  { db }: Pick<ReviewDeps, 'db'>,
  userId: UserId,
): Promise<OwnReview | null> {
  const row = await findReviewOf(db, userId);
  if (!row) return null;
  const { hidden_at, hidden_reason, ...review } = row;
  return { ...toReview(review), hidden_at: hidden_at?.toISOString() ?? null, hidden_reason };
}

/**
 * Writes the user's review, or replaces the one they wrote before.
 *
 * @throws AppError name_reserved for an account older than the rule about such names
 */
async function writeReview(
  { db, clock, brand }: ReviewDeps,
  { id: userId, username, role }: Pick<SignedInUser, 'id' | 'username' | 'role'>,
  input: ReviewInput,
): Promise<{ review: Review; isHidden: boolean }> {
  if (role !== 'admin' && isReservedName(username, brand.name)) {
    const details = { username, support: brand.supportEmail };
    throw new AppError('name_reserved', { details });
  }
  await saveReview(db, {
    ...input,
    id: newId<ReviewId>(),
    userId,
    createdAt: new Date(clock.now()),
  });
  const own = await getMyReview({ db }, userId);
  // Its author has deleted the account meanwhile.
  if (!own) throw new AppError('unauthorized');
  const { hidden_at, hidden_reason: _reason, ...review } = own;
  return { review, isHidden: hidden_at !== null };
}

function withFairName(row: ReviewRow, brandName: string): ReviewRow {
  const isFair = row.author_role === 'admin' || !isReservedName(row.user_name, brandName);
  return isFair ? row : { ...row, user_name: UNNAMED };
}

function toReview({ created_at, author_role: _role, ...row }: ReviewRow): Review {
  return { ...row, created_at: created_at.toISOString() };
}

function reviewsOf(db: Db) {
  return db.selectFrom('reviews').innerJoin('users', 'users.id', 'reviews.user_id');
}

const COLUMNS = [
  'reviews.id',
  'reviews.rating',
  'reviews.comment',
  'reviews.created_at',
  'users.username as user_name',
  'users.role as author_role',
] as const;

type ReviewRow = {
  id: string;
  rating: number;
  comment: string;
  created_at: Date;
  user_name: string;
  author_role: 'user' | 'admin';
};

type OwnReviewRow = ReviewRow & { hidden_at: Date | null; hidden_reason: string | null };

function findReviewOf(db: Db, userId: UserId): Promise<OwnReviewRow | undefined> {
  return reviewsOf(db)
    .select([...COLUMNS, 'reviews.hidden_at', 'reviews.hidden_reason'])
    .where('reviews.user_id', '=', userId)
    .executeTakeFirst();
}

/**
 * One row a user: a second review takes the place of the first and keeps its id. One that an operator has
 * hidden stays hidden: other words are no reason to show what nobody has read.
 */
async function saveReview(
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
