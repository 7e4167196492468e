import { sql } from 'kysely';
import type { Clock } from '../../../clock.ts';
import type { Db } from '../../../db/tables.ts';
import { noteEvent } from '../security/events.ts';
import { findByLogin } from '../users.queries.ts';

/** What was asked for cannot be done; the message says why. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

export type Role = 'user' | 'admin';

export type RoleChange = Readonly<{ username: string; changed: boolean }>;

export type RoleDeps = Readonly<{
  db: Db;
  clock: Clock;
  /** Writes the change to the operators' audit log, in its transaction. */
  noteRole: (tx: Db, userId: string, role: Role) => Promise<void>;
}>;

/**
 * Makes somebody an operator, or takes it away; the next call of any of their sessions is judged by it. The
 * audit log and the account's own list of events have it.
 *
 * @param usernameOrEmail in any case
 * @throws OperatorError when there is no such account
 */
export async function setRole(
  { db, clock, noteRole }: RoleDeps,
  usernameOrEmail: string,
  role: Role,
): Promise<RoleChange> {
  const user = await findByLogin(db, usernameOrEmail);
  if (!user) throw new OperatorError(`There is no account "${usernameOrEmail}".`);
  const { id, username } = user;
  const changed = await db.transaction().execute(async (tx) => {
    const updated = await tx
      .updateTable('users')
      .set({ role })
      .where('id', '=', id)
      .where('role', '<>', role)
      .returning('id')
      .executeTakeFirst();
    if (!updated) return false;
    await noteRole(tx, id, role);
    const kind = role === 'admin' ? 'role_granted' : 'role_revoked';
    await noteEvent({ db: tx, clock }, id, { kind, about: 'command line', address: null });
    return true;
  });
  return { username, changed };
}

/** Every operator, by name. */
export function findOperators(db: Db): Promise<{ username: string; email: string }[]> {
  return db
    .selectFrom('users')
    .select(['username', 'email'])
    .where('role', '=', 'admin')
    .orderBy('username_key')
    .execute();
}

/** @throws OperatorError where no service has set the database up */
export async function expectSetUp(db: Db): Promise<void> {
  const { rows } = await sql<{ known: boolean }>`
    select to_regclass('users') is not null as known
  `.execute(db);
  if (!rows[0]?.known)
    throw new OperatorError(
      'The database holds no accounts yet. Start the service once, then sign up.',
    );
}
