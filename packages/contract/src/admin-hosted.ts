import { z } from 'zod';
import { defineAdminAct, defineAdminList, reasonedOnce } from './admin-endpoint.ts';
import { defineEndpoint } from './endpoint.ts';
import { isoTime, uuid } from './fields.ts';
import {
  HOSTED_ANALYSTS,
  HOSTED_STATES,
  HOSTED_WAITS,
  pace,
  priceSource,
} from './hosted-accounts.ts';

/** What hosted accounts took in a time. */
export const hostedUse = z.object({
  decisions: z.number().int(),
  /** Decisions in which a language model voted; the others were made by built-in analysts alone. */
  model_decisions: z.number().int(),
  /** Of language models; built-in analysts cost none. */
  tokens: z.number().int(),
  /** By the prices in the settings. */
  cost_usd: z.number(),
});
export type HostedUse = z.output<typeof hostedUse>;

/** A process that trades hosted accounts. */
export const hostedRunner = z.object({
  id: uuid,
  host: z.string(),
  started_at: isoTime,
  seen_at: isoTime,
  /** Seen within the last 10 seconds; others take the accounts of one that was not. */
  alive: z.boolean(),
  /** It takes no accounts, and gives its own away: an operator wants it, or it is stopping. */
  draining: z.boolean(),
  accounts: z.number().int(),
  /** Seconds since the oldest bar that one of its accounts in real time should have taken; 0: none is late. */
  late_s: z.number(),
});
export type HostedRunnerView = z.output<typeof hostedRunner>;

export const getHostedOverview = defineEndpoint({
  method: 'GET',
  path: '/api/admin/hosted',
  auth: 'admin',
  summary: 'Runners of hosted accounts, how many accounts there are, and what they take',
  reply: z.object({
    success: z.literal(true),
    at: isoTime,
    /** Oldest first; those that were not seen for an hour are forgotten. */
    runners: z.array(hostedRunner),
    accounts: z.array(
      z.object({ source: priceSource, state: z.enum(HOSTED_STATES), count: z.number().int() }),
    ),
    /** Of the last 24 hours, and of the last 30 days. */
    day: hostedUse,
    month: hostedUse,
    /** Ranges of addresses from which Free plans began accounts in the last hour; only hashes of them are kept. */
    ranges: z.object({
      /** Accounts from one range in an hour. */
      limit: z.number().int(),
      /** Ranges that have used four fifths of it or more. */
      near: z.number().int(),
      /** Accounts from the range with the most. */
      most: z.number().int(),
    }),
  }),
  errors: ['unauthorized', 'operator_only'],
});

export const adminHostedAccount = z.object({
  hosted_id: uuid,
  user_id: uuid,
  username: z.string(),
  name: z.string(),
  source: priceSource,
  pace,
  analysts: z.enum(HOSTED_ANALYSTS),
  state: z.enum(HOSTED_STATES),
  paused_by: z.enum(['owner', 'idle']).nullable(),
  waits_for: z.enum(HOSTED_WAITS).nullable(),
  /** Of its runner; null where none has it. */
  host: z.string().nullable(),
  open_positions: z.number().int(),
  /** Since its last reset. */
  closed_trades: z.number().int(),
  day: hostedUse,
  month: hostedUse,
  created_at: isoTime,
});
export type AdminHostedAccount = z.output<typeof adminHostedAccount>;

export const HOSTED_ORDERS = ['busiest', 'costliest', 'newest'] as const;

export const listAdminHosted = defineAdminList({
  path: '/api/admin/hosted-accounts',
  summary: 'Hosted accounts with what each has taken; the busiest of the last 24 hours first',
  filters: {
    state: z.enum(HOSTED_STATES).optional(),
    source: priceSource.optional(),
    /** `busiest`: by decisions of the last 24 hours. `costliest`: by what models cost in them. */
    order: z.enum(HOSTED_ORDERS).default('busiest'),
  },
  rows: { accounts: adminHostedAccount },
});

/** The runner hears of it within 3 seconds. */
export const drainRunner = defineAdminAct({
  path: '/api/admin/hosted-runners/:runner_id/drain',
  summary: 'Has a runner give its accounts to others and take none, or take some again',
  params: z.object({ runner_id: uuid }),
  body: z.object({ ...reasonedOnce, draining: z.boolean() }),
  reply: { draining: z.boolean() },
  errors: ['action_conflict', 'record_unknown'],
});
