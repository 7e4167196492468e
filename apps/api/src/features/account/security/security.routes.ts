import {
  CONFIRMED_MINUTES,
  confirmIdentity as confirmIdentityCall,
  confirmWithPasskey as confirmWithPasskeyCall,
  getAccountSecurity,
  listSecurityEvents,
  startPasskeyConfirmation as startPasskeyConfirmationCall,
} from '@quorate/contract/security';
import { MINUTE_MS } from '@quorate/values/instant';
import { AppError } from '../../../http/app-error.ts';
import type { SignedInUser } from '../../../http/auth.ts';
import type { Route } from '../../../http/endpoint.ts';
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

  route(confirmIdentityCall, async ({ body }, { user, request }) =>
    confirmed(await confirmIdentity(deps, user, body, originOf(request))),
  );

  route(startPasskeyConfirmationCall, async (_input, { user, request }) => ({
    success: true,
    options: { ...(await startPasskeyConfirmation(deps, user, originOf(request))) },
  }));

  route(confirmWithPasskeyCall, async ({ body }, { user, request }) =>
    confirmed(await confirmWithPasskey(deps, user, body.response, originOf(request))),
  );
}

function confirmed(until: Date) {
  return {
    success: true as const,
    message: 'Thank you, it is you.',
    confirmed_until: until.toISOString(),
  };
}

/** @throws AppError passkey_refused for an account without passkeys, or rate_limited */
async function startPasskeyConfirmation(
  deps: AccountDeps,
  user: SignedInUser,
  origin: Origin,
): Promise<Awaited<ReturnType<typeof authenticationOptions>>> {
  await countPasskeyStart(deps, origin);
  const own = await listPasskeys(deps.db, user.id);
  if (own.length === 0) throw new AppError('passkey_refused');
  const { token } = await issueChallenge(deps, 'passkey_confirm', { userId: user.id });
  return authenticationOptions(deps, token, own);
}

/**
 * Confirms a session with a passkey of its own account.
 *
 * @returns until when it is confirmed
 * @throws AppError passkey_refused or rate_limited
 */
async function confirmWithPasskey(
  deps: AccountDeps,
  user: SignedInUser,
  sent: Record<string, unknown>,
  { address }: Origin,
): Promise<Date> {
  await countingCodeTries(deps, address, async () => {
    const { response, challenge } = await refusing(() => authenticationFrom(sent));
    if (!(await takeChallenge(deps, 'passkey_confirm', challenge, user.id)))
      throw new AppError('passkey_refused');
    const use = await judgePasskey(deps, response, { challenge, userId: user.id });
    await deps.db.transaction().execute(async (tx) => {
      await takeUse({ ...deps, db: tx }, use);
      const now = new Date(deps.clock.now());
      await markConfirmed(tx, user.session.id, { now, withFactor: true });
    });
  });
  return confirmedUntil(deps);
}

/**
 * Confirms a session with the password, and with a code where an authenticator app is on.
 *
 * @returns until when it is confirmed
 * @throws AppError no_password, wrong_password, code_needed, passkey_needed, wrong_code, rate_limited or busy
 */
async function confirmIdentity(
  deps: AccountDeps,
  user: SignedInUser,
  proof: { password: string; code?: string | undefined },
  origin: Origin,
): Promise<Date> {
  const account = await findById(deps.db, user.id);
  if (account?.password_hash === null) throw new AppError('no_password');
  return guardCode(deps, { accountId: user.id, origin }, async () => {
    if (!(await verifyPassword(account?.password_hash, proof.password)))
      throw new AppError('wrong_password');
    if (!(await hasSecondFactor(deps.db, user.id))) await confirmWithPasswordAlone(deps, user);
    else if (proof.code) await confirmWithCode(deps, user, proof.code, origin);
    else throw new AppError('code_needed');
    return confirmedUntil(deps);
  });
}

/** Until when a session that is confirmed now stays so. */
function confirmedUntil({ clock }: Pick<AccountDeps, 'clock'>): Date {
  return new Date(clock.now() + CONFIRMED_MINUTES * MINUTE_MS);
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
