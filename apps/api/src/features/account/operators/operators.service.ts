import { sql } from 'kysely';
import type { Db } from '../../../db/tables.ts';
import { findByLogin } from '../users.queries.ts';

/** What was asked for cannot be done; the message says why. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

type Role = 'user' | 'admin';

export type RoleChange = Readonly<{ username: string; changed: boolean }>;

/**
 * Makes somebody an operator, or takes it away; the next call of any of their sessions is judged by it.
 *
 * @param usernameOrEmail in any case
 * @throws OperatorError when there is no such account
 */
export async function setRole(db: Db, usernameOrEmail: string, role: Role): Promise<RoleChange> {
  const user = await findByLogin(db, usernameOrEmail);
  if (!user) throw new OperatorError(`There is no account "${usernameOrEmail}".`);
  const { username } = user;
  const changed = await db
    .updateTable('users')
    .set({ role })
    .where('id', '=', user.id)
    .where('role', '<>', role)
    .returning('id')
    .executeTakeFirst();
  return { username, changed: changed !== undefined };
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
