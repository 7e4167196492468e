import { msg } from '@lingui/core/runtime-macro';
import { AppError } from '../../../http/app-error.ts';
import { addressGroup } from '../../../http/client-address.ts';
import { countAgainst } from '../../../http/rate-limit.ts';
import type { AccountDeps } from '../account.deps.ts';
import { endChallenges, findChallenge, takeChallenge } from '../challenges.ts';
import { linkRequests, requestMail } from '../mail-requests.ts';
import { expectFairPassword } from '../password-rules.ts';
import { hashPassword } from '../passwords.ts';
import { noteAndNotify } from '../security/events.ts';
import type { Origin } from '../sessions/open-session.ts';
import { deleteSessionsOf } from '../sessions/sessions.queries.ts';
import { findByEmail, findById, markVerified, setPassword } from '../users.queries.ts';
import { forgetBrowsers, knowsBrowser } from './known-browsers.ts';
import { countingLinkTries, forgetFailures, NOBODY } from './throttle.ts';

/**
 * Asks for a reset link to be mailed if the account exists; says nothing either way.
 *
 * @throws AppError rate_limited
 */
export async function forgotPassword(
  deps: AccountDeps,
  email: string,
  { address, browserHash }: Origin,
): Promise<void> {
  const apart = (await knownTo(deps, email, browserHash)) ? (browserHash ?? undefined) : undefined;
  await countAgainst(deps, linkRequests(deps), addressGroup(address), apart);
  await requestMail(deps, { purpose: 'reset', asked_for: email, username: null });
}

/**
 * Sets a new password and ends every session. Whoever holds the mailed link owns the address, so it is
 * verified by it as well; what somebody else may have begun, a change of the address or a device's code,
 * ends with the sessions.
 *
 * @returns whose password it is
 * @throws AppError reset_token_invalid, validation_failed, which keeps the link, rate_limited or busy
 */
export async function resetPassword(
  deps: AccountDeps,
  input: { token: string; password: string },
  origin: Origin,
): Promise<string> {
  return countingLinkTries(deps, origin.address, async () => {
    const link = await findChallenge(deps, 'reset', input.token);
    const account = link?.open && link.user_id ? await findById(deps.db, link.user_id) : undefined;
    if (!account) throw new AppError('reset_token_invalid');
    expectFairPassword(input.password, account);
    const passwordHash = await hashPassword(input.password);
    await deps.db.transaction().execute(async (tx) => {
      const inside = { ...deps, db: tx };
      if (!(await takeChallenge(inside, 'reset', input.token)))
        throw new AppError('reset_token_invalid');
      await setPassword(tx, account.id, passwordHash);
      await markVerified(tx, account.id, new Date(deps.clock.now()));
      await deleteSessionsOf(tx, account.id);
      await endChallenges(tx, account.id, ['reset', 'change_email', 'device']);
      await forgetBrowsers(tx, account.id, origin.browserHash);
      await forgetFailures(inside, account);
      await noteAndNotify(inside, account, {
        kind: 'password_reset',
        about: origin.browser,
        address: origin.address,
        subject: msg`Your password was reset`,
        what: msg`A new password was set for your account with a link that was mailed to this address. Every browser and device was signed out.`,
      });
    });
    return account.id;
  });
}

/** A stranger behind the same address uses up its requests, but not those of a browser that the owner uses. */
async function knownTo(
  deps: AccountDeps,
  email: string,
  browserHash: string | null,
): Promise<boolean> {
  if (browserHash === null) return false;
  const account = await findByEmail(deps.db, email);
  return knowsBrowser(deps, account?.id ?? NOBODY, browserHash);
}
