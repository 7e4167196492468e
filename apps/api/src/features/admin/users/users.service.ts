import type {
  listUsers as listUsersCall,
  PlanStanding,
  UserLine,
} from '@quorate/contract/admin-users';
import type { HandlerInput, Reply } from '@quorate/contract/endpoint';
import { SILENT_AFTER_S } from '@quorate/contract/live';
import type { PlanName } from '@quorate/contract/plans';
import { idOf, type UserId } from '@quorate/values/ids';
import { offsetOf, paginate } from '../../../http/paging.ts';
import { readEntitlements } from '../../billing/entitlements/entitlements.queries.ts';
import type { Entitlements } from '../../billing/entitlements/entitlements.ts';
import { holdersOf } from '../../billing/entitlements/plan-holders.queries.ts';
import { readUsage } from '../../usage/usage.service.ts';
import type { UsersDeps } from './users.deps.ts';
import { countUsers, findUsers } from './users.queries.ts';

/** A page of accounts with what each is entitled to and has used. */
export async function listUsers(
  deps: UsersDeps,
  { page, per_page, ...filter }: HandlerInput<typeof listUsersCall>['query'],
): Promise<Omit<Reply<typeof listUsersCall>, 'success'>> {
  const { db, clock } = deps;
  const now = new Date(clock.now());
  const asked = {
    filter,
    heardSince: new Date(now.getTime() - SILENT_AFTER_S * 1_000),
    holdersOf: (plan: PlanName) => holdersOf(plan, now),
  };
  const paging = { page, per_page };
  const [rows, total] = await Promise.all([
    findUsers(db, asked, { limit: per_page, offset: offsetOf(paging) }),
    countUsers(db, asked),
  ]);
  const users = await Promise.all(
    rows.map(async (row): Promise<UserLine> => {
      const id = idOf<UserId>(row.id);
      const entitled = await readEntitlements({ db, clock }, id);
      return {
        user_id: row.id,
        username: row.username,
        email: row.email,
        role: row.role,
        created_at: row.created_at.toISOString(),
        verified: row.email_verified_at !== null,
        standing: standingOf(entitled, row.given_until),
        usage: await readUsage({ db, clock }, id, entitled),
        running_bots: row.running_bots ?? 0,
      };
    }),
  );
  return { users, pagination: paginate(paging, total) };
}

/** What holds, and why. */
export function standingOf(
  { plan, source, overdue }: Entitlements,
  givenUntil: Date | null,
): PlanStanding {
  return {
    plan_name: plan.name,
    source,
    given_until: source === 'given' ? (givenUntil?.toISOString() ?? null) : null,
    grace_until: overdue?.until.toISOString() ?? null,
  };
}
