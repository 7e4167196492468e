import {
  addPasskey as addPasskeyCall,
  removePasskey as removePasskeyCall,
  startPasskey as startPasskeyCall,
} from '@quorate/contract/second-factors';
import type { Device, SignedIn } from '@quorate/contract/session';
import {
  loginWithPasskey as loginWithPasskeyCall,
  startPasskeyLogin as startPasskeyLoginCall,
} from '@quorate/contract/sign-in-steps';
import { AppError } from '../../../http/app-error.ts';
import type { Route } from '../../../http/endpoint.ts';
import type { AccountDeps } from '../account.deps.ts';
import { insertChallenge, takeChallenge } from '../second-factors/challenges.queries.ts';
import { countingCodeTries, countPasskeyStart } from '../second-factors/code-limits.ts';
import { hashToken, newSecret } from '../secrets.ts';
import { type Origin, openSession } from '../sessions/open-session.ts';
import { rememberBrowser } from '../sign-in/known-browsers.ts';
import { originOf } from '../sign-in/origin.ts';
import { findById, lockPasswordHash } from '../users.queries.ts';
import { addPasskey, removePasskey, startPasskey } from './own-passkeys.service.ts';
import { authenticationOptions, CEREMONY_MS } from './relying-party.ts';
import { judgePasskey, takeUse } from './use-passkey.ts';
import { authenticationFrom, refusing } from './webauthn-json.ts';

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
  const { token, tokenHash } = newSecret();
  const now = deps.clock.now();
  await insertChallenge(deps.db, {
    tokenHash,
    purpose: 'passkey_login',
    userId: null,
    data: {},
    now: new Date(now),
    expiresAt: new Date(now + CEREMONY_MS),
  });
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
    const known = await takeChallenge(deps.db, {
      tokenHash: hashToken(input.challenge),
      purpose: 'passkey_login',
      userId: null,
      now: new Date(deps.clock.now()),
    });
    if (!known) throw new AppError('challenge_over');
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
