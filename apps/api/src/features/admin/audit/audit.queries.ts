import type { listAudit } from '@quorate/contract/admin-audit';
import type { HandlerInput } from '@quorate/contract/endpoint';
import { sql } from 'kysely';
import type { Db } from '../../../db/tables.ts';

export type AuditFilter = Omit<HandlerInput<typeof listAudit>['query'], 'page' | 'per_page'>;

function matching(db: Db, { action, operator_id, subject_id }: AuditFilter) {
  return db
    .selectFrom('operator_actions as done')
    .$if(action !== undefined, (query) => query.where('done.action', '=', action ?? 'plan_given'))
    .$if(operator_id !== undefined, (query) =>
      query.where('done.operator_id', '=', operator_id ?? ''),
    )
    .$if(subject_id !== undefined, (query) =>
      query.where('done.subject_id', '=', subject_id ?? ''),
    );
}

/** Newest first, with the names that the two accounts have now. */
export function newestActions(
  db: Db,
  filter: AuditFilter,
  page: { limit: number; offset: number },
) {
  return (
    matching(db, filter)
      .leftJoin('users as operator', 'operator.id', 'done.operator_id')
      // Of other kinds an id need not be a user's; and the index knows ids as what they are, not as text.
      .leftJoin('users as subject', (join) =>
        join.on(
          'subject.id',
          '=',
          sql<string>`case when done.subject_kind = 'user' then done.subject_id::uuid end`,
        ),
      )
      .selectAll('done')
      .select(['operator.username as operator_name', 'subject.username as subject_name'])
      .orderBy('done.at', 'desc')
      .orderBy('done.id', 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute()
  );
}

export async function countActions(db: Db, filter: AuditFilter): Promise<number> {
  const { total } = await matching(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Whether an operator's look at an account stands in the log already. */
export async function lookedSince(
  db: Db,
  operatorId: string,
  userId: string,
  since: Date,
): Promise<boolean> {
  const found = await db
    .selectFrom('operator_actions')
    .select('id')
    .where('subject_kind', '=', 'user')
    .where('subject_id', '=', userId)
    .where('at', '>', since)
    .where('operator_id', '=', operatorId)
    .where('action', '=', 'account_looked_at')
    .executeTakeFirst();
  return found !== undefined;
}

/** Looks of one operator at one account wait for each other until the transaction ends. */
export async function takeTurn(tx: Db, operatorId: string, userId: string): Promise<void> {
  const key = `look ${operatorId} ${userId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}
