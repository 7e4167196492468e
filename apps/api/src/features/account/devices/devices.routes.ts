import { randomInt } from 'node:crypto';
import { msg } from '@lingui/core/runtime-macro';
import { claimDevice, makeDeviceCode } from '@quorate/contract/devices';
import { AppError } from '../../../http/app-error.ts';
import { addressGroup } from '../../../http/client-address.ts';
import type { Route } from '../../../http/endpoint.ts';
import { countAgainst, perHour } from '../../../http/rate-limit.ts';
import type { AccountDeps } from '../account.deps.ts';
import { findChallenge, replaceChallenge, takeChallenge } from '../challenges.ts';
import { passwordMark } from '../secrets.ts';
import { openSession } from '../sessions/open-session.ts';
import { originOf } from '../sign-in/origin.ts';
import { findById, lockPasswordHash } from '../users.queries.ts';

export function registerDevices(route: Route, deps: AccountDeps): void {
  const { deviceCodes, codeTries } = deps.limits;
  const made = perHour('device-code', deviceCodes, (limit) => msg`${{ limit }} codes an hour`);
  const tried = perHour(
    'device-claim',
    codeTries,
    (limit) => msg`${{ limit }} wrong codes an hour`,
  );

  route(makeDeviceCode, async (_input, { user }) => {
    await countAgainst(deps, made, user.id);
    const code = newDeviceCode();
    const subject = { userId: user.id, token: markOf(deps, code) };
    // A user has one at a time.
    const { expiresAt } = await deps.db
      .transaction()
      .execute((tx) => replaceChallenge({ ...deps, db: tx }, 'device', subject));
    return { success: true, code: shownDeviceCode(code), expires_at: expiresAt.toISOString() };
  });

  route(claimDevice, async ({ body }, { request }) => {
    // Counted before the work, so that parallel guesses are no way around the limit.
    const counted = await countAgainst(deps, tried, addressGroup(request.ip));
    const code = readDeviceCode(body.code);
    if (code === null) throw new AppError('device_code_invalid');
    const token = markOf(deps, code);
    const signedIn = await deps.db.transaction().execute(async (tx) => {
      const inside = { ...deps, db: tx };
      const userId = (await findChallenge(inside, 'device', token))?.user_id;
      if (!userId) throw new AppError('device_code_invalid');
      // A change of password that ends every device must not overlook the one that is being signed in.
      await lockPasswordHash(tx, userId);
      const account = await findById(tx, userId);
      const taken = await takeChallenge(inside, 'device', token);
      // It ends codes, too, also where a copy of the version before made it, which does not find them.
      if (!account || taken?.data?.password !== passwordMark(account.password_hash))
        throw new AppError('device_code_invalid');
      // The user who made the code had confirmed who they are: no second factor is asked for.
      const from = { ...originOf(request), device: body.device, withFactor: false };
      return openSession(inside, account, from);
    });
    await counted.giveBack();
    return signedIn;
  });
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
