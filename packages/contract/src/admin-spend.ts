import { z } from 'zod';
import { planName } from './billing.ts';
import { defineEndpoint } from './endpoint.ts';
import { currencyCode, isoDay, isoTime, moneyNumber, uuid } from './fields.ts';
import { pageQuery, pagination } from './reply.ts';

/** The longest period that is looked at in one go, in days. */
export const SPEND_DAYS_MAX = 800;

/** Rows of a file. */
export const SPEND_FILE_ROWS_MAX = 100_000;

/** UTC days, both included. */
const period = { from: isoDay, to: isoDay };

function checkPeriod(
  { from, to }: { from: string; to: string },
  context: z.core.$RefinementCtx<{ from: string; to: string }>,
): void {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  const fault = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  if (days < 1) fault('to', 'must not be before from');
  if (days > SPEND_DAYS_MAX)
    fault('from', `takes at most ${SPEND_DAYS_MAX} days up to to, not ${days}`);
  if (from < '2020-01-01' || to >= '2200-01-01') fault('from', 'must be from 2020 to 2199');
}

/** Money in one currency, in major units, as no rate between currencies is made up. */
export const incomeSum = z.object({
  currency: currencyCode,
  /** Without tax, and without what went back; fees of the payment provider are not known and still in it. */
  amount: moneyNumber,
});
export type IncomeSum = z.output<typeof incomeSum>;

const spent = {
  /** Of the models that vote, in US dollars. */
  cost_usd: z.number(),
  income: z.array(incomeSum),
  /** Income in US dollars less the cost; income in other currencies is not in it. */
  margin_usd: z.number(),
};

export const spendPeriod = z.object({
  /** 2025-01-02, or 2025-01 by month. */
  period: z.string(),
  votes: z.number().int(),
  input_tokens: z.number().int(),
  output_tokens: z.number().int(),
  /** Tokens of the assistant's model; what they cost is not known. */
  assistant_tokens: z.number().int(),
  /** Tokens that Free accounts took of models with a price. */
  free_tokens: z.number().int(),
  ...spent,
});
export type SpendPeriod = z.output<typeof spendPeriod>;

export const modelSpend = z.object({
  provider: z.string(),
  model: z.string(),
  votes: z.number().int(),
  input_tokens: z.number().int(),
  output_tokens: z.number().int(),
  cost_usd: z.number(),
});
export type ModelSpend = z.output<typeof modelSpend>;

const grain = z.enum(['day', 'month']).default('day');

export const getSpend = defineEndpoint({
  method: 'GET',
  path: '/api/admin/spend',
  auth: 'admin',
  summary: 'What models cost and plans bring in, by UTC day or month, newest first',
  query: z.object({ ...pageQuery, ...period, by: grain }).superRefine(checkPeriod),
  reply: z.object({
    success: z.literal(true),
    periods: z.array(spendPeriod),
    /** Over all of the period, not the page alone. */
    totals: spendPeriod.omit({ period: true }),
    /** What all Free accounts together have taken today, and may take, of models with a price. */
    free_today: z.object({ tokens: z.number().int(), limit: z.number().int() }),
    /** The hundred that cost most, all of the period together. */
    models: z.array(modelSpend),
    /** Up to when sums are kept; later votes were counted for this answer. */
    summed_until: isoTime.nullable(),
    pagination,
  }),
  errors: ['unauthorized', 'operator_only', 'validation_failed'],
});

export const userSpend = z.object({
  user_id: uuid,
  username: z.string(),
  plan_name: planName,
  decisions: z.number().int(),
  tokens: z.number().int(),
  ...spent,
});
export type UserSpend = z.output<typeof userSpend>;

export const listUserSpend = defineEndpoint({
  method: 'GET',
  path: '/api/admin/spend/users',
  auth: 'admin',
  summary: 'The users whose decisions cost most in a period, with what they paid',
  query: z
    .object({
      ...pageQuery,
      per_page: z.coerce.number().int().min(1).max(100).default(25),
      ...period,
    })
    .superRefine(checkPeriod),
  reply: z.object({ success: z.literal(true), users: z.array(userSpend), pagination }),
  errors: ['unauthorized', 'operator_only', 'validation_failed'],
});

/** Periods, models or users of a period as a table of text (RFC 4180, UTF-8 with a byte order mark). */
export const downloadSpend = defineEndpoint({
  method: 'GET',
  path: '/api/admin/spend/file',
  auth: 'admin',
  summary: 'Spend by period, model or user as a CSV file',
  query: z
    .object({ ...period, by: grain, what: z.enum(['periods', 'models', 'users']) })
    .superRefine(checkPeriod),
  reply: z.unknown(),
  file: true,
  errors: ['unauthorized', 'operator_only', 'validation_failed'],
  timeoutMs: 60_000,
});
