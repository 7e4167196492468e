import { msg } from '@lingui/core/runtime-macro';
import type { Brand } from '@quorate/contract/brand';
import type { HandlerInput } from '@quorate/contract/endpoint';
import type { OwnPublicRecord, savePublicRecord } from '@quorate/contract/public-records';
import { isReservedName, skeletonOf } from '@quorate/contract/usernames';
import type { UserId } from '@quorate/values/ids';
import type { Db } from '../../db/tables.ts';
import { AppError, validationError } from '../../http/app-error.ts';
import { type PageRequest, readPage } from '../../http/paging.ts';
import type { Clock } from '../../process/clock.ts';

export type OwnRecordsDeps = Readonly<{ db: Db; clock: Clock; brand: Pick<Brand, 'name'> }>;

/** Words that an address may need one day, or that promise something. */
const RESERVED: ReadonlySet<string> = new Set([
  'all',
  'best',
  'board',
  'data',
  'demo',
  'edit',
  'file',
  'models',
  'new',
  'picture',
  'record',
  'records',
  'search',
  'top',
  'trades',
  'verified',
  'verify',
  'winner',
]);

export async function listOwn(db: Db, userId: UserId, page: PageRequest) {
  const mine = db.selectFrom('public_records').where('user_id', '=', userId);
  const { rows, pagination } = await readPage(page, mine, (found) =>
    found.select(COLUMNS).orderBy('published_at', 'desc').orderBy('account_id'),
  );
  return { records: rows.map(toOwn), pagination };
}

const COLUMNS = [
  'account_id',
  'name',
  'shows_open',
  'shows_money',
  'listed',
  'published_at',
] as const;

type Row = Readonly<Omit<OwnPublicRecord, 'published_at'> & { published_at: Date }>;

function toOwn({ published_at, ...row }: Row): OwnPublicRecord {
  return { ...row, published_at: published_at.toISOString() };
}

/**
 * Publishes an account's record, or changes what is published of it.
 *
 * @throws AppError validation_failed for a reserved name, not_found, or public_name_taken
 */
export async function saveOwn(
  { db, clock, brand }: OwnRecordsDeps,
  userId: UserId,
  { account_id, name, ...choices }: HandlerInput<typeof savePublicRecord>['body'],
): Promise<OwnPublicRecord> {
  if (RESERVED.has(name.toLowerCase()) || isReservedName(name, brand.name))
    throw validationError([
      { field: 'name', message: msg`This name is reserved. Please choose another.` },
    ]);
  const account = await db
    .selectFrom('trading_accounts')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', account_id)
    .executeTakeFirst();
  if (!account) throw new AppError('not_found');
  const now = new Date(clock.now());
  const shown = { name, name_key: name.toLowerCase(), looks: skeletonOf(name), ...choices };
  try {
    const row = await db
      .insertInto('public_records')
      .values({ user_id: userId, account_id, ...shown, published_at: now, changed_at: now })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'account_id']).doUpdateSet({ ...shown, changed_at: now }),
      )
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    return toOwn(row);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('public_name_taken', { details: { name }, cause: error });
  }
}

const UNIQUE_VIOLATION = '23505';

function isUniqueViolation(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === UNIQUE_VIOLATION;
}

export async function removeOwn(db: Db, userId: UserId, accountId: string): Promise<void> {
  await db
    .deleteFrom('public_records')
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .execute();
}
