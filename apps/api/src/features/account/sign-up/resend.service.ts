import { addressGroup } from '../../../http/client-address.ts';
import { countAgainst } from '../../../http/rate-limit.ts';
import type { AccountDeps } from '../account.deps.ts';
import { requestMail } from '../mail-requests/mail-requests.queries.ts';
import { linkRequestsPerAddress } from '../sign-in/limits.ts';

/**
 * Asks for a new link to be mailed if an unverified account waits for one; says nothing either way.
 *
 * @throws AppError rate_limited
 */
export async function resendVerification(
  deps: AccountDeps,
  usernameOrEmail: string,
  address: string,
): Promise<void> {
  await countAgainst(deps, linkRequestsPerAddress(deps.limits), addressGroup(address));
  await requestMail(deps, { purpose: 'verify', asked_for: usernameOrEmail, username: null });
}
