import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { isoTime } from './fields.ts';
import { device, signedIn } from './session.ts';

/** How long a pairing code waits to be typed in, in minutes. */
export const DEVICE_CODE_MINUTES = 10;

export const makeDeviceCode = defineEndpoint({
  method: 'POST',
  path: '/api/user/device-codes',
  auth: 'user',
  confirmed: true,
  summary: 'Makes a code that signs one bot or desktop app in; an older one no longer works',
  reply: z.object({
    success: z.literal(true),
    /** Shown once: 'F7KQ-2MXD'. */
    code: z.string(),
    expires_at: isoTime,
  }),
  errors: ['unauthorized', 'confirmation_needed', 'rate_limited'],
});

export const claimDevice = defineEndpoint({
  method: 'POST',
  path: '/api/devices/claim',
  auth: 'none',
  summary: 'Signs a bot or desktop app in with a code from the dashboard',
  body: z.object({ code: z.string().trim().min(1, 'Enter the code').max(64), device }),
  reply: signedIn,
  errors: ['validation_failed', 'device_code_invalid', 'rate_limited'],
});
