import { msg } from '@lingui/core/runtime-macro';
import {
  addPasskey,
  PASSKEYS_MAX,
  removePasskey,
  startPasskey,
} from '@quorate/contract/second-factors';
import { loginWithPasskey, startPasskeyLogin } from '@quorate/contract/sign-in-steps';
import type { Db } from '../../../db/tables.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Route } from '../../../http/endpoint.ts';
import type { AccountDeps } from '../account.deps.ts';
import { issueChallenge, takeChallenge } from '../challenges.ts';
import { countingCodeTries, countPasskeyStart } from '../second-factors/check-code.ts';
import { noteAndNotify } from '../security/events.ts';
import { markConfirmed } from '../security/overview.service.ts';
import { takeWayIn } from '../security/ways-in.ts';
import { openSession } from '../sessions/open-session.ts';
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
  readNewPasskey,
  refusing,
  registrationFrom,
  registrationOptions,
} from './webauthn.ts';

export function registerPasskeys(route: Route, deps: AccountDeps): void {
  route(startPasskeyLogin, async (_input, { request }) => {
    await countPasskeyStart(deps, originOf(request));
    const { token: challenge } = await issueChallenge(deps, 'passkey_login');
    const options = await authenticationOptions(deps, challenge);
    return { success: true, challenge, options: { ...options } };
  });

  // It was asked to check who holds it, and so stands for password and code at once.
  route(loginWithPasskey, async ({ body }, { request, reply }) => {
    const { challenge, device } = body;
    const origin = originOf(request);
    const signedIn = await countingCodeTries(deps, origin.address, async () => {
      if (!(await takeChallenge(deps, 'passkey_login', challenge)))
        throw new AppError('challenge_over');
      const { response } = await refusing(() => authenticationFrom(body.response));
      const use = await judgePasskey(deps, response, { challenge, userId: null });
      return deps.db.transaction().execute(async (tx) => {
        const inside = { ...deps, db: tx };
        // The account before the passkey, as everywhere: a deletion takes them in that order, too.
        await lockPasswordHash(tx, use.userId);
        await takeUse(inside, use);
        const account = await findById(tx, use.userId);
        if (!account) throw new AppError('passkey_refused');
        return openSession(inside, account, { ...origin, device, withFactor: true });
      });
    });
    await rememberBrowser(deps, { request, reply }, signedIn);
    return signedIn;
  });

  route(startPasskey, async (_input, { user }) => {
    const existing = await expectRoom(deps.db, user.id);
    const { token } = await issueChallenge(deps, 'passkey_new', { userId: user.id });
    return {
      success: true,
      options: { ...(await registrationOptions(deps, token, user, existing)) },
    };
  });

  route(addPasskey, async ({ body: { response: sent, name } }, { user, request, i18n }) => {
    const { response, challenge } = await refusing(() => registrationFrom(sent));
    // Used up first, whatever comes of it: an answer is judged once.
    if (!(await takeChallenge(deps, 'passkey_new', challenge, user.id)))
      throw new AppError('passkey_refused');
    const passkey = await refusing(() => readNewPasskey(deps, challenge, response));
    await deps.db.transaction().execute(async (tx) => {
      const inside = { ...deps, db: tx };
      // Holds the account, so that two pages together do not pass the limit.
      await lockAccount(tx, user.id);
      await expectRoom(tx, user.id);
      if (!(await insertPasskey(inside, user.id, { ...passkey, name })))
        throw new AppError('passkey_refused');
      const now = new Date(deps.clock.now());
      await markConfirmed(tx, user.session.id, { now, withFactor: true });
      await noteAndNotify(inside, user, {
        kind: 'passkey_added',
        about: name,
        address: request.ip,
        subject: msg`A passkey was added to your account`,
        what: msg`The passkey “${{ name }}” was added. It signs in to your account without password and code.`,
      });
    });
    return { success: true, message: i18n.t(msg`The passkey is added.`) };
  });

  // About an id that is not the user's own nothing is done, and nothing is said.
  route(removePasskey, async ({ params: { passkey_id } }, { user, request, i18n }) => {
    await deps.db.transaction().execute(async (tx) => {
      const name = await takeWayIn(tx, user.id, () => deletePasskey(tx, user.id, passkey_id));
      if (name === undefined) return;
      await noteAndNotify({ ...deps, db: tx }, user, {
        kind: 'passkey_removed',
        about: name,
        address: request.ip,
        subject: msg`A passkey was removed from your account`,
        what: msg`The passkey “${{ name }}” no longer signs in to your account.`,
      });
    });
    return { success: true, message: i18n.t(msg`The passkey is removed.`) };
  });
}

/** @throws AppError passkey_limit_reached */
async function expectRoom(db: Db, userId: string) {
  const existing = await listPasskeys(db, userId);
  if (existing.length < PASSKEYS_MAX) return existing;
  throw new AppError('passkey_limit_reached', { details: { limit: PASSKEYS_MAX } });
}
