import { AppError } from '../../../app-error.ts';
import { queueMail } from '../../../mail/outbox.ts';
import type { AccountDeps } from '../account.deps.ts';
import { deleteEmailTokens, useEmailToken } from '../email-tokens.queries.ts';
import { issueToken } from '../mailed-links.ts';
import { resetMail } from '../mails.ts';
import { hashPassword } from '../passwords.ts';
import { hashToken } from '../secrets.ts';
import { deleteSessionsOf } from '../sessions/sessions.queries.ts';
import { findByEmail, markVerified, setPassword } from '../users.queries.ts';

/** Mails a reset link if the account exists; says nothing either way. */
export async function forgotPassword(deps: AccountDeps, email: string): Promise<void> {
  const user = await findByEmail(deps.db, email);
  if (!user) return;
  await deps.db.transaction().execute(async (tx) => {
    const token = await issueToken({ ...deps, db: tx }, user.id, 'reset');
    await queueMail(
      tx,
      deps.clock,
      resetMail(deps, { to: user.email, username: user.username }, token),
    );
  });
}

/**
 * Sets a new password and ends every session. Whoever holds the mailed link owns the address, so it is
 * verified by it as well.
 *
 * @throws AppError reset_token_invalid
 */
export async function resetPassword(
  deps: AccountDeps,
  input: { token: string; password: string },
): Promise<void> {
  const { db, clock } = deps;
  const passwordHash = await hashPassword(input.password);
  const now = new Date(clock.now());
  await db.transaction().execute(async (tx) => {
    const userId = await useEmailToken(tx, {
      tokenHash: hashToken(input.token),
      purpose: 'reset',
      now,
    });
    if (userId === undefined) throw new AppError('reset_token_invalid');
    await setPassword(tx, userId, passwordHash);
    await markVerified(tx, userId, now);
    await deleteSessionsOf(tx, userId);
    await deleteEmailTokens(tx, userId, 'reset');
  });
}
