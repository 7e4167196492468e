import { msg, plural } from '@lingui/core/runtime-macro';
import { changePassword as changePasswordCall } from '@quorate/contract/security';
import type { Db } from '../../../db/tables.ts';
import { AppError, validationError } from '../../../http/app-error.ts';
import type { SignedInUser } from '../../../http/auth.ts';
import type { Route } from '../../../http/endpoint.ts';
import type { I18n } from '../../../words/i18n.ts';
import type { AccountDeps } from '../account.deps.ts';
import { endChallenges } from '../challenges.ts';
import { expectFairPassword } from '../password-rules.ts';
import { hashPassword, verifyPassword } from '../passwords.ts';
import type { Origin } from '../sessions/open-session.ts';
import { endSessionsOf } from '../sessions/own-sessions.service.ts';
import { forgetBrowsers } from '../sign-in/known-browsers.ts';
import { originOf } from '../sign-in/origin.ts';
import { forgetFailures, guardProof } from '../sign-in/throttle.ts';
import { findById } from '../users.queries.ts';
import { noteAndNotify } from './events.ts';

export function registerPasswordChange(route: Route, deps: AccountDeps): void {
  route(changePasswordCall, async ({ body }, { user, request, i18n }) => {
    const sessions_ended = await changePassword(deps, user, body, originOf(request));
    return { success: true, message: changedWords(i18n, sessions_ended), sessions_ended };
  });
}

function changedWords({ t }: I18n, ended: number): string {
  const changed = t(msg`Your password is changed.`);
  if (ended === 0) return changed;
  const others = msg`${plural({ ended }, { one: 'One other session was ended.', other: '# other sessions were ended.' })}`;
  return `${changed} ${t(others)}`;
}

type Input = { current_password?: string | undefined; password: string };

/**
 * Sets a new password and ends every other way in that the old one opened: sessions, devices, codes and
 * reset links that wait.
 *
 * @returns how many sessions and devices it ended
 * @throws AppError wrong_password, validation_failed, rate_limited or busy
 */
async function changePassword(
  deps: AccountDeps,
  user: SignedInUser,
  input: Input,
  origin: Origin,
): Promise<number> {
  const { address } = origin;
  const account = await findById(deps.db, user.id);
  if (!account) throw new AppError('unauthorized');
  const { password_hash: current } = account;
  if (current !== null)
    await expectPassword(deps, { accountId: account.id, origin, current }, input);
  expectFairPassword(input.password, account);
  const passwordHash = await hashPassword(input.password);
  return deps.db.transaction().execute(async (tx) => {
    const inside = { ...deps, db: tx };
    // Another change came in between: this one was proved with a password that is none any more.
    if (!(await swapPassword(tx, account.id, { from: current, to: passwordHash })))
      throw new AppError('wrong_password');
    const ended = await endSessionsOf(inside, account.id, {
      except: user.session.id,
      devices: true,
      address,
    });
    await endChallenges(tx, account.id, ['reset', 'device']);
    await forgetBrowsers(tx, account.id, origin.browserHash);
    await forgetFailures(inside, account);
    await noteAndNotify(inside, account, {
      kind: 'password_changed',
      about: '',
      address,
      subject: msg`Your password was changed`,
      what: msg`The password of your account was changed. Every other browser, bot and desktop app was signed out.`,
    });
    return ended;
  });
}

async function expectPassword(
  deps: AccountDeps,
  known: { accountId: string; origin: Origin; current: string },
  { current_password: given }: Input,
): Promise<void> {
  if (!given) {
    throw validationError([
      { field: 'current_password', message: msg`Enter your current password` },
    ]);
  }
  await guardProof(deps, known, async () => {
    if (!(await verifyPassword(known.current, given))) throw new AppError('wrong_password');
  });
}

/**
 * Sets a password in the place of the one that was proved.
 *
 * @returns false when the account has another one by now
 */
async function swapPassword(
  db: Db,
  userId: string,
  hashes: { from: string | null; to: string },
): Promise<boolean> {
  const row = await db
    .updateTable('users')
    .set({ password_hash: hashes.to })
    .where('id', '=', userId)
    .where('password_hash', 'is not distinct from', hashes.from)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
