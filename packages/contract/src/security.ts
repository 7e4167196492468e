import { z } from 'zod';
import { passwordFault } from './account.ts';
import { newEmail } from './email-address.ts';
import { defineEndpoint } from './endpoint.ts';
import { isoTime, uuid } from './fields.ts';
import { messageReply, pageQuery, pagination } from './reply.ts';

/** How long a session counts as confirmed after its password, code or passkey was given, in minutes. */
export const CONFIRMED_MINUTES = 15;

/** What an account is protected with, as the security page shows it. */
export const accountSecurity = z.object({
  username: z.string(),
  email: z.string(),
  /** An address that waits for its link to be opened; null without one. */
  pending_email: z.string().nullable(),
  /** False for an account that only ever signed in with a provider. */
  has_password: z.boolean(),
  totp: z.boolean(),
  recovery_codes_left: z.number().int(),
  passkeys: z.array(
    z.object({
      passkey_id: uuid,
      name: z.string(),
      /** Whether the passkey is kept by a provider, and so on more than one machine. */
      synced: z.boolean(),
      created_at: isoTime,
      last_used_at: isoTime.nullable(),
    }),
  ),
  providers: z.array(
    z.object({ provider: z.enum(['google', 'github']), email: z.string(), linked_at: isoTime }),
  ),
  /** Until when changes need no further proof; null when the next one asks for it. */
  confirmed_until: isoTime.nullable(),
});
export type AccountSecurity = z.output<typeof accountSecurity>;

export const getAccountSecurity = defineEndpoint({
  method: 'GET',
  path: '/api/user/security',
  auth: 'user',
  summary: 'What protects the account: password, second factors, passkeys, linked providers',
  reply: z.object({ success: z.literal(true), security: accountSecurity }),
  errors: ['unauthorized'],
});

/**
 * Proves once more who sits there. Wrong proof is 403, not 401: the session itself is sound.
 * With a second factor the password alone is not enough.
 */
export const confirmIdentity = defineEndpoint({
  method: 'POST',
  path: '/api/user/confirm-identity',
  auth: 'user',
  summary: 'Confirms the session with the password, and with a code where a second factor is on',
  body: z.object({
    password: z.string().min(1, 'Enter your password').max(1_000),
    code: z.string().trim().max(64).optional(),
  }),
  reply: z.object({ success: z.literal(true), message: z.string(), confirmed_until: isoTime }),
  errors: [
    'unauthorized',
    'validation_failed',
    'wrong_password',
    'wrong_code',
    'code_needed',
    'passkey_needed',
    'no_password',
    'rate_limited',
    'busy',
  ],
});

export const startPasskeyConfirmation = defineEndpoint({
  method: 'POST',
  path: '/api/user/confirm-identity/passkey/start',
  auth: 'user',
  summary: 'What a browser needs to confirm the session with a passkey of the account',
  reply: z.object({ success: z.literal(true), options: z.record(z.string(), z.unknown()) }),
  errors: ['unauthorized', 'passkey_refused', 'rate_limited'],
});

export const confirmWithPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/user/confirm-identity/passkey',
  auth: 'user',
  summary: 'Confirms the session with a passkey; it stands for password and code at once',
  body: z.object({ response: z.record(z.string(), z.unknown()) }),
  reply: z.object({ success: z.literal(true), message: z.string(), confirmed_until: isoTime }),
  errors: ['unauthorized', 'validation_failed', 'passkey_refused', 'rate_limited'],
});

export const changePassword = defineEndpoint({
  method: 'POST',
  path: '/api/user/password',
  auth: 'user',
  confirmed: true,
  summary: 'Sets a new password and ends every other session',
  body: z
    .object({
      /** Left out only by an account that has none yet. */
      current_password: z.string().max(1_000).optional(),
      password: z.string().max(1_000),
    })
    .superRefine((form, context) => {
      const fault = passwordFault(form.password);
      if (fault) context.addIssue({ code: 'custom', path: [fault.field], message: fault.message });
    }),
  reply: z.object({
    success: z.literal(true),
    message: z.string(),
    /** Other sessions and devices that this ended. */
    sessions_ended: z.number().int(),
  }),
  errors: [
    'unauthorized',
    'validation_failed',
    'confirmation_needed',
    'wrong_password',
    'rate_limited',
    'busy',
  ],
});

/** The account keeps its address until the link mailed to the new one is opened. */
export const changeEmail = defineEndpoint({
  method: 'POST',
  path: '/api/user/email',
  auth: 'user',
  confirmed: true,
  summary: 'Mails a link to a new address; answers the same when another account has it',
  body: z.object({ email: newEmail }),
  reply: messageReply,
  errors: ['unauthorized', 'validation_failed', 'confirmation_needed', 'rate_limited'],
});

export const cancelEmailChange = defineEndpoint({
  method: 'DELETE',
  path: '/api/user/email/pending',
  auth: 'user',
  summary: 'Forgets the address that waits; its link no longer works',
  reply: messageReply,
  counted: 'changes',
  errors: ['unauthorized', 'rate_limited'],
});

/** A signed-in browser, or a bot or desktop app with a token of its own. */
export const userSession = z.object({
  session_id: uuid,
  kind: z.enum(['browser', 'bot', 'desktop']),
  /** Browser and system ('Firefox on Linux'), or what the device calls itself. */
  name: z.string(),
  /** Address it was last used from; null when it is not known. */
  address: z.string().nullable(),
  created_at: isoTime,
  last_used_at: isoTime,
  /** When it ends though it is used. */
  expires_at: isoTime,
  /** The session that asks. */
  current: z.boolean(),
});
export type UserSession = z.output<typeof userSession>;

export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/api/user/sessions',
  auth: 'user',
  summary: 'Signed-in browsers and devices, last used first',
  query: z.object({ ...pageQuery }),
  reply: z.object({ success: z.literal(true), sessions: z.array(userSession), pagination }),
  errors: ['unauthorized', 'validation_failed'],
});

/** Ending it again, or one that has expired meanwhile, succeeds: it is ended. */
export const endSession = defineEndpoint({
  method: 'DELETE',
  path: '/api/user/sessions/:session_id',
  auth: 'user',
  summary: 'Ends one session or device',
  params: z.object({ session_id: uuid }),
  reply: messageReply,
  counted: 'changes',
  errors: ['unauthorized', 'validation_failed', 'rate_limited'],
});

export const endOtherSessions = defineEndpoint({
  method: 'POST',
  path: '/api/user/sessions/end-others',
  auth: 'user',
  summary: 'Ends every session but the one that asks; devices only when the body says so',
  body: z.object({ devices: z.boolean().default(false) }),
  reply: z.object({
    success: z.literal(true),
    message: z.string(),
    sessions_ended: z.number().int(),
  }),
  counted: 'changes',
  errors: ['unauthorized', 'validation_failed', 'rate_limited'],
});

/** What was done to the account and from where, newest first. */
export const securityEvent = z.object({
  event_id: uuid,
  kind: z.enum([
    'signed_in',
    'sign_in_failed',
    'password_changed',
    'password_reset',
    'email_changed',
    'session_ended',
    'device_added',
    'totp_on',
    'totp_off',
    'passkey_added',
    'passkey_removed',
    'recovery_codes_made',
    'recovery_code_used',
    'provider_linked',
    'provider_unlinked',
    'data_exported',
    'role_granted',
    'role_revoked',
  ]),
  /** Browser and system, device, passkey or provider that it was about. */
  about: z.string(),
  address: z.string().nullable(),
  at: isoTime,
});
export type SecurityEvent = z.output<typeof securityEvent>;

export const listSecurityEvents = defineEndpoint({
  method: 'GET',
  path: '/api/user/security/events',
  auth: 'user',
  summary: 'What happened to the account, newest first; kept for 90 days',
  query: z.object({ ...pageQuery }),
  reply: z.object({ success: z.literal(true), events: z.array(securityEvent), pagination }),
  errors: ['unauthorized', 'validation_failed'],
});
