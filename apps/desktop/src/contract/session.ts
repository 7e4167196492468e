import { z } from 'zod';
import { defineLocal } from './local-endpoint.ts';

/** Header of every call under `/api/`: `Authorization: Bearer SECRET`. */
export const SECRET_LENGTH = 43;

/**
 * The one call without the secret: the ticket that the app put into the address of its own window, once and
 * within a minute, for the secret of this launch.
 */
export const openSession = defineLocal({
  method: 'POST',
  path: '/session',
  summary: 'Trades the ticket of a window for the secret of this launch',
  body: z.strictObject({ ticket: z.string().min(1).max(128) }),
  reply: z.object({ secret: z.string() }),
});
