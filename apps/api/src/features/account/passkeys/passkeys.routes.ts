import {
  addPasskey as addPasskeyCall,
  removePasskey as removePasskeyCall,
  startPasskey as startPasskeyCall,
} from '@quorate/contract/second-factors';
import {
  loginWithPasskey as loginWithPasskeyCall,
  startPasskeyLogin as startPasskeyLoginCall,
} from '@quorate/contract/sign-in-steps';
import type { Route } from '../../../http/endpoint.ts';
import type { AccountDeps } from '../account.deps.ts';
import { rememberBrowser } from '../sign-in/known-browsers.ts';
import { originOf } from '../sign-in/origin.ts';
import { addPasskey, removePasskey, startPasskey } from './own-passkeys.service.ts';
import { loginWithPasskey, startPasskeyLogin } from './passkey-login.service.ts';

export function registerPasskeys(route: Route, deps: AccountDeps): void {
  route(startPasskeyLoginCall, async (_input, { request }) => {
    const { challenge, options } = await startPasskeyLogin(deps, originOf(request));
    return { success: true, challenge, options: { ...options } };
  });

  route(loginWithPasskeyCall, async ({ body }, { request, reply }) => {
    const signedIn = await loginWithPasskey(deps, body, originOf(request));
    await rememberBrowser(deps, { request, reply }, signedIn);
    return signedIn;
  });

  route(startPasskeyCall, async (_input, { user }) => ({
    success: true,
    options: { ...(await startPasskey(deps, user)) },
  }));

  route(addPasskeyCall, async ({ body }, { user, request }) => {
    await addPasskey(deps, user, body, originOf(request));
    return { success: true, message: 'The passkey is added.' };
  });

  route(removePasskeyCall, async ({ params }, { user, request }) => {
    await removePasskey(deps, user, params.passkey_id, originOf(request));
    return { success: true, message: 'The passkey is removed.' };
  });
}
