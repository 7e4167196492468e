import { AppError } from '../../../http/app-error.ts';
import { noteAction, type Operator } from '../audit/note-action.ts';
import { lockAccount } from './change-account.queries.ts';
import type { UsersDeps } from './users.deps.ts';

/**
 * Asks for the mail that verifies an address. However often it is asked for, an address is mailed at most
 * once a minute.
 *
 * @throws AppError account_unknown or already_verified
 */
export async function resendVerification(
  deps: UsersDeps,
  operator: Operator,
  accountId: string,
  reason: string,
): Promise<void> {
  const { db, clock } = deps;
  await db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account) throw new AppError('account_unknown', { details: { user_id: accountId } });
    if (account.email_verified_at !== null) throw new AppError('already_verified');
    await deps.requestVerification({ db: tx, clock }, account.email);
    await noteAction(tx, clock, operator, {
      action: 'verification_resent',
      subject: { kind: 'user', id: account.id },
      details: { reason },
    });
  });
}
