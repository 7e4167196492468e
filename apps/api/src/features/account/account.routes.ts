import { msg } from '@lingui/core/runtime-macro';
import {
  forgotPassword as forgotPasswordCall,
  login,
  logout,
  resendVerification as resendVerificationCall,
  resetPassword as resetPasswordCall,
  signup,
  verifyEmail as verifyEmailCall,
} from '@quorate/contract/account';
import type { Route } from '../../http/endpoint.ts';
import { askedLocale } from '../../http/spoken.ts';
import type { AccountDeps } from './account.deps.ts';
import { registerDevices } from './devices/devices.routes.ts';
import { registerPasskeys } from './passkeys/passkeys.routes.ts';
import { registerProviders } from './providers/providers.routes.ts';
import { registerSecondFactors } from './second-factors/second-factors.routes.ts';
import { registerEmailChange } from './security/change-email.service.ts';
import { registerPasswordChange } from './security/change-password.routes.ts';
import { registerSecurity } from './security/security.routes.ts';
import { registerSessions } from './sessions/own-sessions.service.ts';
import { deleteSession } from './sessions/sessions.queries.ts';
import { rememberBrowser, rememberResetIn } from './sign-in/known-browsers.ts';
import { originOf } from './sign-in/origin.ts';
import { forgotPassword, resetPassword } from './sign-in/password-reset.service.ts';
import { signIn } from './sign-in/sign-in.service.ts';
import { countingLinkTries } from './sign-in/throttle.ts';
import { resendVerification, signUp, verifyEmail } from './sign-up/sign-up.service.ts';

export function registerAccount(route: Route, deps: AccountDeps): void {
  registerSecondFactors(route, deps);
  registerPasskeys(route, deps);
  registerSecurity(route, deps);
  registerPasswordChange(route, deps);
  registerEmailChange(route, deps);
  registerSessions(route, deps);
  registerDevices(route, deps);
  registerProviders(route, deps);
  route(signup, async ({ body }, { request, i18n }) => {
    await signUp(deps, { ...body, locale: body.locale ?? askedLocale(request) }, request.ip);
    return {
      success: true,
      message: i18n.t(
        msg`Registration successful. Please check your email to verify your account.`,
      ),
    };
  });

  route(login, async ({ body }, { request, reply }) => {
    const signedIn = await signIn(deps, body, originOf(request));
    await rememberBrowser(deps, { request, reply }, signedIn);
    return signedIn;
  });

  route(logout, async (_input, { user, i18n }) => {
    await deleteSession(deps.db, user.session.tokenHash);
    return { success: true, message: i18n.t(msg`Signed out`) };
  });

  route(verifyEmailCall, async ({ body }, { request, i18n }) => {
    const verified = await countingLinkTries(deps, request.ip, () =>
      verifyEmail(deps, body.token, request.ip),
    );
    return { success: true, message: i18n.t(VERIFIED_WORDS[verified]) };
  });

  route(resendVerificationCall, async ({ body }, { request, i18n }) => {
    await resendVerification(deps, body.email, request.ip, askedLocale(request));
    return {
      success: true,
      message: i18n.t(msg`If an account waits for verification, a new link is on its way.`),
    };
  });

  route(forgotPasswordCall, async ({ body }, { request, i18n }) => {
    await forgotPassword(deps, body.email, originOf(request));
    return { success: true, message: i18n.t(msg`Password reset link sent to your email`) };
  });

  route(resetPasswordCall, async ({ body }, { request, reply, i18n }) => {
    const userId = await resetPassword(deps, body, originOf(request));
    await rememberResetIn(deps, { request, reply }, userId);
    return {
      success: true,
      message: i18n.t(msg`Password reset successful! Please login with your new password.`),
    };
  });
}

const VERIFIED_WORDS = {
  account: msg`Email verified. You can sign in now.`,
  new_address: msg`Your account has its new email address now.`,
} as const;
