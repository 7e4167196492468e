import type { UserId } from '@quorate/values/ids';
import type { Selectable } from 'kysely';
import type { TransactionsTable } from '../../../db/billing-tables.ts';
import type { Db } from '../../../db/tables.ts';
import { offsetOf, type PageRequest } from '../../../http/paging.ts';

export type BillRow = Selectable<TransactionsTable>;

/** Bills of a user, newest first; a checkout that nobody finished is none. */
export async function findBills(
  db: Db,
  userId: UserId,
  page: PageRequest,
): Promise<{ rows: BillRow[]; total: number }> {
  const { total } = await bills(db, userId)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await bills(db, userId)
    .selectAll()
    .orderBy('provider_created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.per_page)
    .offset(offsetOf(page))
    .execute();
  return { rows, total: Number(total) };
}

export async function findBill(db: Db, userId: UserId, id: string): Promise<BillRow | undefined> {
  return bills(db, userId).selectAll().where('id', '=', id).executeTakeFirst();
}

function bills(db: Db, userId: UserId) {
  return db
    .selectFrom('transactions')
    .where('user_id', '=', userId)
    .where('status', 'not in', ['draft', 'ready'])
    .where((row) => row.or([row('status', '<>', 'canceled'), row('billed_at', 'is not', null)]));
}
