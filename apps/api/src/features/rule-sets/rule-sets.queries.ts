import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import { type PageRequest, readPage } from '../../http/paging.ts';

/** Whose account; every query below is about this one alone. */
export type AccountKey = Readonly<{ userId: string; accountId: string }>;

const ACCOUNT = ['server', 'login', 'account_type', 'currency', 'paper'] as const;

/** Everything known of the limits of a user's accounts, those that report first. */
export function readAccounts(db: Db, userId: string, page: PageRequest) {
  return readPage(page, accountsOf(db, userId), (found) =>
    shown(found)
      .orderBy(sql`report.reported_at is null`)
      .orderBy('report.reported_at', 'desc')
      .orderBy('account.created_at', 'desc')
      .orderBy('account.id'),
  );
}

export function findAccount(db: Db, { userId, accountId }: AccountKey) {
  return shown(accountsOf(db, userId).where('account.id', '=', accountId)).executeTakeFirst();
}

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

function accountsOf(db: Db, userId: string) {
  return db
    .selectFrom('trading_accounts as account')
    .leftJoin('rule_sets as chosen', (join) =>
      join
        .onRef('chosen.user_id', '=', 'account.user_id')
        .onRef('chosen.account_id', '=', 'account.id'),
    )
    .leftJoin('floor_reports as report', (join) =>
      join
        .onRef('report.user_id', '=', 'account.user_id')
        .onRef('report.account_id', '=', 'account.id'),
    )
    .leftJoin('bots', (join) =>
      join
        .onRef('bots.user_id', '=', 'account.user_id')
        .onRef('bots.account_id', '=', 'account.id'),
    )
    .where('account.user_id', '=', userId);
}

function shown(found: ReturnType<typeof accountsOf>) {
  return found
    .select(ACCOUNT.map((column) => `account.${column}` as const))
    .select([
      'account.id',
      'chosen.rule_set as chosen_rules',
      'chosen.revision as chosen_revision',
      'chosen.carried_lock',
      'chosen.rebase_id as asked_rebase_id',
      'chosen.rebase_at',
      'chosen.set_at',
      'report.at',
      'report.reported_at',
      'report.rule_set as used_rules',
      'report.state',
      'report.revision as used_revision',
      'report.rebase_id as done_rebase_id',
      'report.equity',
      'report.balance',
      'report.floor',
      'report.open_risk',
      'report.headroom',
      'report.if_stopped',
      'report.open_positions',
      'report.next_turn',
      'bots.open_positions as bot_open_positions',
      'bots.balance as bot_balance',
    ]);
}

/** Holds the account, so that two changes of its rules come one after the other. */
export async function lockAccount(tx: Db, { userId, accountId }: AccountKey): Promise<boolean> {
  const found = await tx
    .selectFrom('trading_accounts')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found !== undefined;
}

export function findChosen(db: Db, { userId, accountId }: AccountKey) {
  return db
    .selectFrom('rule_sets')
    .selectAll()
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** The newest report of an account, held until the end of the transaction where `hold` is set. */
export function findReport(db: Db, { userId, accountId }: AccountKey, hold = false) {
  return db
    .selectFrom('floor_reports')
    .selectAll()
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .$if(hold, (query) => query.forUpdate())
    .executeTakeFirst();
}

export function findChange(db: Db, userId: string, changeId: string) {
  return db
    .selectFrom('rule_set_changes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', changeId)
    .executeTakeFirst();
}

export function readChanges(db: Db, { userId, accountId }: AccountKey, page: PageRequest) {
  const ofAccount = db
    .selectFrom('rule_set_changes')
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId);
  return readPage(page, ofAccount, (found) =>
    found.selectAll().orderBy('at', 'desc').orderBy('id', 'desc'),
  );
}
