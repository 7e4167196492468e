import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { device, signedIn } from './session.ts';

/**
 * Second step of a sign-in. `login` and `finishProviderSignIn` answer 403 `second_factor_needed` with a
 * challenge in `details.challenge` when the password was right and an authenticator app is on.
 */
export const loginWithCode = defineEndpoint({
  method: 'POST',
  path: '/login/code',
  auth: 'none',
  summary: 'Finishes a sign-in with a code of the authenticator app or a recovery code',
  body: z.object({
    challenge: z.string().min(1).max(512),
    code: z.string().trim().min(1, 'Enter the code').max(64),
  }),
  reply: signedIn,
  errors: ['validation_failed', 'challenge_over', 'wrong_code', 'rate_limited'],
});

export const startPasskeyLogin = defineEndpoint({
  method: 'POST',
  path: '/login/passkey/start',
  auth: 'none',
  summary: 'What a browser needs to sign in with a passkey, without a name',
  reply: z.object({
    success: z.literal(true),
    challenge: z.string(),
    options: z.record(z.string(), z.unknown()),
  }),
  errors: ['rate_limited'],
});

export const loginWithPasskey = defineEndpoint({
  method: 'POST',
  path: '/login/passkey',
  auth: 'none',
  summary: 'Signs in with a passkey; it stands for password and code at once',
  body: z.object({
    challenge: z.string().min(1).max(512),
    response: z.record(z.string(), z.unknown()),
    device: device.optional(),
  }),
  reply: signedIn,
  errors: ['validation_failed', 'challenge_over', 'passkey_refused', 'rate_limited'],
});
