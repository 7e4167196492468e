import {
  type AdminReview,
  hideReview,
  listAdminReviews,
  showReview,
} from '@quorate/contract/admin-reviews';
import type { Brand } from '@quorate/contract/brand';
import type { HandlerInput } from '@quorate/contract/endpoint';
import { inTransaction } from '../../../db/in-transaction.ts';
import type { Db } from '../../../db/tables.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Route } from '../../../http/endpoint.ts';
import { offsetOf, paginate } from '../../../http/paging.ts';
import { composeLetter } from '../../../mail/letter.ts';
import type { Mail } from '../../../mail/mail.ts';
import { queueMail } from '../../../mail/outbox.ts';
import type { Clock } from '../../../process/clock.ts';
import { noteAction, type Operator, operatorOf } from '../audit/note-action.ts';
import { holdsText } from '../holds-text.ts';

type ReviewsDeps = Readonly<{ db: Db; clock: Clock; brand: Brand; publicUrl: string }>;

export function registerReviews(route: Route, deps: ReviewsDeps): void {
  const { db } = deps;

  route(listAdminReviews, async ({ query }) => {
    const { page, per_page, ...filter } = query;
    const paging = { page, per_page };
    const [rows, total] = await Promise.all([
      findReviews(db, filter, { limit: per_page, offset: offsetOf(paging) }),
      countReviews(db, filter),
    ]);
    return { success: true, reviews: rows.map(viewOf), pagination: paginate(paging, total) };
  });

  route(hideReview, async ({ params, body }, { user, request }) => ({
    success: true,
    review: await change(deps, operatorOf(user, request), { ...params, ...body, hide: true }),
  }));

  route(showReview, async ({ params, body }, { user, request }) => ({
    success: true,
    review: await change(deps, operatorOf(user, request), { ...params, ...body, hide: false }),
  }));
}

/** Sent twice it is done once: a review that is hidden already keeps its day and its reason. */
function change(
  deps: ReviewsDeps,
  operator: Operator,
  { review_id, reason, hide }: { review_id: string; reason: string; hide: boolean },
): Promise<AdminReview> {
  const { db, clock } = deps;
  return inTransaction(db, async (tx) => {
    const found = await findReviewToChange(tx, review_id);
    if (!found)
      throw new AppError('record_unknown', { details: { what: 'review', id: review_id } });
    const { email, ...review } = found;
    if (review.user_id === operator.id) throw new AppError('own_account');
    if ((review.hidden_at !== null) === hide) return viewOf(review);
    const hidden = hide ? { at: new Date(clock.now()), reason } : null;
    await setHidden(tx, review_id, hidden);
    await noteAction(tx, clock, operator, {
      action: hide ? 'review_hidden' : 'review_shown',
      subject: { kind: 'review', id: review_id },
      details: { reason, user_id: review.user_id },
    });
    const author = { email, user_name: review.user_name };
    const mail = hide ? hiddenMail(deps, author, reason) : shownMail(deps, author);
    await queueMail(tx, clock, { ...mail, about: review.user_id });
    return viewOf({
      ...review,
      hidden_at: hidden?.at ?? null,
      hidden_reason: hidden?.reason ?? null,
    });
  });
}

function viewOf({ created_at, hidden_at, ...row }: ReviewRow): AdminReview {
  return {
    ...row,
    created_at: created_at.toISOString(),
    hidden_at: hidden_at?.toISOString() ?? null,
    rewritten: hidden_at !== null && created_at > hidden_at,
  };
}

type Sender = Readonly<{ brand: Brand; publicUrl: string }>;
type Author = Readonly<{ email: string; user_name: string }>;

function hiddenMail({ brand, publicUrl }: Sender, author: Author, reason: string): Mail {
  return composeLetter(brand, {
    to: author.email,
    subject: 'Your review is off the site',
    paragraphs: [
      `Hello ${author.user_name},`,
      'your review is not shown on the site any more. The reason:',
      reason,
      'Your words are kept. If you write them again, they stay off the site until we have read them.',
    ],
    action: { label: 'See the reviews', url: `${publicUrl}/#reviews` },
    note: `If you think that this is a mistake, write to ${brand.supportEmail}.`,
  });
}

function shownMail({ brand, publicUrl }: Sender, author: Author): Mail {
  return composeLetter(brand, {
    to: author.email,
    subject: 'Your review is on the site again',
    paragraphs: [`Hello ${author.user_name},`, 'your review is shown on the site again.'],
    action: { label: 'See the reviews', url: `${publicUrl}/#reviews` },
  });
}

type ReviewFilter = Omit<HandlerInput<typeof listAdminReviews>['query'], 'page' | 'per_page'>;

type ReviewRow = Awaited<ReturnType<typeof findReviews>>[number];

function findReviews(db: Db, filter: ReviewFilter, page: { limit: number; offset: number }) {
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

async function countReviews(db: Db, filter: ReviewFilter): Promise<number> {
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
function findReviewToChange(tx: Db, id: string) {
  return tx
    .selectFrom('reviews')
    .innerJoin('users as author', 'author.id', 'reviews.user_id')
    .select([...COLUMNS, 'author.email'])
    .where('reviews.id', '=', id)
    .forUpdate('reviews')
    .executeTakeFirst();
}

async function setHidden(
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
