import { cancelEmailChange, changeEmail } from '@quorate/contract/security';
import type { Route } from '../../../http/endpoint.ts';
import { countAgainst } from '../../../http/rate-limit.ts';
import type { AccountDeps } from '../account.deps.ts';
import { askForNewEmail, cancelNewEmail } from './change-email.service.ts';

const HOUR_MS = 3_600_000;

export function registerEmailChange(route: Route, deps: AccountDeps): void {
  const limit = deps.limits.addressChanges;
  const perUser = {
    what: 'change-email',
    limit,
    windowMs: HOUR_MS,
    words: `${limit} new addresses an hour`,
  };

  route(changeEmail, async ({ body }, { user, request }) => {
    await countAgainst(deps, perUser, user.id);
    await askForNewEmail(deps, user, body.email, request.ip);
    return {
      success: true,
      message: 'Open the link that is on its way to the new address. Until then the old one stays.',
    };
  });

  route(cancelEmailChange, async (_input, { user }) => {
    await cancelNewEmail(deps, user);
    return { success: true, message: 'Your address stays as it is.' };
  });
}
