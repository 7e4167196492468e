import { msg } from '@lingui/core/runtime-macro';
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
import { isoTimes } from '../../../http/iso-times.ts';
import { readPage } from '../../../http/paging.ts';
import { composeLetter, type Reader, readerOf } from '../../../mail/letter.ts';
import type { Mail } from '../../../mail/mail.ts';
import { queueMail } from '../../../mail/outbox.ts';
import type { Clock } from '../../../process/clock.ts';
import { noteAction, type Operator, operatorOf } from '../audit/note-action.ts';
import { holdsText, wanted } from '../filters.ts';

type ReviewsDeps = Readonly<{ db: Db; clock: Clock; brand: Brand; publicUrl: string }>;

export function registerReviews(route: Route, deps: ReviewsDeps): void {
  route(listAdminReviews, async ({ query }) => {
    const { shown, rating, search = '' } = query;
    const matching = reviews(deps.db).where((row) =>
      row.and(
        wanted(
          shown === 'yes' && row('reviews.hidden_at', 'is', null),
          shown === 'no' && row('reviews.hidden_at', 'is not', null),
          rating !== undefined && row('reviews.rating', '=', rating),
          search &&
            row.or([holdsText('reviews.comment', search), holdsText('author.username', search)]),
        ),
      ),
    );
    const { rows, pagination } = await readPage(query, matching, (found) =>
      found.select(COLUMNS).orderBy('reviews.created_at', 'desc').orderBy('reviews.id', 'desc'),
    );
    return { success: true, reviews: rows.map(viewOf), pagination };
  });

  route(hideReview, async ({ params, body }, caller) => ({
    success: true,
    review: await change(deps, operatorOf(caller), { ...params, ...body, hide: true }),
  }));

  route(showReview, async ({ params, body }, caller) => ({
    success: true,
    review: await change(deps, operatorOf(caller), { ...params, ...body, hide: false }),
  }));
}

const reviews = (db: Db) =>
  db.selectFrom('reviews').innerJoin('users as author', 'author.id', 'reviews.user_id');

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

type ReviewRow = Pick<
  AdminReview,
  'review_id' | 'user_id' | 'user_name' | 'rating' | 'comment' | 'hidden_reason'
> & { created_at: Date; hidden_at: Date | null };

function viewOf(row: ReviewRow): AdminReview {
  const { created_at, hidden_at } = row;
  return { ...isoTimes(row), rewritten: hidden_at !== null && created_at > hidden_at };
}

/** Sent twice it is done once: a review that is hidden already keeps its day and its reason. */
function change(
  deps: ReviewsDeps,
  operator: Operator,
  { review_id, reason, hide }: { review_id: string; reason: string; hide: boolean },
): Promise<AdminReview> {
  const { db, clock } = deps;
  return inTransaction(db, async (tx) => {
    // Whoever else changes it waits until the transaction ends.
    const { email, locale, ...review } = await reviews(tx)
      .select([...COLUMNS, 'author.email', 'author.locale'])
      .where('reviews.id', '=', review_id)
      .forUpdate('reviews')
      .executeTakeFirstOrThrow(
        () => new AppError('record_unknown', { details: { what: 'review', id: review_id } }),
      );
    if (review.user_id === operator.id) throw new AppError('own_account');
    if ((review.hidden_at !== null) === hide) return viewOf(review);
    const hidden = {
      hidden_at: hide ? new Date(clock.now()) : null,
      hidden_reason: hide ? reason : null,
    };
    await tx.updateTable('reviews').set(hidden).where('id', '=', review_id).execute();
    await noteAction(tx, clock, operator, {
      action: hide ? 'review_hidden' : 'review_shown',
      subject: { kind: 'review', id: review_id },
      details: { reason, user_id: review.user_id },
    });
    const author = readerOf({ email, username: review.user_name, locale });
    const mail = hide ? hiddenMail(deps, author, reason) : shownMail(deps, author);
    await queueMail(tx, clock, { ...mail, about: review.user_id });
    return viewOf({ ...review, ...hidden });
  });
}

type Sender = Readonly<{ brand: Brand; publicUrl: string }>;

/** @param reason as the operator wrote it */
export function hiddenMail({ brand, publicUrl }: Sender, reader: Reader, reason: string): Mail {
  const { t } = reader.i18n;
  return composeLetter(brand, reader, {
    subject: t(msg`Your review is off the site`),
    paragraphs: [
      t(msg`Hello ${{ username: reader.username }},`),
      t(msg`your review is not shown on the site any more. The reason:`),
      reason,
      t(
        msg`Your words are kept. If you write them again, they stay off the site until we have read them.`,
      ),
    ],
    action: { label: t(msg`See the reviews`), url: `${publicUrl}/#reviews` },
    note: t(msg`If you think that this is a mistake, write to ${{ support: brand.supportEmail }}.`),
  });
}

export function shownMail({ brand, publicUrl }: Sender, reader: Reader): Mail {
  const { t } = reader.i18n;
  return composeLetter(brand, reader, {
    subject: t(msg`Your review is on the site again`),
    paragraphs: [
      t(msg`Hello ${{ username: reader.username }},`),
      t(msg`your review is shown on the site again.`),
    ],
    action: { label: t(msg`See the reviews`), url: `${publicUrl}/#reviews` },
  });
}
