import { isoTime } from '@quorate/contract/fields';
import { z } from 'zod';
import { defineLocal, done } from './local-endpoint.ts';

/**
 * `off`: this copy does not update itself; `message` says why. `waiting`: it is downloaded and verified, and
 * goes in once no position is being opened. `rolled-back`: the new version did not come up, the old one runs.
 */
export const updateState = z.object({
  kind: z.enum([
    'off',
    'current',
    'checking',
    'downloading',
    'waiting',
    'installing',
    'refused',
    'failed',
    'rolled-back',
  ]),
  /** The version on its way or refused; null where there is none. */
  version: z.string().nullable(),
  /** 0 to 1 while it is downloaded. */
  progress: z.number().nullable(),
  message: z.string().nullable(),
  checked_at: isoTime.nullable(),
});
export type UpdateState = z.output<typeof updateState>;

export const checkForUpdate = defineLocal({
  method: 'POST',
  path: '/api/update/check',
  reply: done,
});

/** Refused with `no_update`. Bots are stopped in order and started again by the new version. */
export const installUpdate = defineLocal({
  method: 'POST',
  path: '/api/update/install',
  reply: done,
});
