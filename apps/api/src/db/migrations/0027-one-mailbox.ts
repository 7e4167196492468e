import { skeletonOf } from '@quorate/contract/usernames';
import { type Kysely, sql } from 'kysely';
import { mailboxOf } from '../../mail/address.ts';

/**
 * One account per real mailbox and per look of a username, the browsers that an account knows, and whom a mail
 * is about. Of accounts that share a mailbox or look the same the first keeps it; the others go on as they are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  await fillIn(db);
}

const STATEMENTS = [
  'alter table users add column username_skeleton text unique',
  'alter table users add column mailbox_key text unique',
  // Of a browser that signed an account in: its guesses are counted apart from everybody else's.
  `create table known_browsers (
    user_id uuid not null references users on delete cascade,
    token_hash text not null,
    last_used_at timestamptz not null,
    primary key (user_id, token_hash)
  )`,
  'create index known_browsers_by_token on known_browsers (token_hash)',
  // No reference: a farewell outlives its account.
  'alter table outbox add column about_user uuid',
  'create index outbox_by_user on outbox (about_user) where about_user is not null',
];

const BATCH = 1_000;

type Row = { id: string; username: string; email: string };
type Place = { verified: boolean; at: string; id: string };

/** Verified accounts first, then the oldest. */
async function fillIn(db: Kysely<unknown>): Promise<void> {
  let last: Place | null = null;
  for (;;) {
    const after: ReturnType<typeof sql> = last
      ? sql`where (email_verified_at is null, created_at, id) > (${!last.verified}, ${last.at}::timestamptz, ${last.id}::uuid)`
      : sql``;
    const { rows } = await sql<Row & Place>`
      select id, username, email, email_verified_at is not null as verified, created_at::text as at
      from users ${after}
      order by email_verified_at is null, created_at, id limit ${BATCH}
    `.execute(db);
    await note(db, 'username_skeleton', rows, ({ username }) => skeletonOf(username));
    await note(db, 'mailbox_key', rows, ({ email }) => mailboxOf(email));
    last = rows.at(-1) ?? null;
    if (rows.length < BATCH) return;
  }
}

async function note(
  db: Kysely<unknown>,
  column: 'username_skeleton' | 'mailbox_key',
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): Promise<void> {
  const first = new Map<string, string>();
  for (const row of rows) if (!first.has(keyOf(row))) first.set(keyOf(row), row.id);
  if (first.size === 0) return;
  const name = sql.ref(column);
  await sql`
    update users set ${name} = given.key
    from unnest(${[...first.values()]}::uuid[], ${[...first.keys()]}::text[]) as given (id, key)
    where users.id = given.id and not exists (select from users as other where other.${name} = given.key)
  `.execute(db);
}
