import type { Brand } from '@quorate/contract/brand';
import type { Db } from '../db/tables.ts';
import {
  LOOK_EVERY_MS,
  type WatchDeps,
  watchSilences,
} from '../features/live/silences/watch-silences.ts';
import { tellBack, tellSilences } from '../features/notifications/tell-silences.ts';
import type { Push } from '../push/push.ts';
import { deliverNotices, removeOldNotices } from '../push/push-outbox.ts';
import type { Clock } from './clock.ts';
import type { Job } from './jobs.ts';

type NoticeDeps = Readonly<{
  db: Db;
  clock: Clock;
  brand: Brand;
  publicUrl: string;
  push: Push;
  log: WatchDeps['log'];
}>;

/** What tells owners of silent bots. Every copy does it: work is shared by locking rows. */
export function noticeJobs(deps: NoticeDeps): Job[] {
  return [
    {
      name: 'watch-silent-bots',
      everyMs: LOOK_EVERY_MS,
      run: () => watchForOwners(deps),
      everywhere: true,
    },
    { name: 'deliver-notices', everyMs: 1_000, run: () => deliverNotices(deps), everywhere: true },
    { name: 'remove-old-notices', everyMs: 60_000, run: () => removeOldNotices(deps) },
  ];
}

/** Notices silent bots and tells their owners, by mail and in their browsers. */
export function watchForOwners(deps: Omit<NoticeDeps, 'push'>) {
  return watchSilences({
    ...deps,
    tellSilences: (tx, silences) => tellSilences({ ...deps, db: tx }, silences),
    tellBack: (tx, silences) => tellBack({ ...deps, db: tx }, silences),
  });
}
