import type { JournalPicture } from '@quorate/contract/journal';
import type { UserId } from '@quorate/values/ids';
import { sql } from 'kysely';
import type { Db } from '../../../db/tables.ts';
import type { TradePlace } from '../entries.service.ts';

/** A trade or a day that pictures belong to. */
export type PicturePlace =
  | (TradePlace & Readonly<{ day?: undefined }>)
  | Readonly<{ day: string; account_id?: undefined; position_ticket?: undefined }>;

const SHOWN = [
  'id',
  'account_id',
  'position_ticket',
  'day',
  'width',
  'height',
  'created_at',
  sql<number>`octet_length(picture)`.as('bytes'),
] as const;

export type PictureRow = Awaited<ReturnType<typeof listPicturesOf>>[number];

export function toPicture({ id, width, height, bytes, created_at }: PictureRow): JournalPicture {
  return { picture_id: id, width, height, bytes, created_at: created_at.toISOString() };
}

/** Of these trades and days, in the order in which they were added. */
export function listPicturesOf(
  db: Db,
  userId: UserId,
  { trades, days }: Readonly<{ trades: readonly TradePlace[]; days: readonly string[] }>,
) {
  return db
    .selectFrom('journal_pictures')
    .select(SHOWN)
    .where('user_id', '=', userId)
    .where((eb) =>
      eb.or([
        ...(days.length > 0 ? [eb('day', 'in', days)] : []),
        ...trades.map(({ account_id, position_ticket }) =>
          eb.and({ account_id, position_ticket }).and('day', 'is', null),
        ),
        // Without a place nothing is meant.
        sql<boolean>`false`,
      ]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export function findPicture(db: Db, userId: UserId, id: string) {
  return db
    .selectFrom('journal_pictures')
    .select(SHOWN)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export function findPictureBytes(
  db: Db,
  userId: UserId,
  id: string,
  size: 'full' | 'thumb',
): Promise<{ bytes: Uint8Array } | undefined> {
  return db
    .selectFrom('journal_pictures')
    .select(size === 'full' ? 'picture as bytes' : 'thumb as bytes')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function countPictures(db: Db, userId: UserId): Promise<number> {
  const { total } = await db
    .selectFrom('journal_pictures')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return total;
}

export async function deletePicture(db: Db, userId: UserId, id: string): Promise<void> {
  await db
    .deleteFrom('journal_pictures')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
}
