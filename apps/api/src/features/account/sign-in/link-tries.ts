import { addressGroup } from '../../../client-address.ts';
import { countAgainst } from '../../../rate-limit.ts';
import type { AccountDeps } from '../account.deps.ts';
import { linkTriesPerAddress } from './limits.ts';

/**
 * Opens a mailed link within the limit of its address. One that works is not counted.
 *
 * @throws AppError rate_limited
 */
export async function countingLinkTries<T>(
  deps: Pick<AccountDeps, 'db' | 'clock' | 'limits'>,
  address: string,
  open: () => Promise<T>,
): Promise<T> {
  const counted = await countAgainst(deps, linkTriesPerAddress(deps.limits), addressGroup(address));
  const result = await open();
  await counted.giveBack();
  return result;
}
