import type { PasskeyId } from '@quorate/values/ids';
import { sql } from 'kysely';
import { newId } from '../../../db/ids.ts';
import type { Db } from '../../../db/tables.ts';
import { AppError } from '../../../http/app-error.ts';
import type { AccountDeps } from '../account.deps.ts';
import { type AuthenticationJson, type NewPasskey, readAssertion, refusing } from './webauthn.ts';

/** @returns false when the credential is known already, whoever's it is */
export async function insertPasskey(
  { db, clock }: Pick<AccountDeps, 'db' | 'clock'>,
  userId: string,
  passkey: NewPasskey & { name: string },
): Promise<boolean> {
  const row = await db
    .insertInto('passkeys')
    .values({
      id: newId<PasskeyId>(),
      user_id: userId,
      credential_id: passkey.id,
      public_key: Buffer.from(passkey.publicKey).toString('base64url'),
      sign_count: passkey.counter,
      transports: JSON.stringify(passkey.transports),
      name: passkey.name,
      synced: passkey.synced,
      created_at: new Date(clock.now()),
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export function listPasskeys(db: Db, userId: string) {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** @returns their names */
export async function deletePasskeysOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .returning('name')
    .execute();
  return rows.map(({ name }) => name);
}

/** @returns its name, or nothing when the user has no such passkey */
export async function deletePasskey(
  db: Db,
  userId: string,
  passkeyId: string,
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('passkeys')
    .where('id', '=', passkeyId)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

type Use = Readonly<{ passkeyId: string; userId: string; signCount: number; synced: boolean }>;

/**
 * Checks that one of our passkeys answered a challenge which is used up already.
 *
 * @param expected.userId whose passkey it must be; null when the passkey is to tell
 * @throws AppError passkey_refused, whatever is wrong
 */
export async function judgePasskey(
  deps: AccountDeps,
  response: AuthenticationJson,
  expected: { challenge: string; userId: string | null },
): Promise<Use> {
  const row = await deps.db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', response.id)
    .executeTakeFirst();
  if (!row || (expected.userId !== null && row.user_id !== expected.userId))
    throw new AppError('passkey_refused');
  const { userHandle } = response.response;
  const handle = userHandle ? Buffer.from(userHandle, 'base64url').toString() : null;
  // A browser that was given no account to sign in must name the passkey's (WebAuthn, section 7.2).
  const handleFits = handle === null ? expected.userId !== null : handle === row.user_id;
  if (!handleFits) throw new AppError('passkey_refused');
  const use = await refusing(() =>
    readAssertion(deps, expected.challenge, response, {
      id: row.credential_id,
      publicKey: Uint8Array.from(Buffer.from(row.public_key, 'base64url')),
      counter: row.sign_count,
      transports: row.transports,
    }),
  );
  return { ...use, passkeyId: row.id, userId: row.user_id };
}

/**
 * Writes the use down, in the transaction of what it was used for. Counts only go up; an authenticator that
 * does not count stays at 0. A copy of a passkey, and the same answer sent twice at once, are found out by it.
 *
 * @throws AppError passkey_refused when the passkey was removed meanwhile or its count has not gone up
 */
export async function takeUse(
  { db, clock }: Pick<AccountDeps, 'db' | 'clock'>,
  { passkeyId, signCount, synced }: Use,
): Promise<void> {
  const row = await db
    .updateTable('passkeys')
    .set({ sign_count: signCount, synced, last_used_at: new Date(clock.now()) })
    .where('id', '=', passkeyId)
    .where(
      sql<boolean>`(sign_count < ${signCount}::bigint or (sign_count = 0 and ${signCount}::bigint = 0))`,
    )
    .returning('id')
    .executeTakeFirst();
  if (!row) throw new AppError('passkey_refused');
}
