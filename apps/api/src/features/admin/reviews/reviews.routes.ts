import {
  type AdminReview,
  hideReview,
  listAdminReviews,
  showReview,
} from '@quorate/contract/admin-reviews';
import type { Brand } from '@quorate/contract/brand';
import { inTransaction } from '../../../db/in-transaction.ts';
import type { Db } from '../../../db/tables.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Route } from '../../../http/endpoint.ts';
import { offsetOf, paginate } from '../../../http/paging.ts';
import { queueMail } from '../../../mail/outbox.ts';
import type { Clock } from '../../../process/clock.ts';
import { noteAction, type Operator, operatorOf } from '../audit/note-action.ts';
import { hiddenMail, shownMail } from './review-mails.ts';
import {
  countReviews,
  findReviews,
  findReviewToChange,
  type ReviewRow,
  setHidden,
} from './reviews.queries.ts';

export type ReviewsDeps = Readonly<{ db: Db; clock: Clock; brand: Brand; publicUrl: string }>;

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
