import { HOUR_MS } from '@quorate/values/instant';
import { addressGroup } from '../../../http/client-address.ts';
import { countAgainst, countingFailures, type RateLimit } from '../../../http/rate-limit.ts';
import type { AccountDeps } from '../account.deps.ts';
import type { Origin } from '../sessions/open-session.ts';
import { apartIfKnown } from '../sign-in/known-browsers.ts';

type LimitDeps = Pick<AccountDeps, 'db' | 'clock' | 'limits'>;

/**
 * Second steps and passkeys are tried by anyone. Their challenges are far beyond guessing, and the codes
 * of an account have limits of their own, so a right answer is never refused for an address's wrong ones.
 *
 * @throws AppError rate_limited in place of a refusal beyond the limit
 */
export function countingCodeTries<T>(
  deps: LimitDeps,
  address: string,
  work: () => Promise<T>,
): Promise<T> {
  const limit = limitOf({ what: 'code-try', limit: deps.limits.codeTries, unit: 'codes' });
  const codes = ['challenge_over', 'wrong_code', 'passkey_refused'] as const;
  return countingFailures(deps, { limit, who: addressGroup(address), codes }, work);
}

/**
 * A sign-in page asks for a challenge whenever it is opened, used or not: there is more room for it.
 *
 * @throws AppError rate_limited
 */
export async function countPasskeyStart(
  deps: LimitDeps,
  { address, browserHash }: Origin,
): Promise<void> {
  const apart = await apartIfKnown(deps, browserHash);
  // An address may be many people's, a browser is not.
  const limit = (apart ? 1 : 10) * deps.limits.codeTries;
  const starts = { what: 'passkey-start', limit, unit: 'passkey sign-ins' };
  await countAgainst(deps, limitOf(starts), addressGroup(address), apart);
}

function limitOf({ what, limit, unit }: { what: string; limit: number; unit: string }): RateLimit {
  return { what, limit, windowMs: HOUR_MS, words: `${limit} ${unit} an hour from one address` };
}
