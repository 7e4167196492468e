import type { AccountType } from '@quorate/contract/fields';
import type { UserId } from '@quorate/values/ids';
import type { Db } from '../../db/tables.ts';

export type DecisionFilter = Readonly<{
  userId: UserId;
  symbol?: string | undefined;
  outcome: 'all' | 'traded' | 'vetoed' | 'held';
  accountType?: AccountType | undefined;
}>;

function matching(db: Db, { userId, symbol, outcome, accountType }: DecisionFilter) {
  return db
    .selectFrom('decisions')
    .where('user_id', '=', userId)
    .$if(symbol !== undefined, (query) => query.where('symbol', '=', symbol as string))
    .$if(outcome !== 'all', (query) =>
      query.where('outcome', '=', outcome as 'traded' | 'vetoed' | 'held'),
    )
    .$if(accountType !== undefined, (query) =>
      query.where('account_id', 'in', (row) =>
        row
          .selectFrom('trading_accounts')
          .select('id')
          .where('user_id', '=', userId)
          .where('account_type', '=', accountType as AccountType),
      ),
    );
}

export async function countDecisions(db: Db, filter: DecisionFilter): Promise<number> {
  const row = await matching(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

/**
 * A page of decisions, newest first. What is skipped is skipped in the index, from the end that is
 * nearer; only the page's own rows, which are wide, are read.
 *
 * @param total as counted before
 */
export async function findDecisions(
  db: Db,
  filter: DecisionFilter,
  page: { limit: number; offset: number },
  total: number,
) {
  const size = Math.min(page.limit, total - page.offset);
  if (size <= 0) return [];
  const fromOldest = page.offset > total / 2;
  const direction = fromOldest ? 'asc' : 'desc';
  const ids = matching(db, filter)
    .select('id')
    .orderBy('decided_at', direction)
    .orderBy('id', direction)
    .limit(size)
    .offset(fromOldest ? total - page.offset - size : page.offset);
  return db
    .selectFrom('decisions')
    .selectAll()
    .where('user_id', '=', filter.userId)
    .where('id', 'in', ids)
    .orderBy('decided_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}
