import type { listAdminReviews } from '@quorate/contract/admin-reviews';
import type { HandlerInput } from '@quorate/contract/endpoint';
import type { Db } from '../../../db/tables.ts';
import { holdsText } from '../holds-text.ts';

type ReviewFilter = Omit<HandlerInput<typeof listAdminReviews>['query'], 'page' | 'per_page'>;

export type ReviewRow = Awaited<ReturnType<typeof findReviews>>[number];

export function findReviews(db: Db, filter: ReviewFilter, page: { limit: number; offset: number }) {
  return matching(db, filter)
    .select(COLUMNS)
    .orderBy('reviews.created_at', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

const COLUMNS = [
  'reviews.id as review_id',
  'reviews.user_id',
  'author.username as user_name',
  'reviews.rating',
  'reviews.comment',
  'reviews.created_at',
  'reviews.hidden_at',
  'reviews.hidden_reason',
] as const;

export async function countReviews(db: Db, filter: ReviewFilter): Promise<number> {
  const { total } = await matching(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

function matching(db: Db, { shown, rating, search = '' }: ReviewFilter) {
  return db
    .selectFrom('reviews')
    .innerJoin('users as author', 'author.id', 'reviews.user_id')
    .$if(shown === 'yes', (query) => query.where('reviews.hidden_at', 'is', null))
    .$if(shown === 'no', (query) => query.where('reviews.hidden_at', 'is not', null))
    .$if(rating !== undefined, (query) => query.where('reviews.rating', '=', rating ?? 0))
    .$if(search !== '', (query) =>
      query.where((row) =>
        row.or([holdsText('reviews.comment', search), holdsText('author.username', search)]),
      ),
    );
}

/** With its author's address. Whoever else changes it waits until the transaction ends. */
export function findReviewToChange(tx: Db, id: string) {
  return tx
    .selectFrom('reviews')
    .innerJoin('users as author', 'author.id', 'reviews.user_id')
    .select([...COLUMNS, 'author.email'])
    .where('reviews.id', '=', id)
    .forUpdate('reviews')
    .executeTakeFirst();
}

export async function setHidden(
  tx: Db,
  id: string,
  hidden: { at: Date; reason: string } | null,
): Promise<void> {
  await tx
    .updateTable('reviews')
    .set({ hidden_at: hidden?.at ?? null, hidden_reason: hidden?.reason ?? null })
    .where('id', '=', id)
    .execute();
}
