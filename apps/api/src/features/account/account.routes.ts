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
import {
  type AccountDeps,
  forgotPassword,
  resendVerification,
  resetPassword,
  signUp,
  verifyEmail,
} from './account.service.ts';
import { signIn, signOut } from './sessions.service.ts';

export function registerAccount(route: Route, deps: AccountDeps): void {
  route(signup, async ({ body }) => {
    await signUp(deps, body);
    return {
      success: true,
      message: 'Registration successful. Please check your email to verify your account.',
    };
  });

  route(login, async ({ body }) => {
    const { accessToken, user } = await signIn(deps, body);
    return { success: true, access_token: accessToken, user, message: 'Login successful' };
  });

  route(logout, async (_input, { user }) => {
    await signOut(deps, user.tokenHash);
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
