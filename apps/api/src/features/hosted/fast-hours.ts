import type { PlanName } from '@quorate/contract/plans';
import type { UserId } from '@quorate/values/ids';
import type { Db } from '../../db/tables.ts';
import type { Clock } from '../../process/clock.ts';
import { readEntitlements } from '../billing/entitlements/entitlements.queries.ts';
import { addFastSeconds, keepWait, readFastSeconds, type Turn } from './hosted.queries.ts';

type Deps = Readonly<{ db: Db; clock: Clock }>;

/** Seconds of fast time on a UTC day; null for as many as there are. */
function fastLimitOf(plan: PlanName): number | null {
  return plan === 'Free' ? 2 * 3_600 : null;
}

/** 2025-01-02, in UTC. */
function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** What a user has used of the day's fast time, and how much there is. */
export async function readFastUse(
  { db, clock }: Deps,
  userId: UserId,
): Promise<{ used_s: number; limit_s: number | null }> {
  const { plan } = await readEntitlements({ db, clock }, userId);
  const used = await readFastSeconds(db, userId, dayOf(clock.now()));
  return { used_s: used, limit_s: fastLimitOf(plan.name) };
}

/** Counts fast time, and says whether there is more of it today; an account that has to wait says so. */
export async function mayRunFast(deps: Deps, turn: Turn, seconds: number): Promise<boolean> {
  const { db, clock } = deps;
  const { plan } = await readEntitlements({ db, clock }, turn.userId);
  const limit = fastLimitOf(plan.name);
  const used = await addFastSeconds(db, turn.userId, dayOf(clock.now()), Math.max(0, seconds));
  const may = limit === null || used < limit;
  await keepWait(db, turn, may ? null : 'practice_hours');
  return may;
}
