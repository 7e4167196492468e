import type { HandlerInput } from '@quorate/contract/endpoint';
import {
  type DayEntry,
  JOURNAL_ENTRIES_MAX,
  type saveDayJournal,
  type saveTradeJournal,
  type TradeEntry,
  tagKey,
  tagName,
} from '@quorate/contract/journal';
import type { UserId } from '@quorate/values/ids';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Db } from '../../db/tables.ts';
import { AppError } from '../../http/app-error.ts';
import { type PageRequest, readPage } from '../../http/paging.ts';
import type { Clock } from '../../process/clock.ts';

export type JournalDeps = Readonly<{ db: Db; clock: Clock }>;

export type TradePlace = Readonly<{ account_id: string; position_ticket: string }>;

type Words = Readonly<{ note: string; tags: readonly string[]; setup: string | null }>;
type Entry = Omit<Words, 'tags'> & Readonly<{ tags: string[]; updated_at: Date }>;
type Input = Words & Readonly<{ seen: string | null }>;

/** Where entries of one kind are kept. */
type Shelf = Readonly<{
  /** Holds the row until the end of the transaction. */
  find(tx: Db): Promise<Entry | undefined>;
  /** @returns false where another writer was first */
  insert(tx: Db, entry: Entry): Promise<boolean>;
  update(tx: Db, entry: Entry): Promise<unknown>;
  remove(tx: Db): Promise<unknown>;
}>;

const NOTHING: TradeEntry = { note: '', tags: [], setup: null, updated_at: null };

/** @throws AppError not_found for a trade that the user does not have */
export async function readTradeEntry(
  db: Db,
  userId: UserId,
  place: TradePlace,
): Promise<TradeEntry> {
  await expectTrade(db, userId, place);
  const found = await tradeNote(db, userId, place).executeTakeFirst();
  return found ? toEntry(found) : NOTHING;
}

export async function readDayEntry(db: Db, userId: UserId, day: string): Promise<DayEntry> {
  const found = await dayNote(db, userId, day).executeTakeFirst();
  return toDayEntry(found ? toEntry({ ...found, setup: null }) : NOTHING);
}

/**
 * Replaces what was written about a trade, if nobody has changed it since it was seen.
 *
 * @throws AppError not_found, journal_conflict with the newer entry, journal_full
 */
export async function saveTradeEntry(
  { db, clock }: JournalDeps,
  userId: UserId,
  place: TradePlace,
  input: HandlerInput<typeof saveTradeJournal>['body'],
): Promise<TradeEntry> {
  return inTransaction(db, async (tx) => {
    // Held, so that a trade that is just being removed takes this entry along.
    await expectTrade(tx, userId, place);
    return save(tx, clock, tradeShelf(userId, place), {
      ...input,
      setup: input.setup === null ? null : tagName(input.setup),
    });
  });
}

/** The same for a day. @throws AppError journal_conflict */
export async function saveDayEntry(
  { db, clock }: JournalDeps,
  userId: UserId,
  day: string,
  input: HandlerInput<typeof saveDayJournal>['body'],
): Promise<DayEntry> {
  return inTransaction(db, async (tx) =>
    toDayEntry(await save(tx, clock, dayShelf(userId, day), { ...input, setup: null })),
  );
}

/** Days with an entry, newest first. */
export async function listDayEntries(db: Db, userId: UserId, page: PageRequest) {
  const ofUser = db.selectFrom('day_notes').where('user_id', '=', userId);
  const { rows, pagination } = await readPage(page, ofUser, (found) =>
    found.select(['day', 'note', 'tags', 'updated_at']).orderBy('day', 'desc'),
  );
  const days = rows.map(({ day, ...row }) => ({
    day,
    ...toDayEntry(toEntry({ ...row, setup: null })),
  }));
  return { days, pagination };
}

async function save(tx: Db, clock: Clock, shelf: Shelf, { seen, ...typed }: Input) {
  const wanted = { ...typed, tags: onceEach(typed.tags) };
  const current = await shelf.find(tx);
  // Sent twice, or typed alike in two windows: there is nothing to lose.
  if (current && isSame(current, wanted)) return toEntry(current);
  if (current && current.updated_at.toISOString() !== seen) throw conflict(current);
  if (wanted.note === '' && wanted.tags.length === 0 && wanted.setup === null) {
    if (current) await shelf.remove(tx);
    return NOTHING;
  }
  const now = Math.max(clock.now(), (current?.updated_at.getTime() ?? 0) + 1);
  const next = { ...wanted, updated_at: new Date(now) };
  if (current) await shelf.update(tx, next);
  else if (!(await shelf.insert(tx, next))) {
    const first = await shelf.find(tx);
    if (first && !isSame(first, wanted)) throw conflict(first);
    if (first) return toEntry(first);
  }
  return toEntry(next);
}

function conflict(current: Entry): AppError {
  return new AppError('journal_conflict', {
    details: { current: JSON.stringify(toEntry(current)) },
  });
}

/** Each tag once, in the spelling that came first. */
function onceEach(tags: readonly string[]): string[] {
  const known = new Map<string, string>();
  for (const tag of tags) if (!known.has(tagKey(tag))) known.set(tagKey(tag), tagName(tag));
  return [...known.values()].filter((tag) => tag !== '');
}

function isSame(one: Words, other: Words): boolean {
  return (
    one.note === other.note &&
    one.setup === other.setup &&
    JSON.stringify(one.tags) === JSON.stringify(other.tags)
  );
}

export function toEntry({ note, tags, setup, updated_at }: Entry): TradeEntry {
  return { note, tags, setup, updated_at: updated_at.toISOString() };
}

function toDayEntry({ setup: _, ...entry }: TradeEntry): DayEntry {
  return entry;
}

/** @throws AppError not_found; within a transaction the trade is held until its end */
export async function expectTrade(db: Db, userId: UserId, place: TradePlace): Promise<void> {
  const found = await db
    .selectFrom('trades')
    .select('position_ticket')
    .where('user_id', '=', userId)
    .where('account_id', '=', place.account_id)
    .where('position_ticket', '=', place.position_ticket)
    .$if(db.isTransaction, (query) => query.forKeyShare())
    .executeTakeFirst();
  if (!found) throw new AppError('not_found');
}

function tradeNote(db: Db, userId: UserId, place: TradePlace) {
  return db
    .selectFrom('trade_notes')
    .select(['note', 'tags', 'setup', 'updated_at'])
    .where('user_id', '=', userId)
    .where('account_id', '=', place.account_id)
    .where('position_ticket', '=', place.position_ticket);
}

function dayNote(db: Db, userId: UserId, day: string) {
  return db
    .selectFrom('day_notes')
    .select(['note', 'tags', 'updated_at'])
    .where('user_id', '=', userId)
    .where('day', '=', day);
}

function tradeShelf(userId: UserId, place: TradePlace): Shelf {
  return {
    find: (tx) => tradeNote(tx, userId, place).forUpdate().executeTakeFirst(),
    async insert(tx, entry) {
      await expectRoom(tx, userId);
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('trade_notes')
        .values({ user_id: userId, ...place, ...entry })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    },
    update: (tx, entry) =>
      tx
        .updateTable('trade_notes')
        .set(entry)
        .where('user_id', '=', userId)
        .where('account_id', '=', place.account_id)
        .where('position_ticket', '=', place.position_ticket)
        .execute(),
    remove: (tx) =>
      tx
        .deleteFrom('trade_notes')
        .where('user_id', '=', userId)
        .where('account_id', '=', place.account_id)
        .where('position_ticket', '=', place.position_ticket)
        .execute(),
  };
}

function dayShelf(userId: UserId, day: string): Shelf {
  return {
    async find(tx) {
      const row = await dayNote(tx, userId, day).forUpdate().executeTakeFirst();
      return row && { ...row, setup: null };
    },
    async insert(tx, { setup: _, ...entry }) {
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('day_notes')
        .values({ user_id: userId, day, ...entry })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    },
    update: (tx, { setup: _, ...entry }) =>
      tx
        .updateTable('day_notes')
        .set(entry)
        .where('user_id', '=', userId)
        .where('day', '=', day)
        .execute(),
    remove: (tx) =>
      tx.deleteFrom('day_notes').where('user_id', '=', userId).where('day', '=', day).execute(),
  };
}

/** Some more may come in at the same moment: it is storage that has an end here, not a promise. */
async function expectRoom(tx: Db, userId: UserId): Promise<void> {
  const { total } = await tx
    .selectFrom('trade_notes')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (total >= JOURNAL_ENTRIES_MAX)
    throw new AppError('journal_full', { details: { limit: JOURNAL_ENTRIES_MAX } });
}
