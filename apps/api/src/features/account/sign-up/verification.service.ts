import { AppError } from '../../../http/app-error.ts';
import type { AccountDeps } from '../account.deps.ts';
import { findEmailToken, useEmailToken } from '../email-tokens.queries.ts';
import { hashToken } from '../secrets.ts';
import { confirmNewEmail } from '../security/change-email.service.ts';
import { markVerified } from '../users.queries.ts';

/**
 * Confirms the address that a mailed link was sent to: that of a new account, or a new one.
 *
 * @returns which of the two it was
 * @throws AppError verification_invalid, verification_expired, already_verified or email_taken
 */
export async function verifyEmail(
  deps: AccountDeps,
  token: string,
  address: string,
): Promise<'account' | 'new_address'> {
  const { db, clock } = deps;
  const now = new Date(clock.now());
  const tokenHash = hashToken(token);
  const used = await db.transaction().execute(async (tx) => {
    const userId = await useEmailToken(tx, { tokenHash, purpose: 'verify', now });
    if (userId !== undefined) await markVerified(tx, userId, now);
    return userId !== undefined;
  });
  if (used) return 'account';
  const known = await findEmailToken(db, tokenHash, 'verify');
  if (known?.email_verified_at) throw new AppError('already_verified');
  if (known) throw new AppError('verification_expired');
  if (await confirmNewEmail(deps, token, address)) return 'new_address';
  throw new AppError('verification_invalid');
}
