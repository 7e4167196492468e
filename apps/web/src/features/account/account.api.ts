import {
  forgotPassword as forgotPasswordCall,
  resendVerification as resendCall,
  resetPassword as resetPasswordCall,
  type SignupForm,
  signup as signupCall,
  verifyEmail as verifyEmailCall,
} from '@quorate/contract/account';
import { callApi } from '../../lib/api-client.ts';
import { chosenPlan } from '../../lib/chosen-plan.ts';
import { keepSignedUpName } from '../../lib/signed-up-name.ts';

export async function signup(form: SignupForm): Promise<void> {
  const username = form.username.trim();
  const chosen = chosenPlan();
  await callApi(signupCall, {
    body: {
      username,
      email: form.email.trim(),
      password: form.password,
      ...(chosen && { chosen }),
    },
  });
  keepSignedUpName(username);
}

/** @returns what the service says: the same whether or not an account waits for the mail */
export async function resendVerification(email: string): Promise<string> {
  const reply = await callApi(resendCall, { body: { email } });
  return reply.message;
}

/** @returns what the service says: whether it was a first address or a new one */
export async function verifyEmail(token: string): Promise<string> {
  const reply = await callApi(verifyEmailCall, { body: { token } });
  return reply.message;
}

export async function forgotPassword(email: string): Promise<void> {
  await callApi(forgotPasswordCall, { body: { email } });
}

export async function resetPassword(token: string, password: string): Promise<void> {
  await callApi(resetPasswordCall, { body: { token, password } });
}
