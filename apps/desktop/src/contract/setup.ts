import { CHECKLIST_ITEMS } from '@quorate/contract/checklist';
import { isoTime } from '@quorate/contract/fields';
import { z } from 'zod';
import { defineLocal, done, named } from './local-endpoint.ts';

/** `waiting`: it is being looked at. `unknown`: it was not looked at, or an earlier one has to be green first. */
const itemStatus = z.enum(['green', 'red', 'waiting', 'unknown']);

/** What would turn an item green by one press. */
const setupAction = z.enum(['set-up-terminal', 'edit-configuration', 'sign-in', 'check-again']);

export const setupItem = z.object({
  id: z.enum(CHECKLIST_ITEMS.map(({ id }) => id) as [string, ...string[]]),
  critical: z.boolean(),
  status: itemStatus,
  /** What was found, with the actual value. */
  detail: z.string(),
  /** What to do; null where nothing is to be done. */
  advice: z.string().nullable(),
  action: setupAction.nullable(),
});
export type SetupItem = z.output<typeof setupItem>;

export const setupSummary = z.object({
  /** Of six. */
  green: z.int().min(0).max(6),
  /** null: never looked at. */
  checked_at: isoTime.nullable(),
});

export type SetupSummary = z.output<typeof setupSummary>;

export const setupCheck = z.object({
  running: z.boolean(),
  items: z.array(setupItem),
  checked_at: isoTime.nullable(),
  /** When the website's checklist was told; null: not yet, or it could not be reached. */
  reported_at: isoTime.nullable(),
  /** Everything else that was looked at: a line for each, worst first. */
  findings: z.array(
    z.object({
      check: z.string(),
      status: z.enum(['ok', 'warn', 'fail', 'skip']),
      detail: z.string(),
      advice: z.string().nullable(),
    }),
  ),
  /** What the setting up of the terminal did or is doing, a line for each step. */
  steps: z.array(
    z.object({
      text: z.string(),
      status: z.enum(['doing', 'done', 'failed']),
    }),
  ),
});
export type SetupCheck = z.output<typeof setupCheck>;

export const getSetupCheck = defineLocal({
  method: 'GET',
  path: '/api/configurations/:name/setup-check',
  params: named,
  reply: setupCheck,
});

/** Answers at once; `getSetupCheck` tells how it goes. A second call while it runs changes nothing. */
export const startSetupCheck = defineLocal({
  method: 'POST',
  path: '/api/configurations/:name/setup-check',
  params: named,
  reply: done,
});

/** Puts the expert into the terminal, compiles it, and starts the terminal signed in; then checks. Answers at once. */
export const setUpTerminal = defineLocal({
  method: 'POST',
  path: '/api/configurations/:name/terminal',
  params: named,
  reply: done,
});
