import { login as loginCall } from '@quorate/contract/account';
import { finishProviderSignIn } from '@quorate/contract/providers';
import type { SignedIn } from '@quorate/contract/session';
import {
  loginWithCode as loginWithCodeCall,
  loginWithPasskey as loginWithPasskeyCall,
  startPasskeyLogin,
} from '@quorate/contract/sign-in-steps';
import { callApi } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { keepLanguage } from '../../lib/kept-language.ts';
import { askPasskey } from '../../lib/passkeys.ts';
import { signIn } from '../../lib/session/session.ts';
import { forgetSignedUpName } from '../../lib/signed-up-name.ts';

/** Signed in, or what the second step is to be sent with. */
export type SignInOutcome = { step: 'done' } | { step: 'code'; challenge: string };

/** Told who was signed in, before it is stored; may throw to leave things as they are. */
export type Accept = (reply: SignedIn) => void;

/** Opens a session with a password and stores it in this browser, unless a code is needed, too. */
export function login(usernameOrEmail: string, password: string): Promise<SignInOutcome> {
  return firstStep(
    callApi(loginCall, { body: { username_or_email: usernameOrEmail, password } }),
    store,
  );
}

/** Finishes a sign-in with a code of the authenticator app or a recovery code. */
export async function loginWithCode(
  challenge: string,
  code: string,
  accept?: Accept,
): Promise<void> {
  const body = { challenge, code: code.trim() };
  const reply = await callApi(loginWithCodeCall, { body }, { plain: true });
  accept?.(reply);
  store(reply);
}

/** @throws PasskeyFault when the person gives up, ApiError when the service refuses */
export async function loginWithPasskey(): Promise<void> {
  const { challenge, options } = await callApi(startPasskeyLogin, {});
  const response = await askPasskey(options);
  store(await callApi(loginWithPasskeyCall, { body: { challenge, response } }));
}

/**
 * Opens a session with what a provider sent back. A session that this browser already has is replaced.
 */
export function loginWithProvider(
  state: string,
  code: string,
  accept: Accept,
): Promise<SignInOutcome> {
  return firstStep(
    callApi(finishProviderSignIn, { body: { state, code } }, { plain: true }),
    (reply) => {
      accept(reply);
      store(reply);
    },
  );
}

async function firstStep(
  call: Promise<SignedIn>,
  keep: (reply: SignedIn) => void,
): Promise<SignInOutcome> {
  try {
    keep(await call);
    return { step: 'done' };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'second_factor_needed') throw error;
    const { challenge } = error.details;
    if (typeof challenge !== 'string') throw error;
    return { step: 'code', challenge };
  }
}

function store(reply: SignedIn): void {
  forgetSignedUpName();
  signIn(reply.access_token, reply.user);
  keepLanguage();
}
