import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { anyAccountType, isoTime, tradeSide, uuid } from './fields.ts';
import { pageQuery, pagination } from './reply.ts';

export const PUBLIC_NAME_MIN = 3;
export const PUBLIC_NAME_MAX = 30;

/** What stands in the address of a public record: unique whatever the case. */
export const publicName = z
  .string()
  .regex(
    /^[A-Za-z0-9](?:[A-Za-z0-9-]{1,28})[A-Za-z0-9]$/,
    `must have ${PUBLIC_NAME_MIN} to ${PUBLIC_NAME_MAX} letters, digits and hyphens, and begin and end with a letter or digit`,
  );

/** What its owner has published, and what of it others see. */
export const ownPublicRecord = z.object({
  account_id: uuid,
  name: z.string(),
  /** Whether trades that are still open are in it. */
  shows_open: z.boolean(),
  /** Whether amounts of money are in it. */
  shows_money: z.boolean(),
  /** Whether search engines may list it. */
  listed: z.boolean(),
  published_at: isoTime,
});
export type OwnPublicRecord = z.output<typeof ownPublicRecord>;

export const listPublicRecords = defineEndpoint({
  method: 'GET',
  path: '/api/user/public-records',
  auth: 'user',
  summary: 'What the signed-in user has published, at most one record for each account',
  query: z.object(pageQuery),
  reply: z.object({ success: z.literal(true), records: z.array(ownPublicRecord), pagination }),
  errors: ['unauthorized', 'validation_failed'],
});

export const savePublicRecord = defineEndpoint({
  method: 'POST',
  path: '/api/user/public-records',
  auth: 'user',
  summary:
    "Publishes an account's record, or changes what is published; sending it again changes nothing",
  counted: 'changes',
  body: z.object({
    account_id: uuid,
    name: publicName,
    shows_open: z.boolean().default(false),
    shows_money: z.boolean().default(false),
    listed: z.boolean().default(true),
  }),
  reply: z.object({ success: z.literal(true), record: ownPublicRecord }),
  errors: ['unauthorized', 'validation_failed', 'not_found', 'public_name_taken', 'rate_limited'],
});

export const removePublicRecord = defineEndpoint({
  method: 'DELETE',
  path: '/api/user/public-records/:account_id',
  auth: 'user',
  summary: 'Takes a public record back at once; one that is not there is none any more',
  counted: 'changes',
  params: z.object({ account_id: uuid }),
  reply: z.object({ success: z.literal(true) }),
  errors: ['unauthorized', 'validation_failed', 'rate_limited'],
});

/** A figure with its 95% interval; null without results, and ends that so few results do not give. */
export const publicFigure = z.object({
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  n: z.number().int(),
});
export type PublicFigure = z.output<typeof publicFigure>;

/** Seconds since 1970, and the level then. */
const curve = z.array(z.tuple([z.number(), z.number()]));

export const publicEvidence = z.enum([
  'agreed',
  'alone',
  'replayed',
  'practice',
  'imported',
  'contradicted',
]);
export type PublicEvidence = z.output<typeof publicEvidence>;

/** Figures of trades that have the same evidence: they are never added up with others. */
export const publicGroup = z.object({
  trades: z.number().int(),
  without_r: z.number().int(),
  decided: z.number().int(),
  corrected: z.number().int(),
  late: z.number().int(),
  win_rate: publicFigure,
  mean_r: publicFigure,
  profit_factor: publicFigure,
  payoff_ratio: publicFigure,
  total_r: z.number().nullable(),
  max_drawdown_r: z.number().nullable(),
  longest_drawdown_days: z.number().nullable(),
  curve,
  percent: z.object({ total: z.number(), max_drawdown: z.number().nullable(), curve }).nullable(),
  net_minor: z.number().nullable(),
  calibration: z.object({
    outcomes: z.number().int(),
    accuracy: publicFigure,
    brier: publicFigure,
    climatology: z.number().nullable(),
    skill: z.number().nullable(),
    tenths: z.array(z.object({ from: z.number(), said: z.number(), came: publicFigure })),
  }),
});
export type PublicGroup = z.output<typeof publicGroup>;

/** What is published of a record; the file for verification carries the same document. */
export const publishedMeasures = z.object({
  v: z.literal(1),
  name: z.string(),
  at: isoTime,
  account: z.object({ type: anyAccountType, paper: z.boolean() }),
  owner: z.object({
    accounts: z.number().int(),
    deleted: z.number().int(),
    resets: z.number().int(),
  }),
  shows: z.object({ open: z.boolean(), money: z.boolean() }),
  start: z.object({ currency: z.string(), minor: z.number().int() }).nullable(),
  facts: z.object({
    entries: z.number().int(),
    since: isoTime.nullable(),
    until: isoTime.nullable(),
    decisions: z.number().int(),
    corrections: z.number().int(),
    deletions: z.number().int(),
    gaps: z.number().int(),
    longest_gap_days: z.number().int(),
  }),
  groups: z.record(publicEvidence, publicGroup),
});
export type PublishedMeasures = z.output<typeof publishedMeasures>;

const named = z.object({ name: z.string().max(64) });

export const getPublicRecord = defineEndpoint({
  method: 'GET',
  path: '/api/records/:name',
  auth: 'none',
  summary: 'The figures of a record that its owner has published',
  params: named,
  reply: z.object({ success: z.literal(true), record: publishedMeasures }),
  errors: ['not_found', 'validation_failed', 'rate_limited'],
});

export const publicTrade = z.object({
  symbol: z.string(),
  trade_type: tradeSide,
  open_price: z.number(),
  close_price: z.number().nullable(),
  digits: z.number().int().nullable(),
  opened_at: isoTime,
  closed_at: isoTime,
  r: z.number().nullable(),
  evidence: publicEvidence,
  /** Whether its terminal has sent it again with other figures. */
  corrected: z.boolean(),
  /** In minor units; null where amounts are withheld. */
  net_minor: z.number().nullable(),
});
export type PublicTrade = z.output<typeof publicTrade>;

export const listPublicTrades = defineEndpoint({
  method: 'GET',
  path: '/api/records/:name/trades',
  auth: 'none',
  summary: 'Closed trades of a public record, newest first',
  params: named,
  query: z.object({ ...pageQuery, evidence: publicEvidence.optional() }),
  reply: z.object({ success: z.literal(true), trades: z.array(publicTrade), pagination }),
  errors: ['not_found', 'validation_failed', 'rate_limited'],
});

/** One JSON document a line, as a record's own file; see docs/reference/record.md. */
export const downloadPublicRecord = defineEndpoint({
  method: 'GET',
  path: '/api/records/:name/file',
  auth: 'none',
  summary: 'A public record as a file that anybody can verify without the service',
  params: named,
  reply: z.unknown(),
  file: true,
  errors: ['not_found', 'validation_failed', 'rate_limited', 'service_unavailable'],
  timeoutMs: 300_000,
});
