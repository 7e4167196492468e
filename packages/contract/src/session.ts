import { z } from 'zod';
import { typedText, uuid } from './fields.ts';
import { locale } from './locales.ts';

/** The signed-in user as the site stores it. */
export const sessionUser = z.object({
  id: uuid,
  username: z.string(),
  email: z.string(),
  role: z.enum(['user', 'admin']),
  /** Which language mails and notices come in. Missing from services of before they had several. */
  locale: locale.optional(),
});
export type SessionUser = z.output<typeof sessionUser>;

/** What opens a session: every way of signing in answers with it. */
export const signedIn = z.object({
  success: z.literal(true),
  access_token: z.string(),
  user: sessionUser,
  message: z.string(),
});
export type SignedIn = z.output<typeof signedIn>;

/**
 * A bot or desktop app that signs in: it gets a token of its own, which trades, syncs and reads, and
 * cannot change the account. It is listed, and ended, among the sessions.
 */
export const device = z.object({
  kind: z.enum(['bot', 'desktop']),
  /** What the user will know it by, such as the machine's name. */
  name: typedText({ min: 1, max: 60, name: 'The name of the device' }),
});
export type Device = z.output<typeof device>;
