import type { Db } from '../../../db/tables.ts';
import type { Clock } from '../../../process/clock.ts';
import { endChallenges } from '../challenges.ts';
import { listPasskeys } from '../passkeys/passkeys.service.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';

/** Keeps a secret that waits for its first code, in place of an older one that still waits. */
export async function savePendingSecret(
  db: Db,
  secret: { userId: string; sealed: string; now: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('totp_secrets')
    .values({ user_id: secret.userId, sealed_secret: secret.sealed, created_at: secret.now })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ sealed_secret: secret.sealed, created_at: secret.now, last_step: null })
        .where('totp_secrets.enabled_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the account asks for a code after the password. */
export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  return Boolean((await findSecret(db, userId))?.enabled_at);
}

/** Whether the account has anything beside its password: an authenticator app that is on, or a passkey. */
export async function hasFactor(db: Db, userId: string): Promise<boolean> {
  return (await hasSecondFactor(db, userId)) || (await listPasskeys(db, userId)).length > 0;
}

export function findSecret(db: Db, userId: string) {
  return db
    .selectFrom('totp_secrets')
    .select(['sealed_secret', 'enabled_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** @returns false when it is on already, or the secret was replaced since the code was checked */
export async function enableSecret(
  db: Db,
  secret: { userId: string; sealed: string; step: number; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('totp_secrets')
    .set({ enabled_at: secret.now, last_step: secret.step })
    .where('user_id', '=', secret.userId)
    .where('sealed_secret', '=', secret.sealed)
    .where('enabled_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses a step up; of any number of parallel uses, and of all later ones, one succeeds. */
export async function takeStep(
  db: Db,
  use: { userId: string; sealed: string; step: number },
): Promise<boolean> {
  const row = await db
    .updateTable('totp_secrets')
    .set({ last_step: use.step })
    .where('user_id', '=', use.userId)
    .where('sealed_secret', '=', use.sealed)
    .where('enabled_at', 'is not', null)
    .where((secret) =>
      secret.or([secret('last_step', 'is', null), secret('last_step', '<', use.step)]),
    )
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Takes the authenticator app away, with its recovery codes and every sign-in that waits for a code.
 *
 * @returns whether it was on
 */
export async function deleteSecret(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .deleteFrom('totp_secrets')
    .where('user_id', '=', userId)
    .returning('enabled_at')
    .executeTakeFirst();
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await endChallenges(db, userId, ['second_factor']);
  return Boolean(row?.enabled_at);
}

/** Makes recovery codes in the place of all older ones. @returns what is shown once */
export async function renewRecoveryCodes(
  { db, clock }: { db: Db; clock: Clock },
  userId: string,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.map(hashRecoveryCode).filter((hash) => hash !== null);
  const owned = { user_id: userId, created_at: new Date(clock.now()) };
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ ...owned, code_hash })))
    .execute();
  return codes;
}

/** Uses a recovery code up; of any number of parallel uses one succeeds. */
export async function takeRecoveryCode(
  db: Db,
  use: { userId: string; codeHash: string; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('recovery_codes')
    .set({ used_at: use.now })
    .where('user_id', '=', use.userId)
    .where('code_hash', '=', use.codeHash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Held until the transaction ends, so that codes made at the same time do not mix with others'. */
export function lockEnabledSecret(db: Db, userId: string) {
  return db
    .selectFrom('totp_secrets')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('enabled_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
}
