import { z } from 'zod';
import { defineAdminAct, defineAdminList, reasoned } from './admin-endpoint.ts';
import { planName } from './billing.ts';
import { billingCycle } from './checkout.ts';
import { defineEndpoint } from './endpoint.ts';
import {
  anyAccountType,
  currencyCode,
  isoDay,
  isoTime,
  moneyNumber,
  searchText,
  uuid,
} from './fields.ts';
import { PLAN_NAMES } from './plans.ts';
import { accountSecurity, securityEvent } from './security.ts';
import { payment } from './subscription.ts';
import { usage } from './usage.ts';

/** Where the plan that holds now comes from, and until when as far as that is known. */
export const planStanding = z.object({
  plan_name: planName,
  source: z.enum(['free', 'given', 'subscription', 'payment']),
  /** Of a given plan: until when; null: until it is changed. */
  given_until: isoTime.nullable(),
  /** Of a subscription whose renewal was not paid: until when the plan holds all the same. */
  grace_until: isoTime.nullable(),
});
export type PlanStanding = z.output<typeof planStanding>;

export const USER_SORTS = ['newest', 'oldest', 'username'] as const;
const choice = z.enum(['all', 'yes', 'no']).default('all');

/** An account in the list of accounts. */
export const userLine = z.object({
  user_id: uuid,
  username: z.string(),
  email: z.string(),
  role: z.enum(['user', 'admin']),
  created_at: isoTime,
  verified: z.boolean(),
  standing: planStanding,
  /** Tokens of the billing cycle that runs. */
  usage,
  running_bots: z.number().int(),
});
export type UserLine = z.output<typeof userLine>;

export const listUsers = defineAdminList({
  path: '/api/admin/users',
  summary: 'Accounts and what they are entitled to',
  filters: {
    per_page: z.coerce.number().int().min(1).max(100).default(25),
    /** The beginning of a username or address; or a whole id: of an account, or of the payment provider. */
    search: searchText.default(''),
    plan: z.enum(['all', ...PLAN_NAMES]).default('all'),
    verified: choice,
    bot_running: choice,
    past_due: choice,
    sort: z.enum(USER_SORTS).default('newest'),
  },
  rows: { users: userLine },
});

/** Which account, and how every call about one can fail. */
const ofAccount = { params: z.object({ user_id: uuid }), errors: ['account_unknown'] } as const;

/** Decisions of a UTC day and what the models asked for them. */
const decisionDay = z.object({
  day: isoDay,
  decisions: z.number().int(),
  tokens: z.number().int(),
  cost_usd: z.number(),
});

const limits = z.object({
  /** -1: no limit. */
  requests_per_minute: z.number().int(),
  symbols: z.number().int(),
  symbols_used_today: z.number().int(),
  daily_trades: z.number().int(),
  terminal_accounts: z.number().int(),
  terminal_accounts_used_today: z.number().int(),
});

export const adminAccount = z.object({
  user_id: uuid,
  username: z.string(),
  email: z.string(),
  role: z.enum(['user', 'admin']),
  created_at: isoTime,
  verified_at: isoTime.nullable(),
  /** Ways in, without what opens them. */
  ways_in: z.object({
    password: z.boolean(),
    passkeys: z.number().int(),
    totp: z.boolean(),
    providers: z.array(accountSecurity.shape.providers.element.shape.provider),
  }),
  standing: planStanding,
  /** What an operator gave, whether or not something better holds. */
  given: z.object({ plan_name: planName, until: isoTime.nullable() }),
  usage,
  limits,
  sessions: z.object({ browsers: z.number().int(), devices: z.number().int() }),
  trading_accounts: z.number().int(),
  trades: z.number().int(),
  /** Of the last 30 days, newest first; days without a decision are left out. */
  decision_days: z.array(decisionDay),
});
export type AdminAccount = z.output<typeof adminAccount>;

export const getUser = defineEndpoint({
  method: 'GET',
  path: '/api/admin/users/:user_id',
  auth: 'admin',
  summary:
    'One account: who, entitlement, tokens, figures. Written to the audit log every 15 minutes',
  params: ofAccount.params,
  reply: z.object({ success: z.literal(true), account: adminAccount }),
  errors: ['unauthorized', 'operator_only', 'validation_failed', 'account_unknown'],
});

/** A subscription as the provider last told of it. */
export const adminSubscription = z.object({
  subscription_id: z.string(),
  customer_id: z.string(),
  status: z.enum(['trialing', 'active', 'past_due', 'paused', 'canceled']),
  plan_name: planName.nullable(),
  billing_cycle: billingCycle.nullable(),
  /** Each cycle, in major units, without tax. */
  amount: moneyNumber,
  currency: currencyCode,
  started_at: isoTime,
  period_end: isoTime.nullable(),
  canceled_at: isoTime.nullable(),
});
export type AdminSubscription = z.output<typeof adminSubscription>;

export const listUserSubscriptions = defineAdminList({
  ...ofAccount,
  path: '/api/admin/users/:user_id/subscriptions',
  summary: 'Subscriptions of one account, newest first',
  rows: { subscriptions: adminSubscription },
});

export const listUserPayments = defineAdminList({
  ...ofAccount,
  path: '/api/admin/users/:user_id/payments',
  summary: 'Bills of one account, newest first',
  rows: { payments: payment },
});

/** A bot and the trading account it runs on; figures only. */
export const adminBot = z.object({
  bot_id: uuid,
  server: z.string(),
  login: z.string(),
  account_type: anyAccountType,
  /** silent: it has not ended, and was not heard of for a minute. */
  state: z.enum(['active', 'reducing', 'halted', 'silent', 'ended']),
  version: z.string(),
  open_positions: z.number().int(),
  last_heartbeat_at: isoTime,
});
export type AdminBot = z.output<typeof adminBot>;

export const listUserBots = defineAdminList({
  ...ofAccount,
  path: '/api/admin/users/:user_id/bots',
  summary: 'Bots of one account, last seen first',
  rows: { bots: adminBot },
});

export const listUserEvents = defineAdminList({
  ...ofAccount,
  path: '/api/admin/users/:user_id/events',
  summary: 'What happened to one account, newest first; kept for 90 days',
  rows: { events: securityEvent },
});

/** What operators change about an account. */
const change = {
  params: ofAccount.params,
  errors: ['own_account', 'account_unknown'],
} as const;

export const givePlan = defineAdminAct({
  ...change,
  path: '/api/admin/users/:user_id/plan',
  summary: 'Gives a plan until a moment or until it is changed; Free takes a given plan back',
  body: z
    .object({
      plan_name: planName,
      /** null: until it is changed. */
      until: isoTime.nullable().default(null),
      ...reasoned,
    })
    .refine(({ plan_name, until }) => plan_name !== 'Free' || until === null, {
      path: ['until'],
      message: 'belongs to a plan that is given, and Free is none',
    }),
  reply: { message: z.string(), standing: planStanding },
});

export const endUserSessions = defineAdminAct({
  ...change,
  path: '/api/admin/users/:user_id/end-sessions',
  summary: 'Signs an account out everywhere: browsers, bots and desktop apps',
  body: z.object(reasoned),
  reply: { message: z.string(), sessions_ended: z.number().int() },
});

export const resendUserVerification = defineAdminAct({
  ...change,
  path: '/api/admin/users/:user_id/resend-verification',
  summary: 'Mails the link once more that confirms the address of an account',
  body: z.object(reasoned),
  reply: { message: z.string() },
  errors: [...change.errors, 'already_verified'],
});
