import type { HandlerInput, Reply } from '@quorate/contract/endpoint';
import type { listWeeklyReviews, WeeklyReview } from '@quorate/contract/weekly-review';
import type { UserId } from '@quorate/values/ids';
import type { Db } from '../../../db/tables.ts';
import { offsetOf, paginate } from '../../../http/paging.ts';
import type { Clock } from '../../../process/clock.ts';
import type { I18n } from '../../../words/i18n.ts';
import { type ComposedReview, composeReview } from './compose-review.ts';
import { type Week, weekOf, weeksBefore, weeksBetween } from './week.ts';
import { findFirstMoment, readDetails, readGroups } from './week-figures.queries.ts';

/** Every week from the first trade or decision on, this week first; each is read as it is asked for. */
export async function readWeeklyReviews(
  { db, clock }: Readonly<{ db: Db; clock: Clock }>,
  i18n: I18n,
  userId: UserId,
  query: HandlerInput<typeof listWeeklyReviews>['query'],
): Promise<Omit<Reply<typeof listWeeklyReviews>, 'success'>> {
  const { time_zone: timeZone } = query;
  const first = await findFirstMoment(db, userId);
  if (!first) return { reviews: [], pagination: paginate(query, 0) };
  const current = weekOf(clock.now(), timeZone);
  const total = Math.max(
    1,
    weeksBetween(weekOf(first.getTime(), timeZone).monday, current.monday) + 1,
  );
  const reviews: WeeklyReview[] = [];
  const end = Math.min(total, offsetOf(query) + query.per_page);
  for (let ago = offsetOf(query); ago < end; ago += 1) {
    const week = weeksBefore(current, ago, timeZone);
    const frame = { week, timeZone, running: ago === 0 };
    reviews.push((await readReview(db, i18n, userId, frame)).review);
  }
  return { reviews, pagination: paginate(query, total) };
}

export async function readReview(
  db: Db,
  i18n: I18n,
  userId: UserId,
  frame: Readonly<{ week: Week; timeZone: string; running: boolean }>,
): Promise<ComposedReview> {
  const groups = await readGroups(db, userId, frame.week);
  const [group] = groups;
  const details = group ? await readDetails(db, userId, group, frame.week) : null;
  return composeReview(i18n, groups, details, frame);
}
