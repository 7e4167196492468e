import { z } from 'zod';
import { defineLocal, done } from './local-endpoint.ts';

/** What happens after a restart of the computer. */
export const afterReboot = z.object({
  /** A bot runs, nothing starts it again, and nobody has been asked yet. */
  is_offered: z.boolean(),
  /** Whether MetaTrader 5 is started again for a bot that waits for it. */
  terminal: z.boolean(),
  /** Whether Windows starts the app before anybody signs in; null while Windows does not say. */
  before_sign_in: z.boolean().nullable(),
});
export type AfterReboot = z.output<typeof afterReboot>;

/** Takes the offer, or what of it is wanted: twice is once. */
export const answerReboot = defineLocal({
  method: 'POST',
  path: '/api/after-reboot',
  body: z.strictObject({ autostart: z.boolean(), terminal: z.boolean() }),
  reply: done,
});

/** Windows asks for an administrator, and for the person's password, in windows of its own. */
export const setBeforeSignIn = defineLocal({
  method: 'POST',
  path: '/api/before-sign-in',
  body: z.strictObject({ enabled: z.boolean() }),
  reply: done,
  timeoutMs: 180_000,
});
