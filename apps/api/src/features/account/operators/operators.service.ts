import { msg } from '@lingui/core/runtime-macro';
import { sql } from 'kysely';
import type { Db } from '../../../db/tables.ts';
import type { Clock } from '../../../process/clock.ts';
import type { AccountDeps } from '../account.deps.ts';
import { deletePasskeysOf } from '../passkeys/passkeys.service.ts';
import { deleteSecret } from '../second-factors/second-factors.queries.ts';
import { noteAndNotify, noteEvent } from '../security/events.ts';
import { endSessionsOf } from '../sessions/own-sessions.service.ts';
import { findByLogin, lockPasswordHash } from '../users.queries.ts';

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

export type FactorsReset = Readonly<{ app: boolean; passkeys: number; sessions: number }>;

type ResetDeps = Pick<AccountDeps, 'db' | 'clock' | 'brand' | 'publicUrl'> &
  Readonly<{
    /** Writes it to the operators' audit log, in its transaction. */
    noteReset: (tx: Db, userId: string, reset: FactorsReset) => Promise<void>;
  }>;

/**
 * Takes the second factors of an operator who has lost them: authenticator app, recovery codes and passkeys.
 * Browsers are signed out; the next act in the back office asks for a new factor.
 *
 * @throws OperatorError when there is no such account, or it is no operator's
 */
export async function resetFactors(
  deps: ResetDeps,
  usernameOrEmail: string,
): Promise<FactorsReset & { username: string }> {
  const { db, clock, noteReset } = deps;
  const user = await findByLogin(db, usernameOrEmail);
  if (!user) throw new OperatorError(`There is no account "${usernameOrEmail}".`);
  if (user.role !== 'admin') throw new OperatorError(`${user.username} is no operator.`);
  const reset = await db.transaction().execute(async (tx) => {
    await lockPasswordHash(tx, user.id);
    const app = await deleteSecret(tx, user.id);
    const passkeys = await deletePasskeysOf(tx, user.id);
    const which = { except: null, devices: false, address: null };
    const sessions = await endSessionsOf({ db: tx, clock }, user.id, which);
    const done = { app, passkeys: passkeys.length, sessions };
    if (!app && passkeys.length === 0) return done;
    await noteReset(tx, user.id, done);
    for (const about of passkeys)
      await noteEvent({ db: tx, clock }, user.id, {
        kind: 'passkey_removed',
        about,
        address: null,
      });
    await noteAndNotify({ ...deps, db: tx }, user, {
      kind: 'totp_off',
      about: 'command line',
      address: null,
      subject: msg`The second factors of your account were reset`,
      what: msg`The authenticator app, the recovery codes and the passkeys of your account no longer work. Sign in and set up a second factor again.`,
    });
    return done;
  });
  return { username: user.username, ...reset };
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
