import { exitProfile, profile, riskProfile } from '@quorate/bot/profiles/profile';
import { verdictProfile } from '@quorate/bot/profiles/verdict-settings';
import { z } from 'zod';
import { defineLocal, done, named } from './local-endpoint.ts';

const PORTS = 'must be from 1024 to 65535, a whole number';

/** What may be changed of a configuration, under the names of the guide. Bounds are those of the profile. */
const fields = {
  configuration_name: profile.shape.configuration_name,
  /** Folder or program of the terminal; null to find it. */
  terminal_path: z.string().trim().min(1).max(1_000).nullable(),
  account_number: profile.shape.account_number,
  broker_server: profile.shape.broker_server,
  timeframe: z.enum(['M1', 'M5', 'M15', 'M30', 'H1', 'H4', 'D1']),
  transport: z.enum(['tcp', 'pipe']),
  /** Where the bot listens for the terminal over tcp. */
  port: z.int(PORTS).min(1_024, PORTS).max(65_535, PORTS),
  risk: riskProfile,
  verdict: verdictProfile,
  exits: exitProfile,
  /** A preset's id; null for the limits of the risk settings. What is chosen on the dashboard comes first. */
  rule_set: profile.shape.rule_set.unwrap(),
  initial_balance: profile.shape.initial_balance.unwrap(),
  automated_account: profile.shape.automated_account.unwrap(),
  close_hand_positions: profile.shape.close_hand_positions.unwrap(),
};

/** A configuration as its form shows it. The password is never told, only whether one is kept. */
export const configuration = z.object({
  ...fields,
  account_type: z.enum(['demo', 'real']),
  has_terminal_password: z.boolean(),
});
export type Configuration = z.output<typeof configuration>;

/** What a new one begins with: the terminal that was found, its account, the defaults of the risk settings. */
export const newConfiguration = defineLocal({
  method: 'GET',
  path: '/api/new-configuration',
  reply: z.object({
    configuration: z.object({
      ...configuration.shape,
      account_number: z.string(),
      broker_server: z.string(),
    }),
  }),
});

export const getConfiguration = defineLocal({
  method: 'GET',
  path: '/api/configurations/:name',
  params: named,
  reply: z.object({ configuration }),
});

/** A configuration always begins as Demo; `switchToReal` is the way to the other. */
export const addConfiguration = defineLocal({
  method: 'POST',
  path: '/api/configurations',
  body: z.strictObject({ ...fields, terminal_password: z.string().max(256).nullable() }),
  reply: done,
});

/** Refused with `bot_at_work` while its bot runs. A new name takes its secrets along. */
export const changeConfiguration = defineLocal({
  method: 'PATCH',
  path: '/api/configurations/:name',
  params: named,
  body: z
    .strictObject({
      ...fields,
      /** null keeps the one there is; an empty one removes it. */
      terminal_password: z.string().max(256).nullable(),
    })
    .partial(),
  reply: done,
});

/** Refused with `bot_at_work` while its bot runs. Journals stay. */
export const removeConfiguration = defineLocal({
  method: 'DELETE',
  path: '/api/configurations/:name',
  params: named,
  reply: done,
});
