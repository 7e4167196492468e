import { addressGroup } from '../../../http/client-address.ts';
import { countingFailures } from '../../../http/rate-limit.ts';
import type { AccountDeps } from '../account.deps.ts';
import { linkTriesPerAddress } from './limits.ts';

/**
 * Opens a mailed link. Links that are not valid count against their address; a valid one always opens.
 *
 * @throws AppError rate_limited in place of the refusal of a link that is not valid
 */
export function countingLinkTries<T>(
  deps: Pick<AccountDeps, 'db' | 'clock' | 'limits'>,
  address: string,
  open: () => Promise<T>,
): Promise<T> {
  const limit = linkTriesPerAddress(deps.limits);
  const codes = ['verification_invalid', 'reset_token_invalid'] as const;
  return countingFailures(deps, { limit, who: addressGroup(address), codes }, open);
}
