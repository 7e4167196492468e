import { AppError } from '../../../app-error.ts';
import type { AccountDeps } from '../account.deps.ts';
import { findEmailToken, useEmailToken } from '../email-tokens.queries.ts';
import { sendVerification } from '../mailed-links.ts';
import { hashToken } from '../secrets.ts';
import { findByLogin, markVerified } from '../users.queries.ts';

/** @throws AppError verification_invalid, verification_expired or already_verified */
export async function verifyEmail(deps: AccountDeps, token: string): Promise<void> {
  const { db, clock } = deps;
  const now = new Date(clock.now());
  const tokenHash = hashToken(token);
  const used = await db.transaction().execute(async (tx) => {
    const userId = await useEmailToken(tx, { tokenHash, purpose: 'verify', now });
    if (userId !== undefined) await markVerified(tx, userId, now);
    return userId !== undefined;
  });
  if (used) return;
  const known = await findEmailToken(db, tokenHash, 'verify');
  if (known?.email_verified_at) throw new AppError('already_verified');
  throw new AppError(known ? 'verification_expired' : 'verification_invalid');
}

/** Mails a new link if an unverified account waits for one; says nothing either way. */
export async function resendVerification(
  deps: AccountDeps,
  usernameOrEmail: string,
): Promise<void> {
  const user = await findByLogin(deps.db, usernameOrEmail);
  if (!user || user.email_verified_at !== null) return;
  await deps.db.transaction().execute((tx) => sendVerification({ ...deps, db: tx }, user));
}
