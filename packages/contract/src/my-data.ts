import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { messageReply } from './reply.ts';

/**
 * Everything the service holds about the user, as one JSON document that is sent while it is read: an
 * object of arrays, one for each kind of record, in the words of the tables. Secrets and their hashes are
 * not in it.
 */
export const exportMyData = defineEndpoint({
  method: 'GET',
  path: '/api/user/export',
  auth: 'user',
  confirmed: true,
  summary: 'Everything the service holds about the user, as a JSON file',
  reply: z.record(z.string(), z.unknown()),
  streamed: true,
  errors: ['unauthorized', 'confirmation_needed', 'rate_limited'],
  timeoutMs: 300_000,
});

export const deleteAccount = defineEndpoint({
  method: 'POST',
  path: '/api/user/delete',
  auth: 'user',
  confirmed: true,
  summary: 'Deletes the account with everything in it, at once and for good',
  body: z.object({
    /** Typed by the user, so that nobody does it by a slip. */
    username: z.string().trim().max(64),
  }),
  reply: messageReply,
  errors: ['unauthorized', 'validation_failed', 'confirmation_needed', 'username_mismatch'],
  // A million trades take a while to go.
  timeoutMs: 120_000,
});
