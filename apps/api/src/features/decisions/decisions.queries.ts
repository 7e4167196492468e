import type { AnyAccountType } from '@quorate/contract/fields';
import type { TradingAccountId, UserId } from '@quorate/values/ids';
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { prepared, statement } from '../../db/prepared.ts';
import type { Db, Tables } from '../../db/tables.ts';

export type DecisionRecord = NonNullable<Awaited<ReturnType<typeof findDecision>>>;
export type VoteRecord = Awaited<ReturnType<typeof findVotes>>[number];

/** A decision and every vote, as they are stored. */
export type DecisionRows = Readonly<{ decision: DecisionRecord; votes: readonly VoteRecord[] }>;

/** What makes two requests the same: one decision a bar, timeframe, symbol and account. */
export type Bar = Readonly<{
  userId: UserId;
  account: Readonly<{ server: string; login: string }>;
  symbol: string;
  timeframe: string;
  asOf: Date;
}>;

export function findDecisionOfBar(db: Db, bar: Bar) {
  return db
    .selectFrom('decisions')
    .modifyFront(prepared)
    .selectAll()
    .where('user_id', '=', bar.userId)
    .where('account_id', '=', (row) =>
      row
        .selectFrom('trading_accounts')
        .select('id')
        .where('user_id', '=', bar.userId)
        .where('server', '=', bar.account.server)
        .where('login', '=', bar.account.login),
    )
    .where('symbol', '=', bar.symbol)
    .where('timeframe', '=', bar.timeframe)
    .where('as_of', '=', bar.asOf)
    .executeTakeFirst();
}

/** Whether the bar is decided, as a part of another statement. */
export function isDecided(
  { userId, symbol, timeframe, asOf }: Bar,
  accountId: TradingAccountId,
): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from decisions where user_id = ${userId}::uuid and account_id = ${accountId}::uuid
      and symbol = ${symbol}::text and timeframe = ${timeframe}::text and as_of = ${asOf}::timestamptz
  )`;
}

export function findDecision(db: Db, userId: UserId, decisionId: string) {
  return db
    .selectFrom('decisions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', decisionId)
    .executeTakeFirst();
}

/** What is shown of the accounts that decisions are of. */
export async function findAccountsOf(
  db: Db,
  userId: UserId,
  decisions: readonly Readonly<{ account_id: string }>[],
): Promise<AccountsOf> {
  if (decisions.length === 0) return () => fault('no decision, no account');
  const rows = await db
    .selectFrom('trading_accounts')
    .select(['id', 'currency', 'account_type'])
    .where('user_id', '=', userId)
    .where('id', 'in', [...new Set(decisions.map(({ account_id: id }) => id))])
    .execute();
  const byId = new Map<string, (typeof rows)[number]>(rows.map((row) => [row.id, row]));
  return ({ account_id: id }) => byId.get(id) ?? fault(`the account ${id} of a decision is gone`);
}

type AccountsOf = (
  decision: Readonly<{ account_id: string }>,
) => Readonly<{ currency: string; account_type: AnyAccountType }>;

function fault(message: string): never {
  throw new Error(message);
}

/** Whether results of a made-up market would stand beside others. */
async function hasPracticeAndOthers(db: Db, userId: UserId): Promise<boolean> {
  const kinds = await db
    .selectFrom('trading_accounts')
    .modifyFront(prepared)
    .select((eb) => eb('account_type', '=', 'practice').as('practice'))
    .distinct()
    .where('user_id', '=', userId)
    .execute();
  return kinds.length > 1;
}

export async function findVotes(db: Db, userId: UserId, decisionIds: readonly string[]) {
  if (decisionIds.length === 0) return [];
  return db
    .selectFrom('votes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('decision_id', 'in', decisionIds)
    .orderBy('decision_id')
    .orderBy('position')
    .execute();
}

/** Another copy of the service has decided the bar. */
export class DecidedMeanwhileError extends Error {
  override readonly name = 'DecidedMeanwhileError';
}

/** As documents, in one statement whose text is always the same. */
const INSERT_DECISION = statement<never>(`
  with stored as (
    insert into decisions
    select each.* from json_populate_record(null::decisions, $1::json) as each
    returning id
  )
  insert into votes
  select each.* from stored, json_populate_recordset(null::votes, $2::json) as each
`);

/**
 * Stores a decision with its votes.
 *
 * @throws DecidedMeanwhileError when the bar has a decision: then the transaction has failed
 */
export async function insertDecision(db: Db, { decision, votes }: DecisionRows): Promise<void> {
  const values = [JSON.stringify(decision), JSON.stringify(votes)];
  await INSERT_DECISION(db, values).catch((cause: unknown) => {
    if (!isTaken(cause)) throw cause;
    throw new DecidedMeanwhileError('the bar has a decision', { cause });
  });
}

const UNIQUE_VIOLATION = '23505';

function isTaken(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error && 'table' in error)) return false;
  return error.code === UNIQUE_VIOLATION && String(error.table).startsWith('decisions');
}

export type DecisionFilter = Readonly<{
  userId: UserId;
  symbol?: string | undefined;
  outcome: 'all' | 'traded' | 'vetoed' | 'held';
  accountType?: AnyAccountType | undefined;
  leavesPracticeOut?: boolean;
}>;

/** Practice is left out where nothing was chosen and there is more: as with trades. */
export async function withoutPractice(db: Db, filter: DecisionFilter): Promise<DecisionFilter> {
  if (filter.accountType !== undefined) return filter;
  return { ...filter, leavesPracticeOut: await hasPracticeAndOthers(db, filter.userId) };
}

function matching(db: Db, filter: DecisionFilter) {
  const { userId, symbol, outcome, accountType, leavesPracticeOut = false } = filter;
  const accounts = (eb: ExpressionBuilder<Tables, 'trading_accounts'>) =>
    accountType === undefined
      ? eb('account_type', '!=', 'practice')
      : eb('account_type', '=', accountType);
  return db
    .selectFrom('decisions')
    .where('user_id', '=', userId)
    .$if(symbol !== undefined, (query) => query.where('symbol', '=', symbol as string))
    .$if(outcome !== 'all', (query) =>
      query.where('outcome', '=', outcome as 'traded' | 'vetoed' | 'held'),
    )
    .$if(accountType !== undefined || leavesPracticeOut, (query) =>
      query.where('account_id', 'in', (row) =>
        row
          .selectFrom('trading_accounts')
          .select('id')
          .where('user_id', '=', userId)
          .where(accounts),
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
