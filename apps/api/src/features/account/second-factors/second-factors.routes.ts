import {
  disableTotp as disableTotpCall,
  enableTotp as enableTotpCall,
  makeRecoveryCodes as makeRecoveryCodesCall,
  startTotp as startTotpCall,
} from '@quorate/contract/second-factors';
import { loginWithCode as loginWithCodeCall } from '@quorate/contract/sign-in-steps';
import type { Route } from '../../../http/endpoint.ts';
import type { AccountDeps } from '../account.deps.ts';
import { rememberBrowser } from '../sign-in/known-browsers.ts';
import { originOf } from '../sign-in/origin.ts';
import { loginWithCode } from './login-with-code.service.ts';
import { disableTotp, enableTotp, makeRecoveryCodes, startTotp } from './totp.service.ts';

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
