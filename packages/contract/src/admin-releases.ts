import { z } from 'zod';
import { defineAdminAct, reasoned } from './admin-endpoint.ts';
import { defineEndpoint } from './endpoint.ts';
import { isoTime } from './fields.ts';
import { releaseVersion } from './release-version.ts';

export const adminRelease = z.object({
  version: z.string(),
  /** `offered`: what downloads and updates get. `older`: kept, and offered if the newer ones are withdrawn. */
  state: z.enum(['offered', 'older', 'withdrawn', 'broken']),
  /** What follows is null where the release is broken: its manifest or its file is not what was published. */
  file_name: z.string().nullable(),
  size: z.number().int().nullable(),
  sha256: z.string().nullable(),
  published_at: isoTime.nullable(),
  /** Whether installed apps update by it: a signed manifest was published with it. */
  signed: z.boolean(),
  /** Until when apps believe that manifest; null without one. */
  updates_until: isoTime.nullable(),
});
export type AdminRelease = z.output<typeof adminRelease>;

const releases = { releases: z.array(adminRelease) };

export const listAdminReleases = defineEndpoint({
  method: 'GET',
  path: '/api/admin/releases',
  auth: 'admin',
  summary: 'Releases of the desktop app in the folder of this copy of the service, newest first',
  reply: z.object({ success: z.literal(true), ...releases }),
  errors: ['unauthorized', 'operator_only'],
});

export const withdrawRelease = defineAdminAct({
  path: '/api/admin/releases/:version/withdraw',
  summary: 'Takes the newest release off the offer; the one before it is offered again',
  params: z.object({ version: releaseVersion }),
  body: z.object(reasoned),
  reply: releases,
  errors: ['record_unknown', 'release_not_newest'],
});
