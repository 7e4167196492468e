import {
  addPasskey as addPasskeyCall,
  PASSKEYS_MAX,
  removePasskey as removePasskeyCall,
  startPasskey as startPasskeyCall,
} from '@quorate/contract/second-factors';
import type { Device, SignedIn } from '@quorate/contract/session';
import {
  loginWithPasskey as loginWithPasskeyCall,
  startPasskeyLogin as startPasskeyLoginCall,
} from '@quorate/contract/sign-in-steps';
import type { Db } from '../../../db/tables.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Route } from '../../../http/endpoint.ts';
import type { AccountDeps } from '../account.deps.ts';
import { issueChallenge, takeChallenge } from '../challenges.ts';
import { countingCodeTries, countPasskeyStart } from '../second-factors/check-code.ts';
import { noteAndNotify, type Owner } from '../security/events.ts';
import { markConfirmed } from '../security/overview.service.ts';
import { takeWayIn } from '../security/ways-in.ts';
import { type Origin, openSession } from '../sessions/open-session.ts';
import { rememberBrowser } from '../sign-in/known-browsers.ts';
import { originOf } from '../sign-in/origin.ts';
import { findById, lockAccount, lockPasswordHash } from '../users.queries.ts';
import {
  deletePasskey,
  insertPasskey,
  judgePasskey,
  listPasskeys,
  takeUse,
} from './passkeys.service.ts';
import {
  authenticationFrom,
  authenticationOptions,
  type NewPasskey,
  readNewPasskey,
  refusing,
  registrationFrom,
  registrationOptions,
} from './webauthn.ts';

export function registerPasskeys(route: Route, deps: AccountDeps): void {
  route(startPasskeyLoginCall, async (_input, { request }) => {
    const { challenge, options } = await startPasskeyLogin(deps, originOf(request));
    return { success: true, challenge, options: { ...options } };
  });

  route(loginWithPasskeyCall, async ({ body }, { request, reply }) => {
    const signedIn = await loginWithPasskey(deps, body, originOf(request));
    await rememberBrowser(deps, { request, reply }, signedIn);
    return signedIn;
  });

  route(startPasskeyCall, async (_input, { user }) => ({
    success: true,
    options: { ...(await startPasskey(deps, user)) },
  }));

  route(addPasskeyCall, async ({ body }, { user, request }) => {
    await addPasskey(deps, user, body, originOf(request));
    return { success: true, message: 'The passkey is added.' };
  });

  route(removePasskeyCall, async ({ params }, { user, request }) => {
    await removePasskey(deps, user, params.passkey_id, originOf(request));
    return { success: true, message: 'The passkey is removed.' };
  });
}

/** @throws AppError rate_limited */
async function startPasskeyLogin(
  deps: AccountDeps,
  origin: Origin,
): Promise<{ challenge: string; options: Awaited<ReturnType<typeof authenticationOptions>> }> {
  await countPasskeyStart(deps, origin);
  const { token } = await issueChallenge(deps, 'passkey_login');
  return { challenge: token, options: await authenticationOptions(deps, token) };
}

/**
 * Signs in whoever's passkey answered the challenge. It was asked to check who holds it, and so stands
 * for password and code at once.
 *
 * @throws AppError challenge_over, passkey_refused or rate_limited
 */
function loginWithPasskey(
  deps: AccountDeps,
  input: { challenge: string; response: Record<string, unknown>; device?: Device | undefined },
  origin: Origin,
): Promise<SignedIn> {
  return countingCodeTries(deps, origin.address, async () => {
    if (!(await takeChallenge(deps, 'passkey_login', input.challenge)))
      throw new AppError('challenge_over');
    const { response } = await refusing(() => authenticationFrom(input.response));
    const use = await judgePasskey(deps, response, { challenge: input.challenge, userId: null });
    return deps.db.transaction().execute(async (tx) => {
      const inside = { ...deps, db: tx };
      // The account before the passkey, as everywhere: a deletion takes them in that order, too.
      await lockPasswordHash(tx, use.userId);
      await takeUse(inside, use);
      const account = await findById(tx, use.userId);
      if (!account) throw new AppError('passkey_refused');
      return openSession(inside, account, { ...origin, device: input.device, withFactor: true });
    });
  });
}

/** @throws AppError passkey_limit_reached */
async function startPasskey(
  deps: AccountDeps,
  owner: Owner,
): Promise<Awaited<ReturnType<typeof registrationOptions>>> {
  const existing = await expectRoom(deps.db, owner.id);
  const { token } = await issueChallenge(deps, 'passkey_new', { userId: owner.id });
  return registrationOptions(deps, token, owner, existing);
}

/**
 * Keeps a passkey that a browser has made for the owner.
 *
 * @throws AppError passkey_refused or passkey_limit_reached
 */
async function addPasskey(
  deps: AccountDeps,
  owner: Owner & { session: { id: string } },
  input: { response: Record<string, unknown>; name: string },
  { address }: Origin,
): Promise<void> {
  const passkey = await readOwnPasskey(deps, owner.id, input.response);
  await deps.db.transaction().execute(async (tx) => {
    // Holds the account, so that two pages together do not pass the limit.
    await lockAccount(tx, owner.id);
    await expectRoom(tx, owner.id);
    const inside = { ...deps, db: tx };
    if (!(await insertPasskey(inside, owner.id, { ...passkey, name: input.name })))
      throw new AppError('passkey_refused');
    const now = new Date(deps.clock.now());
    await markConfirmed(tx, owner.session.id, { now, withFactor: true });
    await noteAndNotify(inside, owner, {
      kind: 'passkey_added',
      about: input.name,
      address,
      subject: 'A passkey was added to your account',
      what: `The passkey “${input.name}” was added. It signs in to your account without password and code.`,
    });
  });
}

/**
 * Removes one of the owner's passkeys. About any other id nothing is done, and nothing is said.
 *
 * @throws AppError last_way_in
 */
async function removePasskey(
  deps: AccountDeps,
  owner: Owner,
  passkeyId: string,
  { address }: Origin,
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const name = await takeWayIn(tx, owner.id, () => deletePasskey(tx, owner.id, passkeyId));
    if (name === undefined) return;
    await noteAndNotify({ ...deps, db: tx }, owner, {
      kind: 'passkey_removed',
      about: name,
      address,
      subject: 'A passkey was removed from your account',
      what: `The passkey “${name}” no longer signs in to your account.`,
    });
  });
}

/** The challenge is used up first, whatever comes of it: an answer is judged once. */
async function readOwnPasskey(
  deps: AccountDeps,
  userId: string,
  sent: Record<string, unknown>,
): Promise<NewPasskey> {
  const { response, challenge } = await refusing(() => registrationFrom(sent));
  if (!(await takeChallenge(deps, 'passkey_new', challenge, userId)))
    throw new AppError('passkey_refused');
  return refusing(() => readNewPasskey(deps, challenge, response));
}

/** @throws AppError passkey_limit_reached */
async function expectRoom(db: Db, userId: string) {
  const existing = await listPasskeys(db, userId);
  if (existing.length < PASSKEYS_MAX) return existing;
  throw new AppError('passkey_limit_reached', { details: { limit: PASSKEYS_MAX } });
}
