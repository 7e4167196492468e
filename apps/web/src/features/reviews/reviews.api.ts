import type { Review } from '@quorate/contract/reviews';
import { type Fields, fieldsOf, isNumber, isText, readList } from '../../lib/fields.ts';
import { getJson } from '../../lib/get-json.ts';

/** The newest reviews, one page of them. */
export function loadReviews(signal: AbortSignal): Promise<readonly Review[]> {
  return getJson('/api/reviews', readReviews, signal);
}

/** Reads the service's list of reviews; null when it is none. */
export function readReviews(content: unknown): readonly Review[] | null {
  return readList(fieldsOf(content)?.reviews, readReview);
}

function readReview({ id, rating, comment, user_name, created_at }: Fields): Review | null {
  if (!isText(id) || !isText(comment) || !isText(user_name) || !isText(created_at)) return null;
  if (!isNumber(rating) || !(rating >= 1 && rating <= 5)) return null;
  // A day that cannot be read would break the whole page where it is written.
  if (Number.isNaN(Date.parse(created_at))) return null;
  return { id, rating, comment, user_name, created_at };
}
