import {
  forgotPassword as forgotPasswordCall,
  login as loginCall,
  resendVerification as resendCall,
  resetPassword as resetPasswordCall,
  type SignupForm,
  signup as signupCall,
  verifyEmail as verifyEmailCall,
} from '@quorate/contract/account';
import { callApi } from '../../lib/api-client.ts';
import { signIn } from '../../lib/session/session.ts';

/** Opens a session and stores it in this browser. */
export async function login(usernameOrEmail: string, password: string): Promise<void> {
  const reply = await callApi(loginCall, {
    body: { username_or_email: usernameOrEmail, password },
  });
  signIn(reply.access_token, reply.user);
}

export async function signup(form: SignupForm): Promise<void> {
  await callApi(signupCall, {
    body: { username: form.username.trim(), email: form.email.trim(), password: form.password },
  });
}

/** @returns what the service says: the same whether or not an account waits for the mail */
export async function resendVerification(email: string): Promise<string> {
  const reply = await callApi(resendCall, { body: { email } });
  return reply.message;
}

export async function verifyEmail(token: string): Promise<void> {
  await callApi(verifyEmailCall, { body: { token } });
}

export async function forgotPassword(email: string): Promise<void> {
  await callApi(forgotPasswordCall, { body: { email } });
}

export async function resetPassword(token: string, password: string): Promise<void> {
  await callApi(resetPasswordCall, { body: { token, password } });
}
