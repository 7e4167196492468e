import type { Device, SignedIn } from '@quorate/contract/session';
import { inTransaction } from '../../../db/in-transaction.ts';
import { AppError } from '../../../http/app-error.ts';
import type { AccountDeps } from '../account.deps.ts';
import { expectRoomToHash, verifyPassword } from '../passwords.ts';
import { hasSecondFactor } from '../second-factors/second-factors.queries.ts';
import { beginSecondStep } from '../second-factors/second-step.ts';
import { type Account, type Origin, openSession } from '../sessions/open-session.ts';
import { findByLogin, lockPasswordHash } from '../users.queries.ts';
import { keepFailedSignIn } from './failed-sign-ins.ts';
import { guardSignIn } from './throttle.ts';

type Credentials = {
  username_or_email: string;
  password: string;
  device?: Device | undefined;
};

/**
 * @throws AppError invalid_credentials, rate_limited or busy; email_not_verified or second_factor_needed
 * once the password is right
 */
export async function signIn(
  deps: AccountDeps,
  { username_or_email: typed, password, device }: Credentials,
  origin: Origin,
): Promise<SignedIn> {
  expectRoomToHash();
  const account = await findByLogin(deps.db, typed);
  const { address } = origin;
  return guardSignIn(deps, { typed, accountId: account?.id, origin }, async (mayPass) => {
    const matches = await verifyPassword(account?.password_hash, password);
    if (!account || !matches || !mayPass) {
      await keepFailedSignIn(deps, { typed, about: device?.name ?? origin.browser, address });
      throw new AppError('invalid_credentials');
    }
    if (account.email_verified_at === null) throw new AppError('email_not_verified');
    if (await hasSecondFactor(deps.db, account.id)) {
      const challenge = await beginSecondStep(deps, account.id, { device, origin });
      throw new AppError('second_factor_needed', { details: { challenge } });
    }
    return openUnlessChanged(deps, account, { ...origin, device, withFactor: false });
  });
}

/** A password that was reset while it was being checked opens nothing: the reset has ended every session. */
function openUnlessChanged(
  deps: AccountDeps,
  account: Account & { password_hash: string | null },
  from: Parameters<typeof openSession>[2],
): Promise<SignedIn> {
  return inTransaction(deps.db, async (tx) => {
    if ((await lockPasswordHash(tx, account.id)) !== account.password_hash)
      throw new AppError('invalid_credentials');
    return openSession({ ...deps, db: tx }, account, from);
  });
}
