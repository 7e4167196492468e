import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

/** What a saved installer is called where the service names it in no way that fits. */
export const DEFAULT_INSTALLER_NAME = 'desktop-setup.exe';

export const desktopRelease = z.object({
  /** Three numbers, as 1.12.0. */
  version: z.string(),
  file_name: z.string(),
  /** Bytes. */
  size: z.number().int().positive(),
  /** Of the whole file, in hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  published_at: z.iso.datetime(),
});
export type DesktopRelease = z.output<typeof desktopRelease>;

export const getDesktopRelease = defineEndpoint({
  method: 'GET',
  path: '/api/download/desktop-release',
  auth: 'user_or_device',
  summary: 'The newest published desktop app; null before the first',
  reply: z.object({ success: z.literal(true), release: desktopRelease.nullable() }),
  errors: ['unauthorized'],
});

/**
 * The installer of the newest release. Takes `Range` for one range, with `If-Range`, so that an interrupted
 * download goes on where it broke off: the entity tag changes with the file. `Repr-Digest` holds the SHA-256
 * of the whole file, of parts as well.
 */
export const downloadDesktopInstaller = defineEndpoint({
  method: 'GET',
  path: '/api/download/desktop-installer',
  auth: 'user_or_device',
  summary: 'The installer of the newest desktop app, as a file',
  reply: z.file(),
  file: true,
  errors: ['unauthorized', 'no_desktop_release', 'range_not_satisfiable', 'precondition_failed'],
});
