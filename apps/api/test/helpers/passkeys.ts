import { addPasskey, startPasskey } from '@quorate/contract/second-factors';
import { loginWithPasskey, startPasskeyLogin } from '@quorate/contract/sign-in-steps';
import { type Authenticator, type Deviation, newAuthenticator } from './authenticator.ts';
import type { TestService } from './test-service.ts';

/** A passkey that the user of a session has added. */
export async function addedPasskey(
  service: TestService,
  token: string,
  name = 'Phone',
  authenticator = newAuthenticator(),
): Promise<Authenticator> {
  const { options } = await service.call(startPasskey, {}, token);
  const response = authenticator.create(options);
  await service.call(addPasskey, { body: { response, name } }, token);
  return authenticator;
}

/** What a browser sends to sign in with a passkey. */
export async function passkeyLogin(
  service: TestService,
  authenticator: Authenticator,
  deviation: Deviation = {},
): Promise<{ challenge: string; response: Record<string, unknown> }> {
  const { challenge, options } = await service.call(startPasskeyLogin, {});
  return { challenge, response: authenticator.get(options, deviation) };
}

/** Signs in with a passkey; returns the session's token. */
export async function signedInByPasskey(
  service: TestService,
  authenticator: Authenticator,
): Promise<string> {
  const body = await passkeyLogin(service, authenticator);
  return (await service.call(loginWithPasskey, { body })).access_token;
}
