import {
  forgotPassword as forgotPasswordCall,
  login,
  logout,
  resendVerification as resendVerificationCall,
  resetPassword as resetPasswordCall,
  signup,
  verifyEmail as verifyEmailCall,
} from '@quorate/contract/account';
import type { Route } from '../../plugins/endpoint.ts';
import type { AccountDeps } from './account.deps.ts';
import { originOf } from './sign-in/origin.ts';
import { forgotPassword, resetPassword } from './sign-in/password-reset.service.ts';
import { signIn } from './sign-in/sign-in.service.ts';
import { deleteSession } from './sessions/sessions.queries.ts';
import { signUp } from './sign-up/sign-up.service.ts';
import { resendVerification, verifyEmail } from './sign-up/verification.service.ts';

export function registerAccount(route: Route, deps: AccountDeps): void {
  route(signup, async ({ body }) => {
    await signUp(deps, body);
    return {
      success: true,
      message: 'Registration successful. Please check your email to verify your account.',
    };
  });

  route(login, ({ body }, { request }) => signIn(deps, body, originOf(request)));

  route(logout, async (_input, { user }) => {
    await deleteSession(deps.db, user.session.tokenHash);
    return { success: true, message: 'Signed out' };
  });

  route(verifyEmailCall, async ({ body }) => {
    await verifyEmail(deps, body.token);
    return { success: true, message: 'Email verified. You can sign in now.' };
  });

  route(resendVerificationCall, async ({ body }) => {
    await resendVerification(deps, body.email);
    return {
      success: true,
      message: 'If an account waits for verification, a new link is on its way.',
    };
  });

  route(forgotPasswordCall, async ({ body }) => {
    await forgotPassword(deps, body.email);
    return { success: true, message: 'Password reset link sent to your email' };
  });

  route(resetPasswordCall, async ({ body }) => {
    await resetPassword(deps, body);
    return {
      success: true,
      message: 'Password reset successful! Please login with your new password.',
    };
  });
}
