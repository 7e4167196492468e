import { msg } from '@lingui/core/runtime-macro';
import {
  CONFIRMED_MINUTES,
  confirmIdentity as confirmIdentityCall,
  confirmWithPasskey,
  getAccountSecurity,
  listSecurityEvents,
  startPasskeyConfirmation,
} from '@quorate/contract/security';
import { MINUTE_MS } from '@quorate/values/instant';
import { AppError } from '../../../http/app-error.ts';
import type { SignedInUser } from '../../../http/auth.ts';
import type { Route } from '../../../http/endpoint.ts';
import type { I18n } from '../../../words/i18n.ts';
import type { AccountDeps } from '../account.deps.ts';
import { issueChallenge, takeChallenge } from '../challenges.ts';
import { judgePasskey, listPasskeys, takeUse } from '../passkeys/passkeys.service.ts';
import { authenticationFrom, authenticationOptions, refusing } from '../passkeys/webauthn.ts';
import { verifyPassword } from '../passwords.ts';
import { countingCodeTries, countPasskeyStart, useCode } from '../second-factors/check-code.ts';
import { hasFactor, hasSecondFactor } from '../second-factors/second-factors.queries.ts';
import type { Origin } from '../sessions/open-session.ts';
import { originOf } from '../sign-in/origin.ts';
import { guardCode } from '../sign-in/throttle.ts';
import { findById, lockPasswordHash } from '../users.queries.ts';
import { accountSecurity, markConfirmed, securityEvents } from './overview.service.ts';

export function registerSecurity(route: Route, deps: AccountDeps): void {
  route(getAccountSecurity, async (_input, { user }) => ({
    success: true,
    security: await accountSecurity(deps, user),
  }));

  route(listSecurityEvents, async ({ query }, { user }) => ({
    success: true,
    ...(await securityEvents(deps, user.id, query)),
  }));

  route(confirmIdentityCall, async ({ body }, { user, request, i18n }) => {
    await confirmIdentity(deps, user, body, originOf(request));
    return confirmed(deps, i18n);
  });

  route(startPasskeyConfirmation, async (_input, { user, request }) => {
    await countPasskeyStart(deps, originOf(request));
    const own = await listPasskeys(deps.db, user.id);
    if (own.length === 0) throw new AppError('passkey_refused');
    const { token } = await issueChallenge(deps, 'passkey_confirm', { userId: user.id });
    return { success: true, options: { ...(await authenticationOptions(deps, token, own)) } };
  });

  route(confirmWithPasskey, async ({ body }, { user, request, i18n }) => {
    await countingCodeTries(deps, request.ip, async () => {
      const { response, challenge } = await refusing(() => authenticationFrom(body.response));
      if (!(await takeChallenge(deps, 'passkey_confirm', challenge, user.id)))
        throw new AppError('passkey_refused');
      const use = await judgePasskey(deps, response, { challenge, userId: user.id });
      await deps.db.transaction().execute(async (tx) => {
        await takeUse({ ...deps, db: tx }, use);
        const now = new Date(deps.clock.now());
        await markConfirmed(tx, user.session.id, { now, withFactor: true });
      });
    });
    return confirmed(deps, i18n);
  });
}

/** Until when a session that is confirmed now stays so. */
function confirmed({ clock }: AccountDeps, { t }: I18n) {
  const until = new Date(clock.now() + CONFIRMED_MINUTES * MINUTE_MS);
  return {
    success: true as const,
    message: t(msg`Thank you, it is you.`),
    confirmed_until: until.toISOString(),
  };
}

/**
 * Confirms a session with the password, and with a code where an authenticator app is on.
 *
 * @throws AppError no_password, wrong_password, code_needed, passkey_needed, wrong_code, rate_limited or busy
 */
async function confirmIdentity(
  deps: AccountDeps,
  user: SignedInUser,
  proof: { password: string; code?: string | undefined },
  origin: Origin,
): Promise<void> {
  const account = await findById(deps.db, user.id);
  if (account?.password_hash === null) throw new AppError('no_password');
  return guardCode(deps, { accountId: user.id, origin }, async () => {
    if (!(await verifyPassword(account?.password_hash, proof.password)))
      throw new AppError('wrong_password');
    if (!(await hasSecondFactor(deps.db, user.id))) await confirmWithPasswordAlone(deps, user);
    else if (proof.code) await confirmWithCode(deps, user, proof.code, origin);
    else throw new AppError('code_needed');
  });
}

/** A person who knows only an operator's password may not add a second factor beside the one that is there. */
async function confirmWithPasswordAlone(deps: AccountDeps, user: SignedInUser): Promise<void> {
  if (user.role === 'admin' && (await hasFactor(deps.db, user.id)))
    throw new AppError('passkey_needed');
  const now = new Date(deps.clock.now());
  await markConfirmed(deps.db, user.session.id, { now, withFactor: false });
}

async function confirmWithCode(
  deps: AccountDeps,
  user: SignedInUser,
  code: string,
  origin: Origin,
): Promise<void> {
  const fits = await deps.db.transaction().execute(async (tx) => {
    await lockPasswordHash(tx, user.id);
    const used = await useCode({ ...deps, db: tx }, user, code, origin);
    const now = new Date(deps.clock.now());
    if (used) await markConfirmed(tx, user.session.id, { now, withFactor: true });
    return used;
  });
  if (!fits) throw new AppError('wrong_code');
}
