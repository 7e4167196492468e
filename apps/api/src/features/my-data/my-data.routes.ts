import { Readable } from 'node:stream';
import { msg } from '@lingui/core/runtime-macro';
import type { Brand } from '@quorate/contract/brand';
import { EMAIL_MAX } from '@quorate/contract/email-address';
import { normalForm } from '@quorate/contract/fields';
import { deleteAccount as deleteCall, exportMyData } from '@quorate/contract/my-data';
import { isoFromInstant } from '@quorate/values/instant';
import { sql } from 'kysely';
import type { Limits } from '../../config/limits.ts';
import type { Db } from '../../db/tables.ts';
import { AppError } from '../../http/app-error.ts';
import type { Route } from '../../http/endpoint.ts';
import { countAgainst } from '../../http/rate-limit.ts';
import { composeLetter, type Reader, readerOf } from '../../mail/letter.ts';
import type { Mail } from '../../mail/mail.ts';
import { queueMail } from '../../mail/outbox.ts';
import type { Clock } from '../../process/clock.ts';
import { noteEvent } from '../account/security/events.ts';
import { endSubscriptions } from '../billing/end-subscriptions.ts';
import { noteLeaving } from '../records/erase-entries.ts';
import { EXPORT_TABLES, type ExportTable } from './export-tables.ts';

const HOUR_MS = 3_600_000;

type MyDataDeps = Readonly<{
  db: Db;
  clock: Clock;
  brand: Brand;
  publicUrl: string;
  limits: Limits;
}>;

export function registerMyData(route: Route, deps: MyDataDeps): void {
  const { db, clock, limits } = deps;
  const limit = limits.exports;
  const words = msg`${{ limit }} exports an hour`;
  const perUser = { what: 'export', limit, windowMs: HOUR_MS, words };

  route(exportMyData, async (_input, { user, request, reply }) => {
    await countAgainst({ db, clock }, perUser, user.id);
    const about = { kind: 'data_exported', about: '', address: request.ip } as const;
    await noteEvent({ db, clock }, user.id, about);
    const exportedAt = isoFromInstant(clock.now());
    reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'no-store')
      .header(
        'content-disposition',
        `attachment; filename="quorate-data-${exportedAt.slice(0, 10)}.json"`,
      );
    // A piece is as long as a batch of rows; two of them are held at most.
    return Readable.from(exportDocument(db, user, exportedAt), { highWaterMark: 1 });
  });

  route(deleteCall, async ({ body }, { user, i18n }) => {
    await deleteAccount(deps, user.id, body.username);
    return { success: true, message: i18n.t(msg`Your account is deleted.`) };
  });
}

/**
 * Everything of a user as one JSON document, in pieces: at no time more of it is in memory than a batch
 * of rows.
 */
async function* exportDocument(
  db: Db,
  user: { id: string; email: string },
  exportedAt: string,
): AsyncGenerator<string> {
  yield `{\n"exported_at": ${JSON.stringify(exportedAt)},\n`;
  yield `"user": ${JSON.stringify((await findUserToExport(db, user.id)) ?? null)}`;
  for (const table of EXPORT_TABLES) yield* arrayOf(table.table, readTable(db, table, user.id));
  yield* arrayOf('mails', once(listMailsTo(db, user.email)));
  yield* arrayOf('contact_messages', once(listMessagesFrom(db, user.email)));
  yield '\n}\n';
}

async function* arrayOf(
  name: string,
  batches: AsyncIterable<readonly ExportedRow[]>,
): AsyncGenerator<string> {
  yield `,\n${JSON.stringify(name)}: [`;
  let first = true;
  for await (const rows of batches) {
    const lines = rows.map((row) => JSON.stringify(row)).join(',\n');
    yield first ? `\n${lines}` : `,\n${lines}`;
    first = false;
  }
  yield first ? ']' : '\n]';
}

async function* once(rows: Promise<ExportedRow[]>): AsyncGenerator<ExportedRow[]> {
  const all = await rows;
  if (all.length > 0) yield all;
}

type DeleteDeps = Readonly<{
  db: Db;
  clock: Clock;
  brand: Brand;
  publicUrl: string;
}>;

/**
 * Deletes an account with everything of its user, all of it or nothing; of the user remains a farewell
 * in the outbox until it is sent and has aged.
 *
 * @param typed the username as the user typed it
 * @throws AppError username_mismatch
 */
async function deleteAccount(deps: DeleteDeps, userId: string, typed: string): Promise<void> {
  const { db, clock } = deps;
  await db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) throw new AppError('unauthorized');
    const { username, email, locale } = user;
    if (nameKey(typed) !== nameKey(username))
      throw new AppError('username_mismatch', { details: { username } });
    await endSubscriptions({ clock }, tx, userId);
    const pending = await listPendingAddresses(tx, userId);
    await deleteUserRows(tx, userId, new Date(clock.now()));
    await deleteByAddress(tx, {
      userId,
      username,
      email,
      pending,
      support: deps.brand.supportEmail,
    });
    const farewell = farewellMail(deps, readerOf({ email, username, locale }));
    await queueMail(tx, clock, { ...farewell, about: userId });
  });
}

/** Whoever reads the name on the page and types it in another case means it. */
function nameKey(name: string): string {
  return normalForm(name, 'NFKC', EMAIL_MAX).trim().toLowerCase();
}

export function farewellMail(
  { brand, publicUrl }: Pick<DeleteDeps, 'brand' | 'publicUrl'>,
  reader: Reader,
): Mail {
  const { t } = reader.i18n;
  return composeLetter(brand, reader, {
    subject: t(msg`Your ${{ brand: brand.name }} account is deleted`),
    paragraphs: [
      t(msg`Goodbye ${{ username: reader.username }},`),
      t(
        msg`your account is deleted, and everything in it: trades, decisions, settings, reviews, sign-ins and bots. It cannot be brought back.`,
      ),
      t(
        msg`A subscription ends with it, and nothing more is billed. What you paid stays in our books, as the law asks, without your name.`,
      ),
      t(
        msg`Positions that a bot holds in your trading terminal are not touched by this. Look after them there.`,
      ),
    ],
    action: { label: t(msg`Visit ${{ brand: brand.name }}`), url: publicUrl },
    note: t(msg`If it was not you, write to ${{ support: brand.supportEmail }}.`),
  });
}

type RecordTable = 'record_entries' | 'record_streams';

type ExportedRow = Record<string, unknown>;

/**
 * The user's rows of a table, a batch at a time, each after the last one. No transaction is held open
 * while a slow reader takes them: what is written meanwhile may or may not be among them.
 */
async function* readTable(
  db: Db,
  { table, columns, key, batch }: ExportTable,
  userId: string,
): AsyncGenerator<ExportedRow[]> {
  const place = sql.join(key.map((name) => sql.ref(name)));
  const chosen = sql.join([
    ...columns.map((name) => sql.ref(name)),
    ...key.map((name, index) => sql`${sql.ref(name)}::text as ${sql.ref(`key_${index}`)}`),
  ]);
  let last: unknown[] | null = null;
  for (;;) {
    const after: ReturnType<typeof sql> = last ? sql`and (${place}) > (${sql.join(last)})` : sql``;
    const { rows } = await sql<ExportedRow>`
      select ${chosen} from ${sql.table(table)}
      where user_id = ${userId} ${after}
      order by ${place} limit ${batch}
    `.execute(db);
    if (rows.length > 0) yield rows.map((row) => pick(row, columns));
    const end = rows.at(-1);
    if (!end || rows.length < batch) return;
    last = key.map((_name, index) => end[`key_${index}`]);
  }
}

function findUserToExport(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select([
      'id',
      'username',
      'email',
      'role',
      'given_plan',
      'given_until',
      'email_verified_at',
      'locale',
      'created_at',
    ])
    .where('id', '=', userId)
    .executeTakeFirst();
}

/** Mails to the address without their texts, which may hold links that sign in. */
function listMailsTo(db: Db, email: string) {
  return db
    .selectFrom('outbox')
    .select(['subject', 'created_at', 'sent_at'])
    .where((row) => row(row.fn<string>('lower', ['to_address']), '=', email.toLowerCase()))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAILS_MAX)
    .execute();
}

/** Messages of the contact form that were signed with the address. */
function listMessagesFrom(db: Db, email: string) {
  return db
    .selectFrom('contact_messages')
    .select(['id', 'name', 'email', 'subject', 'message', 'created_at'])
    .where((row) => row(row.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MESSAGES_MAX)
    .execute();
}

const MAILS_MAX = 10_000;
const MESSAGES_MAX = 1_000;

function pick(row: ExportedRow, columns: readonly string[]): ExportedRow {
  return Object.fromEntries(columns.map((name) => [name, exported(row[name])]));
}

/** Files travel in JSON as base64. */
function exported(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
}

/** Holds the account until the transaction ends: nothing new hangs itself on it meanwhile. */
function lockUser(tx: Db, userId: string) {
  return tx
    .selectFrom('users')
    .select(['id', 'username', 'email', 'locale'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

/** Addresses that wait to become the account's, and that are no other account's. */
async function listPendingAddresses(tx: Db, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('challenges')
    .select('new_email')
    .where('user_id', '=', userId)
    .where('new_email', 'is not', null)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('users')
            .select('users.id')
            .where(sql<boolean>`users.email_key = lower(challenges.new_email)`),
        ),
      ),
    )
    .execute();
  return rows.flatMap((row) => row.new_email ?? []);
}

/**
 * Removes the account. Every table with something of a user in it hangs on `users` and goes with it, but for the
 * record's; the large ones are emptied first, in one statement each, which is many times faster.
 */
async function deleteUserRows(tx: Db, userId: string, now: Date): Promise<void> {
  const remove = (table: 'votes' | 'trades' | 'decisions' | 'trading_accounts' | RecordTable) =>
    tx.deleteFrom(table).where('user_id', '=', userId).execute();
  for (const table of ['votes', 'trades', 'decisions', 'trading_accounts'] as const)
    await remove(table);
  // Whoever adds to a record holds its account before its stream, and so does this.
  await noteLeaving(tx, userId, now);
  for (const table of ['record_entries', 'record_streams'] as const) await remove(table);
  await tx.deleteFrom('users').where('id', '=', userId).execute();
}

/** What stands under an address or a name instead of under a user. */
async function deleteByAddress(
  tx: Db,
  from: {
    userId: string;
    username: string;
    email: string;
    pending: readonly string[];
    /** Where messages of the contact form went, which name who wrote them. */
    support: string;
  },
): Promise<void> {
  const mailed = [from.email, ...from.pending].map(lower);
  await tx
    .deleteFrom('outbox')
    .where((row) =>
      row.or([
        row('about_user', '=', from.userId),
        row(row.fn<string>('lower', ['to_address']), 'in', mailed),
        row.and([
          row('to_address', '=', from.support),
          sql<boolean>`position(${lower(`<${from.email}>`)} in lower(text)) > 0`,
        ]),
      ]),
    )
    .execute();
  await tx
    .deleteFrom('contact_messages')
    .where((row) => row(row.fn<string>('lower', ['email']), '=', lower(from.email)))
    .execute();
  await tx
    .deleteFrom('tasks')
    .where('kind', '=', 'mail_request')
    .where(
      sql<string>`lower(payload ->> 'asked_for')`,
      'in',
      [from.email, from.username].map(lower),
    )
    .execute();
}

function lower(text: string): string {
  return text.toLowerCase();
}
