import type { Plan } from '@quorate/contract/plans';
import type { UserId } from '@quorate/values/ids';
import type { Db } from '../db/tables.ts';
import type { Clock } from '../process/clock.ts';

/** What a user may do now. The billing feature alone decides it; every other one is handed it. */
export type Entitlements = Readonly<{
  plan: Plan;
  /** What the plan comes from. */
  source: 'free' | 'given' | 'subscription' | 'payment';
  /** In which tokens are counted. */
  cycle: Readonly<{ start: Date; end: Date }>;
  /** A renewal that was not paid: since when, and until when the plan holds all the same. */
  overdue: Readonly<{ since: Date; until: Date }> | null;
}>;

/** @throws AppError unauthorized when the account is gone */
export type ReadEntitlements = (
  handle: Readonly<{ db: Db; clock: Clock }>,
  userId: UserId,
) => Promise<Entitlements>;
