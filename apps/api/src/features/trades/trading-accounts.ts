import { HOSTED_SERVER, namesPaper, type ShownAccount } from '@quorate/contract/trade-sync';
import { idOf, type TradingAccountId, type UserId } from '@quorate/values/ids';
import { sql } from 'kysely';
import { acrossUsers } from '../../db/across-users.ts';
import { newId } from '../../db/ids.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { prepared, statement } from '../../db/prepared.ts';
import type { Db } from '../../db/tables.ts';
import { AppError } from '../../http/app-error.ts';
import type { Clock } from '../../process/clock.ts';
import { appendEvents, type RecordEvent } from '../records/append-events.ts';
import { lockToStore, storeLock } from './rollups/user-lock.ts';

export type TradingAccount = { id: TradingAccountId; currency: string; paper: boolean };

type StoredAccount = Readonly<{
  id: string;
  currency: string;
  account_type: ShownAccount['account_type'];
  paper: boolean;
}>;

const FIND_ACCOUNT = statement<StoredAccount>(`
  select id, currency, account_type, paper from trading_accounts
  where user_id = $1 and server = $2 and login = $3
`);

/** The user's account for this login and server, as it is stored; undefined before its first mention. */
export async function findTradingAccount(
  db: Db,
  userId: UserId,
  { server, login }: Pick<ShownAccount, 'server' | 'login'>,
): Promise<StoredAccount | undefined> {
  const [stored] = await FIND_ACCOUNT(db, [userId, server, login]);
  return stored;
}

/**
 * The account on record that a call names, where the call says nothing new about it.
 *
 * @returns null where its type is to be filled in
 * @throws AppError account_mismatch
 */
export function sameAccount(stored: StoredAccount, input: ShownAccount): TradingAccount | null {
  if (stored.currency !== input.currency) throw mismatch(input, stored.currency, input.currency);
  const kind = stored.paper ? 'paper' : 'terminal';
  if (input.kind !== undefined && input.kind !== kind) throw mismatch(input, kind, input.kind);
  if (stored.paper && input.account_type === 'real') throw mismatch(input, kind, 'real');
  const { id, currency, account_type, paper } = stored;
  const account = { id: idOf<TradingAccountId>(id), currency, paper };
  if (input.account_type === 'unknown' || account_type === input.account_type) return account;
  if (account_type === 'unknown') return null;
  throw mismatch(input, account_type, input.account_type);
}

/**
 * The user's account for this login and server, made at its first mention; within a transaction, trades of
 * the user may be stored from then on (`lockToStore`). What was `unknown` about it
 * is filled in when a later call knows; what is known does not change, least of all that it is paper.
 *
 * @throws AppError not_found for an account of the service's own that is gone, account_mismatch when the currency, the type or the kind contradicts what is stored, and
 *   for a paper account that is called real
 */
export async function ensureTradingAccount(
  { db, clock }: { db: Db; clock: Clock },
  userId: UserId,
  input: ShownAccount,
): Promise<TradingAccount> {
  const find = db
    .selectFrom('trading_accounts')
    .modifyFront(prepared)
    .select(['id', 'currency', 'account_type', 'paper', storeLock(userId).as('locked')])
    .where('user_id', '=', userId)
    .where('server', '=', input.server)
    .where('login', '=', input.login)
    // Held until the end of the transaction: an account that is forgotten meanwhile would take all of it along.
    .forKeyShare();
  let stored = await find.executeTakeFirst();
  if (!stored) {
    // Those begin in one place; one that is deleted while it is traded does not come back.
    if (input.server === HOSTED_SERVER) throw new AppError('not_found');
    const { kind: _, ...named } = input;
    const added = await db
      .insertInto('trading_accounts')
      .values({
        ...named,
        paper: namesPaper(input),
        id: newId<TradingAccountId>(),
        user_id: userId,
        created_at: new Date(clock.now()),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added) await appendEvents(db, [accountEvent(userId, added.id, input, clock.now())]);
    stored = await find.executeTakeFirstOrThrow();
  }
  const known = sameAccount(stored, input);
  if (known) return known;
  const { account_type } = input;
  const id = idOf<TradingAccountId>(stored.id);
  if (account_type !== 'unknown') {
    await learnType(db, userId, id, account_type);
    await appendEvents(db, [
      accountEvent(
        userId,
        id,
        { ...input, kind: stored.paper ? 'paper' : 'terminal' },
        clock.now(),
      ),
    ]);
  }
  return { id, currency: stored.currency, paper: stored.paper };
}

/** The first entry of an account: whose it is, which only its owner tells, and of what kind. */
export function accountEvent(
  userId: string,
  accountId: string,
  account: ShownAccount,
  at: number,
): RecordEvent {
  const { server, login, currency, account_type } = account;
  return {
    userId,
    subjectId: accountId,
    kind: 'account',
    at: new Date(at),
    body: { account_type, currency, paper: namesPaper(account) },
    private: { server, login },
  };
}

async function learnType(
  db: Db,
  userId: UserId,
  id: TradingAccountId,
  type: 'demo' | 'practice' | 'real',
): Promise<void> {
  await lockToStore(db, userId);
  await db
    .updateTable('trading_accounts')
    .set({ account_type: type })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
  await db
    .updateTable('trades')
    .set({ account_type: type })
    .where('user_id', '=', userId)
    .where('account_id', '=', id)
    .execute();
}

function mismatch(input: ShownAccount, limit: string, actual: string): AppError {
  return new AppError('account_mismatch', {
    details: { login: input.login, server: input.server, limit, actual },
  });
}

const BATCH = 200;

type Unnamed = ShownAccount & Readonly<{ user_id: string; id: string; paper: boolean }>;

/** Gives accounts of before the record their first entry. Safe to run twice, and by two copies at once. */
export async function nameAccounts({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  for (;;) {
    const found = await inTransaction(db, async (tx) => {
      const rows = await lockUnnamed(tx);
      await appendEvents(
        tx,
        rows.unnamed.map(({ user_id, id, paper, ...account }) =>
          accountEvent(
            user_id,
            id,
            { ...account, kind: paper ? 'paper' : 'terminal' },
            clock.now(),
          ),
        ),
      );
      return rows.found;
    });
    if (found < BATCH) return;
  }
}

async function lockUnnamed(tx: Db): Promise<{ found: number; unnamed: Unnamed[] }> {
  const isUnnamed = sql`not exists (
    select from record_streams as stream
    where stream.user_id = account.user_id and stream.subject_id = account.id
  )`;
  const found = await sql<Pick<Unnamed, 'user_id' | 'id'>>`
    ${acrossUsers('accounts of before the record are looked for once an hour')}
    select account.user_id, account.id from trading_accounts as account where ${isUnnamed}
    order by account.user_id, account.id limit ${BATCH} for update of account
  `.execute(tx);
  // Checked again: another copy may have named it while we waited for its row.
  const { rows } = await sql<Unnamed>`
    ${acrossUsers('accounts of before the record are looked for once an hour')}
    select account.user_id, account.id, server, login, account_type, currency, paper
    from trading_accounts as account
    where (account.user_id, account.id) in (
      select * from unnest(${found.rows.map(({ user_id }) => user_id)}::uuid[],
        ${found.rows.map(({ id }) => id)}::uuid[])
    ) and ${isUnnamed}
    order by account.user_id, account.id
  `.execute(tx);
  return { found: found.rows.length, unnamed: rows };
}
