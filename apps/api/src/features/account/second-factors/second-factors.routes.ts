import { msg } from '@lingui/core/runtime-macro';
import {
  disableTotp,
  enableTotp,
  makeRecoveryCodes,
  startTotp,
} from '@quorate/contract/second-factors';
import { loginWithCode as loginWithCodeCall } from '@quorate/contract/sign-in-steps';
import { AppError } from '../../../http/app-error.ts';
import type { Route } from '../../../http/endpoint.ts';
import type { AccountDeps } from '../account.deps.ts';
import { noteAndNotify } from '../security/events.ts';
import { markConfirmed } from '../security/overview.service.ts';
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

  // A secret counts once a code from it was given; an older one that still waits is forgotten.
  route(startTotp, async (_input, { user }) => {
    const secret = newTotpSecret();
    const saved = await savePendingSecret(deps.db, {
      userId: user.id,
      sealed: deps.sealing.seal(secret, totpPlace(user.id)),
      now: new Date(deps.clock.now()),
    });
    if (!saved) throw new AppError('totp_on_already');
    const uri = totpUri(secret, { issuer: deps.brand.name, label: user.username });
    return { success: true, secret, uri };
  });

  route(enableTotp, async ({ body: { code } }, { user, request, i18n }) => {
    const origin = originOf(request);
    const pending = await findSecret(deps.db, user.id);
    if (!pending) throw new AppError('totp_not_started');
    if (pending.enabled_at) throw new AppError('totp_on_already');
    const sealed = pending.sealed_secret;
    const step = await guardCode(deps, { accountId: user.id, origin }, async () => {
      const secret = deps.sealing.open(sealed, totpPlace(user.id));
      const found = stepOfCode(secret, code, deps.clock.now());
      if (found === null) throw new AppError('wrong_code');
      return found;
    });
    const recovery_codes = await deps.db.transaction().execute(async (tx) => {
      const inside = { ...deps, db: tx };
      await lockPasswordHash(tx, user.id);
      const now = new Date(deps.clock.now());
      const enabled = await enableSecret(tx, { userId: user.id, sealed, step, now });
      // Turned on, off or begun again by another page since the code was checked.
      if (!enabled) throw new AppError('totp_not_started');
      const codes = await renewRecoveryCodes(inside, user.id);
      await markConfirmed(tx, user.session.id, { now, withFactor: true });
      await noteAndNotify(inside, user, {
        kind: 'totp_on',
        about: 'Authenticator app',
        address: origin.address,
        subject: msg`An authenticator app was turned on`,
        what: msg`From now on your account asks for a code of your authenticator app after the password.`,
      });
      return codes;
    });
    const message = i18n.t(
      msg`The authenticator app is on. Keep the recovery codes in a safe place.`,
    );
    return { success: true, message, recovery_codes };
  });

  route(disableTotp, async (_input, { user, request, i18n }) => {
    await deps.db.transaction().execute(async (tx) => {
      await lockPasswordHash(tx, user.id);
      if (!(await deleteSecret(tx, user.id))) return;
      await noteAndNotify({ ...deps, db: tx }, user, {
        kind: 'totp_off',
        about: 'Authenticator app',
        address: request.ip,
        subject: msg`The authenticator app was turned off`,
        what: msg`Your account no longer asks for a code after the password, and its recovery codes no longer work.`,
      });
    });
    return { success: true, message: i18n.t(msg`The authenticator app is off.`) };
  });

  route(makeRecoveryCodes, async (_input, { user, request, i18n }) => {
    const { address, browser } = originOf(request);
    const recovery_codes = await deps.db.transaction().execute(async (tx) => {
      const inside = { ...deps, db: tx };
      await lockPasswordHash(tx, user.id);
      if (!(await lockEnabledSecret(tx, user.id))) throw new AppError('totp_off');
      const codes = await renewRecoveryCodes(inside, user.id);
      await noteAndNotify(inside, user, {
        kind: 'recovery_codes_made',
        about: browser,
        address,
        subject: msg`New recovery codes were made`,
        what: msg`Your account has new recovery codes. The old ones no longer work.`,
      });
      return codes;
    });
    const message = i18n.t(msg`These are your new recovery codes. The old ones no longer work.`);
    return { success: true, message, recovery_codes };
  });
}
