import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { typedText, uuid } from './fields.ts';
import { messageReply } from './reply.ts';

/** Codes of last resort that an account gets at once. */
export const RECOVERY_CODES = 10;

/** Passkeys that one account may have. */
export const PASSKEYS_MAX = 20;

const code = z.string().trim().min(1, 'Enter the code').max(64);

/** Recovery codes as they are shown once: 'k7mq-9t2x-hh4d'. */
const recoveryCodes = z.array(z.string()).length(RECOVERY_CODES);

export const startTotp = defineEndpoint({
  method: 'POST',
  path: '/api/user/totp/start',
  auth: 'user',
  confirmed: true,
  summary: 'Makes a secret for an authenticator app; it counts once a code from it was given',
  reply: z.object({
    success: z.literal(true),
    /** Base32, for typing in. */
    secret: z.string(),
    /** otpauth:// address, for a QR code. */
    uri: z.string(),
  }),
  counted: 'changes',
  errors: ['unauthorized', 'confirmation_needed', 'totp_on_already', 'rate_limited'],
});

export const enableTotp = defineEndpoint({
  method: 'POST',
  path: '/api/user/totp/enable',
  auth: 'user',
  confirmed: true,
  summary: 'Turns the authenticator app on with its first code and gives the recovery codes',
  body: z.object({ code }),
  reply: z.object({
    success: z.literal(true),
    message: z.string(),
    recovery_codes: recoveryCodes,
  }),
  errors: [
    'unauthorized',
    'validation_failed',
    'confirmation_needed',
    'totp_on_already',
    'totp_not_started',
    'wrong_code',
    'rate_limited',
  ],
});

export const disableTotp = defineEndpoint({
  method: 'POST',
  path: '/api/user/totp/disable',
  auth: 'user',
  confirmed: true,
  summary: 'Turns the authenticator app off; recovery codes end with it',
  reply: messageReply,
  counted: 'changes',
  errors: ['unauthorized', 'confirmation_needed', 'rate_limited'],
});

export const makeRecoveryCodes = defineEndpoint({
  method: 'POST',
  path: '/api/user/recovery-codes',
  auth: 'user',
  confirmed: true,
  summary: 'Makes new recovery codes; the old ones no longer work',
  reply: z.object({
    success: z.literal(true),
    message: z.string(),
    recovery_codes: recoveryCodes,
  }),
  counted: 'changes',
  errors: ['unauthorized', 'confirmation_needed', 'totp_off', 'rate_limited'],
});

/** WebAuthn's own JSON, made and read by its library on both sides. */
const webAuthnJson = z.record(z.string(), z.unknown());

export const startPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/user/passkeys/start',
  auth: 'user',
  confirmed: true,
  summary: 'What a browser needs to make a passkey',
  reply: z.object({ success: z.literal(true), options: webAuthnJson }),
  counted: 'changes',
  errors: ['unauthorized', 'confirmation_needed', 'passkey_limit_reached', 'rate_limited'],
});

export const addPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/user/passkeys',
  auth: 'user',
  confirmed: true,
  summary: 'Keeps a passkey that a browser has made',
  body: z.object({
    response: webAuthnJson,
    name: typedText({ min: 1, max: 60, name: 'The name of the passkey' }),
  }),
  reply: messageReply,
  counted: 'changes',
  errors: [
    'unauthorized',
    'validation_failed',
    'confirmation_needed',
    'passkey_refused',
    'passkey_limit_reached',
    'rate_limited',
  ],
});

export const removePasskey = defineEndpoint({
  method: 'DELETE',
  path: '/api/user/passkeys/:passkey_id',
  auth: 'user',
  confirmed: true,
  summary: 'Removes a passkey',
  params: z.object({ passkey_id: uuid }),
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
