import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { anyAccountType, currencyCode, isoTime, uuid } from './fields.ts';
import { checkCustomPeriod, tradeFilterFields } from './trade-filter.ts';

/** How far back from the end of the period. */
export const CURVE_RANGES = ['1w', '1m', '3m', '1y', 'all'] as const;
export type CurveRange = (typeof CURVE_RANGES)[number];

/** Accounts to choose from, at most. */
export const CURVE_ACCOUNTS_MAX = 50;

const curveAccount = z.object({
  account_id: uuid,
  login: z.string(),
  server: z.string(),
  account_type: anyAccountType,
  currency: currencyCode,
  /** Of an account that the service trades; null for those on terminals. */
  name: z.string().nullable(),
});
export type CurveAccount = z.output<typeof curveAccount>;

export const equityCurve = z.object({
  account_id: uuid,
  currency: currencyCode,
  /**
   * `equity`: as kept while a bot reported it. `balance`: after each closed trade, from a balance that a bot reported.
   * `net`: results added up from 0, where no balance of the account is known.
   */
  basis: z.enum(['equity', 'balance', 'net']),
  from: isoTime,
  to: isoTime,
  /** Seconds since 1970 and money, oldest first. */
  points: z.array(z.tuple([z.number().int(), z.number()])),
  /** What equity must not reach now; none where the curve ends earlier, and where the account has no rules. */
  floors: z.array(z.object({ kind: z.enum(['day', 'week', 'total']), floor: z.number() })),
  /** Closed trades of the span, the newest, oldest first. */
  marks: z.array(
    z.object({ at: isoTime, net: z.number(), symbol: z.string(), decision_id: uuid.nullable() }),
  ),
  /** Closed trades of the span that are not among the marks. */
  more_marks: z.number().int(),
});
export type EquityCurve = z.output<typeof equityCurve>;

/** The curve of one account: equities of several are not added, for they are not known at the same moments. */
export const getEquityCurve = defineEndpoint({
  method: 'GET',
  path: '/api/user/equity-curve',
  auth: 'user_or_device',
  summary:
    'Equity of one of the selected accounts over time, with its floors and its closed trades',
  query: z
    .object({
      ...tradeFilterFields,
      /** Left out, or not among the selected: the one that was seen last. */
      account_id: uuid.optional(),
      range: z.enum(CURVE_RANGES).default('all'),
    })
    .superRefine(checkCustomPeriod),
  reply: z.object({
    success: z.literal(true),
    /** Accounts with a closed trade in the period, those seen last first. */
    accounts: z.array(curveAccount),
    /** null without one. */
    curve: equityCurve.nullable(),
  }),
  errors: ['unauthorized', 'validation_failed'],
});
export type EquityCurveReply = z.output<typeof getEquityCurve.reply>;
