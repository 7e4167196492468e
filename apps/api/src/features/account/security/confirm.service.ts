import { CONFIRMED_MINUTES } from '@quorate/contract/security';
import { MINUTE_MS } from '@quorate/values/instant';
import { AppError } from '../../../http/app-error.ts';
import type { SignedInUser } from '../../../http/auth.ts';
import type { AccountDeps } from '../account.deps.ts';
import { verifyPassword } from '../passwords.ts';
import { hasFactor, hasSecondFactor } from '../second-factors/challenge.ts';
import { useCode } from '../second-factors/check-code.ts';
import type { Origin } from '../sessions/open-session.ts';
import { guardCode } from '../sign-in/throttle.ts';
import { findById, lockPasswordHash } from '../users.queries.ts';
import { markConfirmed } from './security.queries.ts';

/**
 * Confirms a session with the password, and with a code where an authenticator app is on.
 *
 * @returns until when it is confirmed
 * @throws AppError no_password, wrong_password, code_needed, passkey_needed, wrong_code, rate_limited or busy
 */
export async function confirmIdentity(
  deps: AccountDeps,
  user: SignedInUser,
  proof: { password: string; code?: string | undefined },
  origin: Origin,
): Promise<Date> {
  const account = await findById(deps.db, user.id);
  if (account?.password_hash === null) throw new AppError('no_password');
  return guardCode(deps, { accountId: user.id, origin }, async () => {
    if (!(await verifyPassword(account?.password_hash, proof.password)))
      throw new AppError('wrong_password');
    if (!(await hasSecondFactor(deps.db, user.id))) await confirmWithPasswordAlone(deps, user);
    else if (proof.code) await confirmWithCode(deps, user, proof.code, origin);
    else throw new AppError('code_needed');
    return confirmedUntil(deps);
  });
}

/** Until when a session that is confirmed now stays so. */
export function confirmedUntil({ clock }: Pick<AccountDeps, 'clock'>): Date {
  return new Date(clock.now() + CONFIRMED_MINUTES * MINUTE_MS);
}

/** A person who knows only an operator's password may not add a second factor beside the one that is there. */
async function confirmWithPasswordAlone(deps: AccountDeps, user: SignedInUser): Promise<void> {
  if (user.role === 'admin' && (await hasFactor(deps.db, user.id)))
    throw new AppError('passkey_needed');
  const now = new Date(deps.clock.now());
  await markConfirmed(deps.db, user.session.id, { now, withFactor: false });
}

async function confirmWithCode(
  deps: AccountDeps,
  user: SignedInUser,
  code: string,
  origin: Origin,
): Promise<void> {
  const fits = await deps.db.transaction().execute(async (tx) => {
    await lockPasswordHash(tx, user.id);
    const used = await useCode({ ...deps, db: tx }, user, code, origin);
    const now = new Date(deps.clock.now());
    if (used) await markConfirmed(tx, user.session.id, { now, withFactor: true });
    return used;
  });
  if (!fits) throw new AppError('wrong_code');
}
