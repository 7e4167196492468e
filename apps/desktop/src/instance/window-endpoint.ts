import { z } from 'zod';
import { defineLocal } from '../contract/local-endpoint.ts';

/** Asked by a second launch, which knows the secret from the file of the first; no window calls it. */
export const askWindowAddress = defineLocal({
  method: 'POST',
  path: '/api/window-address',
  summary: 'An address at which one more window may open, once and within a minute',
  reply: z.object({ address: z.string(), version: z.string() }),
});
