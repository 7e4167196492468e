import type { PlanName } from '@quorate/contract/plans';
import type { Db } from '../../../db/tables.ts';

/** The account, held until the transaction ends: two operators change it one after the other. */
export function lockAccount(tx: Db, userId: string) {
  return tx
    .selectFrom('users')
    .select(['id', 'username', 'email', 'email_verified_at', 'given_plan', 'given_until'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export async function setGivenPlan(
  tx: Db,
  userId: string,
  { plan, until }: Readonly<{ plan: PlanName; until: Date | null }>,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ given_plan: plan, given_until: until })
    .where('id', '=', userId)
    .execute();
}
