import { randomInt } from 'node:crypto';
import { DEVICE_CODE_MINUTES } from '@quorate/contract/devices';
import type { Device, SignedIn } from '@quorate/contract/session';
import type { Db } from '../../../db/tables.ts';
import { isUniqueViolation } from '../../../db/unique-violation.ts';
import { AppError } from '../../../http/app-error.ts';
import type { SignedInUser } from '../../../http/auth.ts';
import type { AccountDeps } from '../account.deps.ts';
import { type Origin, openSession } from '../sessions/open-session.ts';

const LIFETIME_MS = DEVICE_CODE_MINUTES * 60_000;
/** Two of 110,000,000,000 codes are the same less often than anything else goes wrong. */
const ATTEMPTS = 3;

/** A code that signs one device of the user in. */
export async function makeDeviceCode(
  deps: AccountDeps,
  user: SignedInUser,
): Promise<{ code: string; expires_at: string }> {
  const { db, clock } = deps;
  const expiresAt = new Date(clock.now() + LIFETIME_MS);
  for (let attempt = 1; ; attempt++) {
    const code = newDeviceCode();
    try {
      await replaceDeviceCode(db, { userId: user.id, codeHash: markOf(deps, code), expiresAt });
      return { code: shownDeviceCode(code), expires_at: expiresAt.toISOString() };
    } catch (error) {
      if (!isUniqueViolation(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

/**
 * Signs a device in with a code; whoever made the code had confirmed to be its user, so that no second
 * factor is asked for.
 *
 * @throws AppError device_code_invalid
 */
export async function claimDevice(
  deps: AccountDeps,
  input: { code: string; device: Device },
  origin: Origin,
): Promise<SignedIn> {
  const { db, clock } = deps;
  const code = readDeviceCode(input.code);
  if (code === null) throw new AppError('device_code_invalid');
  const now = new Date(clock.now());
  return db.transaction().execute(async (tx) => {
    const typed = { codeHash: markOf(deps, code), now };
    const user = await lockCodeOwner(tx, typed);
    if (!user || !(await takeDeviceCode(tx, typed))) throw new AppError('device_code_invalid');
    return openSession({ ...deps, db: tx }, user, {
      ...origin,
      device: input.device,
      withFactor: false,
    });
  });
}

/** An expired code is refused whether or not its row is gone. */
export function removeExpiredDeviceCodes({
  db,
  clock,
}: Pick<AccountDeps, 'db' | 'clock'>): Promise<void> {
  return deleteExpiredDeviceCodes(db, new Date(clock.now()));
}

/** Codes are short enough to be guessed from a plain hash, so that they are kept under the service's key. */
function markOf({ sealing }: AccountDeps, code: string): string {
  return sealing.mark(code, 'device-code');
}

/**
 * Letters and digits that are told apart in every typeface and read out loud without doubt; without
 * vowels no code is a word.
 */
const ALPHABET = 'BCDFGHJKMNPQRTVWX2346789';
const LENGTH = 8;
const GROUP = 4;

/** Eight characters of 24: one of 110,000,000,000 codes. */
export function newDeviceCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** @example shownDeviceCode('F7KQ2MXD') // 'F7KQ-2MXD' */
export function shownDeviceCode(code: string): string {
  return `${code.slice(0, GROUP)}-${code.slice(GROUP)}`;
}

/**
 * A code as it was typed, without what people add or leave out.
 *
 * @returns null when no code looks like that
 * @example readDeviceCode(' f7kq 2mxd ') // 'F7KQ2MXD'
 */
export function readDeviceCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, '');
  const known = Array.from(code).every((character) => ALPHABET.includes(character));
  return known && code.length === LENGTH ? code : null;
}

type DeviceCode = { userId: string; codeHash: string; expiresAt: Date };

/** A user has one code at a time: a new one takes the place of the old. */
async function replaceDeviceCode(db: Db, code: DeviceCode): Promise<void> {
  const { userId: user_id, codeHash: code_hash, expiresAt: expires_at } = code;
  await db
    .insertInto('device_codes')
    .values({ user_id, code_hash, expires_at })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ code_hash, expires_at }))
    .execute();
}

/** Uses a code up; of any number of parallel uses one succeeds. */
async function takeDeviceCode(
  db: Db,
  { codeHash, now }: { codeHash: string; now: Date },
): Promise<boolean> {
  const row = await db
    .deleteFrom('device_codes')
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteDeviceCodeOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('device_codes').where('user_id', '=', userId).execute();
}

async function deleteExpiredDeviceCodes(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('device_codes').where('expires_at', '<=', now).execute();
}

/**
 * Whose code it is; the account is held until the transaction ends, so that a change of password that ends
 * every device does not overlook the one that is being signed in.
 */
function lockCodeOwner(tx: Db, { codeHash, now }: { codeHash: string; now: Date }) {
  return tx
    .selectFrom('users')
    .innerJoin('device_codes', 'device_codes.user_id', 'users.id')
    .select(['users.id', 'users.username', 'users.email', 'users.role'])
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .forNoKeyUpdate(['users'])
    .executeTakeFirst();
}
