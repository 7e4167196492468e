import { changePassword as changePasswordCall } from '@quorate/contract/security';
import type { Route } from '../../../http/endpoint.ts';
import type { AccountDeps } from '../account.deps.ts';
import { originOf } from '../sign-in/origin.ts';
import { changePassword } from './change-password.service.ts';

export function registerPasswordChange(route: Route, deps: AccountDeps): void {
  route(changePasswordCall, async ({ body }, { user, request }) => {
    const sessions_ended = await changePassword(deps, user, body, originOf(request));
    return { success: true, message: changedWords(sessions_ended), sessions_ended };
  });
}

function changedWords(ended: number): string {
  const changed = 'Your password is changed.';
  if (ended === 0) return changed;
  const others = ended === 1 ? 'One other session was' : `${ended} other sessions were`;
  return `${changed} ${others} ended.`;
}
