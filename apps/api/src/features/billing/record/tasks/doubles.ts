import type { UserId } from '@quorate/values/ids';
import { inTransaction } from '../../../../db/in-transaction.ts';
import type { Db } from '../../../../db/tables.ts';
import { queueTask } from '../../../../process/tasks.ts';
import type { SellingDeps } from '../../billing.deps.ts';
import { markDouble } from '../notices.ts';
import {
  findExistingUser,
  findLiving,
  findPaidBills,
  updateSubscription,
} from '../record.queries.ts';
import { isRevoked } from '../returns.ts';
import { refetch } from './fetch.ts';
import type { DoTask } from './task-result.ts';

/**
 * Two checkouts of one person were paid. The subscription that began first stays; every other one ends at
 * once and its money goes back. What is known may be old, so that the provider is asked first.
 */
export const endDoubles: DoTask = async (deps, { subject }) => {
  const userId = subject as UserId;
  for (const id of await findLiving(deps.db, userId)) await refetch(deps, id);
  await inTransaction(deps.db, async (tx) => {
    if ((await findExistingUser(tx, userId)) === null) return;
    const [, ...extra] = await findLasting(deps, tx, userId);
    for (const id of extra) await endDouble(deps, tx, userId, id);
  });
  return 'done';
};

/** One whose money went back is being ended already. */
async function findLasting(deps: SellingDeps, tx: Db, userId: string): Promise<string[]> {
  const lasting: string[] = [];
  for (const id of await findLiving(tx, userId))
    if (!(await isRevoked(deps, tx, id))) lasting.push(id);
  return lasting;
}

async function endDouble(
  { clock, log }: SellingDeps,
  tx: Db,
  userId: string,
  id: string,
): Promise<void> {
  log.warn({ subscription: id }, 'a second subscription of one person ends and is refunded');
  await updateSubscription(tx, id, {
    cancel_requested: 'now',
    cancel_requested_at: new Date(clock.now()),
  });
  await queueTask(tx, clock, { kind: 'cancel_now', subject: id });
  // Bills that are not known yet, or not known to be its, are given back when they come.
  await markDouble({ clock }, tx, userId, id);
  for (const bill of await findPaidBills(tx, id))
    await queueTask(tx, clock, { kind: 'refund_transaction', subject: bill.id });
}
