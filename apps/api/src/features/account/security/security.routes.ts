import {
  confirmIdentity as confirmIdentityCall,
  confirmWithPasskey as confirmWithPasskeyCall,
  getAccountSecurity,
  listSecurityEvents,
  startPasskeyConfirmation as startPasskeyConfirmationCall,
} from '@quorate/contract/security';
import type { Route } from '../../../http/endpoint.ts';
import type { AccountDeps } from '../account.deps.ts';
import { originOf } from '../sign-in/origin.ts';
import { confirmIdentity } from './confirm.service.ts';
import { confirmWithPasskey, startPasskeyConfirmation } from './confirm-with-passkey.service.ts';
import { accountSecurity, securityEvents } from './overview.service.ts';

export function registerSecurity(route: Route, deps: AccountDeps): void {
  route(getAccountSecurity, async (_input, { user }) => ({
    success: true,
    security: await accountSecurity(deps, user),
  }));

  route(listSecurityEvents, async ({ query }, { user }) => ({
    success: true,
    ...(await securityEvents(deps, user.id, query)),
  }));

  route(confirmIdentityCall, async ({ body }, { user, request }) =>
    confirmed(await confirmIdentity(deps, user, body, originOf(request))),
  );

  route(startPasskeyConfirmationCall, async (_input, { user, request }) => ({
    success: true,
    options: { ...(await startPasskeyConfirmation(deps, user, originOf(request))) },
  }));

  route(confirmWithPasskeyCall, async ({ body }, { user, request }) =>
    confirmed(await confirmWithPasskey(deps, user, body.response, originOf(request))),
  );
}

function confirmed(until: Date) {
  return {
    success: true as const,
    message: 'Thank you, it is you.',
    confirmed_until: until.toISOString(),
  };
}
