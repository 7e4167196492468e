import { z } from 'zod';
import { defineLocal, done } from './local-endpoint.ts';

/** `second-factor`: the password was right, and a code of the authenticator app is needed. */
export const signInOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('signed-in') }),
  z.object({ kind: z.literal('second-factor'), challenge: z.string() }),
]);

const service = z.string().trim().min(1).max(500).optional();

export const signIn = defineLocal({
  method: 'POST',
  path: '/api/sign-in',
  body: z.strictObject({
    service,
    username_or_email: z.string().trim().min(1, 'Enter your username or email').max(254),
    password: z.string().min(1, 'Enter your password').max(512),
  }),
  reply: signInOutcome,
  timeoutMs: 30_000,
});

export const signInSecondFactor = defineLocal({
  method: 'POST',
  path: '/api/sign-in/second-factor',
  body: z.strictObject({
    challenge: z.string().min(1).max(512),
    code: z.string().trim().min(1, 'Enter the code').max(64),
  }),
  reply: signInOutcome,
  timeoutMs: 30_000,
});

export const signInWithCode = defineLocal({
  method: 'POST',
  path: '/api/sign-in/code',
  body: z.strictObject({ service, code: z.string().trim().min(1, 'Enter the code').max(64) }),
  reply: signInOutcome,
  timeoutMs: 30_000,
});

/** Refused with `bots_at_work` while a bot runs. */
export const signOut = defineLocal({
  method: 'POST',
  path: '/api/sign-out',
  reply: done,
  timeoutMs: 30_000,
});
