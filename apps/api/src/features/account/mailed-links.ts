import type { AccountDeps } from './account.deps.ts';
import { deleteExpiredEmailTokens, insertEmailToken } from './email-tokens.queries.ts';
import { newSecret } from './secrets.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LIFETIME_MS = { verify: DAY_MS, reset: HOUR_MS / 2 } as const;

/** A token for a mailed link, stored as its hash. */
export async function issueToken(
  { db, clock }: Pick<AccountDeps, 'db' | 'clock'>,
  userId: string,
  purpose: 'verify' | 'reset',
): Promise<string> {
  const { token, tokenHash } = newSecret();
  const now = new Date(clock.now());
  const expiresAt = new Date(now.getTime() + LIFETIME_MS[purpose]);
  await insertEmailToken(db, { tokenHash, userId, purpose, now, expiresAt });
  return token;
}

export function removeOldLinks({ db, clock }: Pick<AccountDeps, 'db' | 'clock'>): Promise<void> {
  return deleteExpiredEmailTokens(db, new Date(clock.now() - DAY_MS));
}
