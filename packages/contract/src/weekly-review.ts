import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { isoDay, timeZone } from './fields.ts';
import { messageReply, pagination } from './reply.ts';

/** Facts of one review, at most. */
export const REVIEW_FACTS = 3;

/** What a fact is about. */
export const REVIEW_FACT_KINDS = [
  'net',
  'best_worst',
  'refused',
  'near_limit',
  'losing_tag',
  'early_exits',
  'costs',
  'win_rate',
  'decisions',
  'written',
  'quiet',
] as const;
export const reviewFactKind = z.enum(REVIEW_FACT_KINDS);
export type ReviewFactKind = z.output<typeof reviewFactKind>;

export const reviewFact = z.object({
  kind: reviewFactKind,
  /** One or two sentences with their figures. */
  text: z.string(),
  /** How many trades, decisions or days it is of. */
  sample: z.number().int(),
  /** Paths in the dashboard: the stories that it is about. */
  links: z.array(z.object({ label: z.string(), path: z.string() })).max(2),
});
export type ReviewFact = z.output<typeof reviewFact>;

export const weeklyReview = z.object({
  /** Its Monday, and its Sunday, in the viewer's zone. */
  week: isoDay,
  until: isoDay,
  /** The week is not over. */
  running: z.boolean(),
  /** Whose trades it is about: '2 real accounts in USD'. */
  about: z.string(),
  facts: z.array(reviewFact).max(REVIEW_FACTS),
  question: z.string(),
  /** Other accounts with trades in the week, a line for each kind and currency. */
  others: z.array(z.string()),
});
export type WeeklyReview = z.output<typeof weeklyReview>;

export const listWeeklyReviews = defineEndpoint({
  method: 'GET',
  path: '/api/user/journal/reviews',
  auth: 'user',
  summary: 'Reviews of the weeks with trades or decisions, this week first',
  query: z.object({
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    per_page: z.coerce.number().int().min(1).max(10).default(4),
    time_zone: timeZone,
  }),
  reply: z.object({ success: z.literal(true), reviews: z.array(weeklyReview), pagination }),
  errors: ['unauthorized', 'validation_failed'],
});

/** What mail programs call when somebody wants no more of these mails (RFC 8058). */
export const unsubscribe = defineEndpoint({
  method: 'POST',
  path: '/api/notifications/unsubscribe',
  auth: 'none',
  summary: 'Turns off the mails that a link in one of them names; twice is once',
  query: z.object({ token: z.string().min(1).max(300) }),
  reply: messageReply,
  errors: ['validation_failed', 'unsubscribe_invalid', 'rate_limited'],
});
