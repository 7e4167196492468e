import type { AccountType } from '@quorate/contract/fields';
import { sql } from 'kysely';
import { prepared } from '../../../db/prepared.ts';
import type { Db } from '../../../db/tables.ts';
import type { Clock } from '../../../process/clock.ts';
import { beginRollUp, ROLL_UP_FROM } from './begin.ts';
import { healCells } from './heal.ts';

export type Account = { id: string; currency: string; account_type: AccountType };

/** A user whose sums are kept and up to date, with all accounts. */
export type Book = {
  userId: string;
  accounts: readonly Account[];
  /** First and last UTC day of trades. */
  known: { first: number; last: number };
};

/** Brings the user's sums up to date. @returns null when none are kept: there are few trades */
export async function openBook(db: Db, userId: string): Promise<Book | null> {
  const { rows } = await sql<{
    ready: boolean;
    stale: boolean;
    first: number | null;
    last: number | null;
    accounts: Account[] | null;
  }>`${prepared}
    select
      exists (select from rolled_up_users where user_id = ${userId}::uuid and ready) as ready,
      exists (select from trade_cells where user_id = ${userId}::uuid and stale) as stale,
      (select min(day) from trade_cells where user_id = ${userId}::uuid and not month) as first,
      (select max(day) from trade_cells where user_id = ${userId}::uuid and not month) as last,
      (
        select json_agg(json_build_object('id', id, 'currency', currency, 'account_type', account_type))
        from trading_accounts where user_id = ${userId}::uuid
      ) as accounts
  `.execute(db);
  const state = rows[0];
  if (!state?.ready) return null;
  if (state.stale) await healCells(db, userId);
  const known = { first: state.first ?? 0, last: state.last ?? 0 };
  return { userId, accounts: state.accounts ?? [], known };
}

/** After trades were stored: begins sums when there are many by now, or brings those there are up to date. */
export async function tendSums(deps: { db: Db; clock: Clock }, userId: string): Promise<void> {
  if (await openBook(deps.db, userId)) return;
  const many = await deps.db
    .selectFrom('trades')
    .select('user_id')
    .where('user_id', '=', userId)
    .offset(ROLL_UP_FROM)
    .limit(1)
    .executeTakeFirst();
  if (many) await beginRollUp(deps, userId);
}

/** The accounts that a filter lets through. */
export function accountsOf(
  { accounts }: Pick<Book, 'accounts'>,
  { accountType }: { accountType?: AccountType | undefined },
): Account[] {
  return accounts.filter(
    (account) => accountType === undefined || account.account_type === accountType,
  );
}
