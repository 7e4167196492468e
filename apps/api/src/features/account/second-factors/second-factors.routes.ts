import {
  disableTotp as disableTotpCall,
  enableTotp as enableTotpCall,
  makeRecoveryCodes as makeRecoveryCodesCall,
  startTotp as startTotpCall,
} from '@quorate/contract/second-factors';
import { loginWithCode as loginWithCodeCall } from '@quorate/contract/sign-in-steps';
import { AppError } from '../../../http/app-error.ts';
import type { Route } from '../../../http/endpoint.ts';
import type { AccountDeps } from '../account.deps.ts';
import { noteAndNotify, type Owner } from '../security/events.ts';
import { markConfirmed } from '../security/overview.service.ts';
import type { Origin } from '../sessions/open-session.ts';
import { rememberBrowser } from '../sign-in/known-browsers.ts';
import { originOf } from '../sign-in/origin.ts';
import { guardCode } from '../sign-in/throttle.ts';
import { lockPasswordHash } from '../users.queries.ts';
import {
  deleteSecret,
  enableSecret,
  findSecret,
  lockEnabledSecret,
  renewRecoveryCodes,
  savePendingSecret,
} from './second-factors.queries.ts';
import { loginWithCode } from './second-step.ts';
import { newTotpSecret, stepOfCode, totpPlace, totpUri } from './totp.ts';

export function registerSecondFactors(route: Route, deps: AccountDeps): void {
  route(loginWithCodeCall, async ({ body }, { request, reply }) => {
    const signedIn = await loginWithCode(deps, body, originOf(request));
    await rememberBrowser(deps, { request, reply }, signedIn);
    return signedIn;
  });

  route(startTotpCall, async (_input, { user }) => ({
    success: true,
    ...(await startTotp(deps, user)),
  }));

  route(enableTotpCall, async ({ body }, { user, request }) => ({
    success: true,
    message: 'The authenticator app is on. Keep the recovery codes in a safe place.',
    recovery_codes: await enableTotp(deps, user, body.code, originOf(request)),
  }));

  route(disableTotpCall, async (_input, { user, request }) => {
    await disableTotp(deps, user, originOf(request));
    return { success: true, message: 'The authenticator app is off.' };
  });

  route(makeRecoveryCodesCall, async (_input, { user, request }) => ({
    success: true,
    message: 'These are your new recovery codes. The old ones no longer work.',
    recovery_codes: await makeRecoveryCodes(deps, user, originOf(request)),
  }));
}

/**
 * Makes a secret that counts once a code from it was given; an older one that still waits is forgotten.
 *
 * @throws AppError totp_on_already
 */
async function startTotp(
  deps: AccountDeps,
  owner: Owner,
): Promise<{ secret: string; uri: string }> {
  const secret = newTotpSecret();
  const saved = await savePendingSecret(deps.db, {
    userId: owner.id,
    sealed: deps.sealing.seal(secret, totpPlace(owner.id)),
    now: new Date(deps.clock.now()),
  });
  if (!saved) throw new AppError('totp_on_already');
  return { secret, uri: totpUri(secret, { issuer: deps.brand.name, label: owner.username }) };
}

/**
 * Turns the authenticator app on.
 *
 * @returns recovery codes, to be shown once
 * @throws AppError totp_not_started, totp_on_already, wrong_code or rate_limited
 */
async function enableTotp(
  deps: AccountDeps,
  owner: Owner & { session: { id: string } },
  code: string,
  origin: Origin,
): Promise<string[]> {
  const pending = await findSecret(deps.db, owner.id);
  if (!pending) throw new AppError('totp_not_started');
  if (pending.enabled_at) throw new AppError('totp_on_already');
  const sealed = pending.sealed_secret;
  const step = await guardCode(deps, { accountId: owner.id, origin }, async () => {
    const secret = deps.sealing.open(sealed, totpPlace(owner.id));
    const found = stepOfCode(secret, code, deps.clock.now());
    if (found === null) throw new AppError('wrong_code');
    return found;
  });
  return deps.db.transaction().execute(async (tx) => {
    await lockPasswordHash(tx, owner.id);
    const now = new Date(deps.clock.now());
    const enabled = await enableSecret(tx, { userId: owner.id, sealed, step, now });
    // Turned on, off or begun again by another page since the code was checked.
    if (!enabled) throw new AppError('totp_not_started');
    const codes = await renewRecoveryCodes({ ...deps, db: tx }, owner.id);
    await markConfirmed(tx, owner.session.id, { now, withFactor: true });
    await noteAndNotify({ ...deps, db: tx }, owner, {
      kind: 'totp_on',
      about: 'Authenticator app',
      address: origin.address,
      subject: 'An authenticator app was turned on',
      what: 'From now on your account asks for a code of your authenticator app after the password.',
    });
    return codes;
  });
}

async function disableTotp(deps: AccountDeps, owner: Owner, { address }: Origin): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    await lockPasswordHash(tx, owner.id);
    if (!(await deleteSecret(tx, owner.id))) return;
    await noteAndNotify({ ...deps, db: tx }, owner, {
      kind: 'totp_off',
      about: 'Authenticator app',
      address,
      subject: 'The authenticator app was turned off',
      what: 'Your account no longer asks for a code after the password, and its recovery codes no longer work.',
    });
  });
}

/**
 * Makes new recovery codes; the old ones no longer work.
 *
 * @throws AppError totp_off
 */
async function makeRecoveryCodes(
  deps: AccountDeps,
  owner: Owner,
  { address, browser }: Origin,
): Promise<string[]> {
  return deps.db.transaction().execute(async (tx) => {
    await lockPasswordHash(tx, owner.id);
    if (!(await lockEnabledSecret(tx, owner.id))) throw new AppError('totp_off');
    const codes = await renewRecoveryCodes({ ...deps, db: tx }, owner.id);
    await noteAndNotify({ ...deps, db: tx }, owner, {
      kind: 'recovery_codes_made',
      about: browser,
      address,
      subject: 'New recovery codes were made',
      what: 'Your account has new recovery codes. The old ones no longer work.',
    });
    return codes;
  });
}
