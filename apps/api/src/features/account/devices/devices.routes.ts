import { randomInt } from 'node:crypto';
import {
  claimDevice as claimDeviceCall,
  makeDeviceCode as makeDeviceCodeCall,
} from '@quorate/contract/devices';
import type { Device, SignedIn } from '@quorate/contract/session';
import { AppError } from '../../../http/app-error.ts';
import type { SignedInUser } from '../../../http/auth.ts';
import { addressGroup } from '../../../http/client-address.ts';
import type { Route } from '../../../http/endpoint.ts';
import { countAgainst, perHour } from '../../../http/rate-limit.ts';
import type { AccountDeps } from '../account.deps.ts';
import { findChallenge, replaceChallenge, takeChallenge } from '../challenges.ts';
import { passwordMark } from '../secrets.ts';
import { type Origin, openSession } from '../sessions/open-session.ts';
import { originOf } from '../sign-in/origin.ts';
import { findById, lockPasswordHash } from '../users.queries.ts';

export function registerDevices(route: Route, deps: AccountDeps): void {
  const { deviceCodes, codeTries } = deps.limits;
  const made = perHour('device-code', deviceCodes, 'codes');
  const tried = perHour('device-claim', codeTries, 'wrong codes');

  route(makeDeviceCodeCall, async (_input, { user }) => {
    await countAgainst(deps, made, user.id);
    return { success: true, ...(await makeDeviceCode(deps, user)) };
  });

  route(claimDeviceCall, async ({ body }, { request }) => {
    // Counted before the work, so that parallel guesses are no way around the limit.
    const counted = await countAgainst(deps, tried, addressGroup(request.ip));
    const signedIn = await claimDevice(deps, body, originOf(request));
    await counted.giveBack();
    return signedIn;
  });
}

/** A code that signs one device of the user in; a user has one at a time. */
async function makeDeviceCode(
  deps: AccountDeps,
  user: SignedInUser,
): Promise<{ code: string; expires_at: string }> {
  const code = newDeviceCode();
  const { expiresAt } = await deps.db.transaction().execute((tx) =>
    replaceChallenge({ ...deps, db: tx }, 'device', {
      userId: user.id,
      token: markOf(deps, code),
    }),
  );
  return { code: shownDeviceCode(code), expires_at: expiresAt.toISOString() };
}

/**
 * Signs a device in with a code; whoever made the code had confirmed to be its user, so that no second
 * factor is asked for.
 *
 * @throws AppError device_code_invalid
 */
async function claimDevice(
  deps: AccountDeps,
  input: { code: string; device: Device },
  origin: Origin,
): Promise<SignedIn> {
  const code = readDeviceCode(input.code);
  if (code === null) throw new AppError('device_code_invalid');
  const token = markOf(deps, code);
  return deps.db.transaction().execute(async (tx) => {
    const inside = { ...deps, db: tx };
    const userId = (await findChallenge(inside, 'device', token))?.user_id;
    if (!userId) throw new AppError('device_code_invalid');
    // A change of password that ends every device must not overlook the one that is being signed in.
    await lockPasswordHash(tx, userId);
    const account = await findById(tx, userId);
    const taken = await takeChallenge(inside, 'device', token);
    // A change of password ends codes, also one by a copy of before that does not find them.
    if (!account || taken?.data?.password !== passwordMark(account.password_hash))
      throw new AppError('device_code_invalid');
    const from = { ...origin, device: input.device, withFactor: false };
    return openSession(inside, account, from);
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
