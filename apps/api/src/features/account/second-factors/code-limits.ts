import { HOUR_MS } from '@quorate/values/instant';
import { addressGroup } from '../../../client-address.ts';
import { type Counted, countAgainst } from '../../../rate-limit.ts';
import type { AccountDeps } from '../account.deps.ts';

type LimitDeps = Pick<AccountDeps, 'db' | 'clock' | 'limits'>;

/**
 * Second steps and passkeys are tried by anyone; what they try is far beyond guessing, so that this
 * limit only keeps the work small. The caller gives one back that succeeds.
 *
 * @throws AppError rate_limited
 */
export function countCodeTry(deps: LimitDeps, address: string): Promise<Counted> {
  const limit = deps.limits.codeTries;
  return countFromAddress(deps, { what: 'code-try', limit, unit: 'codes' }, address);
}

/**
 * A sign-in page asks for a challenge whenever it is opened, used or not: there is more room for it.
 *
 * @throws AppError rate_limited
 */
export async function countPasskeyStart(deps: LimitDeps, address: string): Promise<void> {
  const limit = 10 * deps.limits.codeTries;
  await countFromAddress(deps, { what: 'passkey-start', limit, unit: 'passkey sign-ins' }, address);
}

function countFromAddress(
  deps: LimitDeps,
  { what, limit, unit }: { what: string; limit: number; unit: string },
  address: string,
): Promise<Counted> {
  const words = `${limit} ${unit} an hour from one address`;
  return countAgainst(deps, { what, limit, windowMs: HOUR_MS, words }, addressGroup(address));
}
