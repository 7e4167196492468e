import { AppError } from '../../../http/app-error.ts';
import { queueMail } from '../../../mail/outbox.ts';
import { noteAction, type Operator } from '../audit/note-action.ts';
import { lockAccount } from './change-account.queries.ts';
import type { UsersDeps } from './users.deps.ts';
import { signedOutMail } from './users.mails.ts';

/**
 * Signs an account out everywhere and tells its user. Where nobody is signed in nothing is done.
 *
 * @returns how many sessions it ended
 * @throws AppError account_unknown
 */
export async function endSessions(
  deps: UsersDeps,
  operator: Operator,
  accountId: string,
  reason: string,
): Promise<number> {
  const { db, clock } = deps;
  return db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account) throw new AppError('account_unknown', { details: { user_id: accountId } });
    const ended = await deps.signOutEverywhere({ db: tx, clock }, account.id);
    if (ended === 0) return 0;
    await noteAction(tx, clock, operator, {
      action: 'sessions_ended',
      subject: { kind: 'user', id: account.id },
      details: { sessions: ended, reason },
    });
    const mail = signedOutMail(deps, account, ended);
    await queueMail(tx, clock, { ...mail, about: account.id });
    return ended;
  });
}
