import { z } from 'zod';
import { defineLocal, done } from './local-endpoint.ts';

/** The service signs its public log with another key than the one that was pinned, and nothing leads from it. */
export const changedLogKey = z.object({
  /** Address of the service. */
  service: z.string(),
  pinned: z.string(),
  served: z.string(),
});
export type ChangedLogKey = z.output<typeof changedLogKey>;

/** Pins the key that signs now, knowingly. */
export const acceptLogKey = defineLocal({
  method: 'POST',
  path: '/api/log-key/accept',
  /** The key that was read and compared: another one by now is not accepted unseen. */
  body: z.strictObject({ served: z.string().min(1).max(500) }),
  reply: done,
  timeoutMs: 30_000,
});
