import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { messageReply } from './reply.ts';
import { signedIn } from './session.ts';

/** Who else can vouch for an e-mail address, where the operator has set them up. */
export const PROVIDERS = ['google', 'github'] as const;
export const provider = z.enum(PROVIDERS);
export type Provider = z.output<typeof provider>;

/** The page that providers send the browser back to. */
export const PROVIDER_CALLBACK = '/login/callback';

export const startProviderSignIn = defineEndpoint({
  method: 'POST',
  path: '/login/providers/:provider/start',
  auth: 'none',
  summary: 'Where to send the browser to sign in with a provider (OAuth 2.0 code flow with PKCE)',
  params: z.object({ provider }),
  reply: z.object({
    success: z.literal(true),
    url: z.url(),
    /** Comes back with the browser; the page that started keeps it and compares. */
    state: z.string(),
  }),
  errors: ['validation_failed', 'provider_off', 'provider_unreachable', 'rate_limited'],
});

export const finishProviderSignIn = defineEndpoint({
  method: 'POST',
  path: '/login/providers/finish',
  auth: 'none',
  summary: 'Opens a session with what the provider sent back',
  body: z.object({ state: z.string().min(1).max(512), code: z.string().min(1).max(2_048) }),
  reply: signedIn,
  errors: [
    'validation_failed',
    'challenge_over',
    'provider_off',
    'provider_refused',
    'provider_email_unverified',
    'email_taken',
    'provider_unreachable',
    'second_factor_needed',
    'rate_limited',
  ],
  timeoutMs: 20_000,
});

export const unlinkProvider = defineEndpoint({
  method: 'DELETE',
  path: '/api/user/providers/:provider',
  auth: 'user',
  confirmed: true,
  summary: 'A provider no longer signs this account in',
  params: z.object({ provider }),
  reply: messageReply,
  counted: 'changes',
  errors: [
    'unauthorized',
    'validation_failed',
    'confirmation_needed',
    'last_way_in',
    'rate_limited',
  ],
});
