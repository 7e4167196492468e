import { msg, plural } from '@lingui/core/runtime-macro';
import { addressGroup } from '../../../http/client-address.ts';
import { countAgainst, countingFailures, perHour } from '../../../http/rate-limit.ts';
import type { AccountDeps } from '../account.deps.ts';
import { noteAndNotify, type Owner } from '../security/events.ts';
import type { Origin } from '../sessions/open-session.ts';
import { apartIfKnown } from '../sign-in/known-browsers.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import {
  countRecoveryCodes,
  findSecret,
  takeRecoveryCode,
  takeStep,
} from './second-factors.queries.ts';
import { stepOfCode, totpPlace } from './totp.ts';

/**
 * Uses up a code of the authenticator app, or a recovery code, which is noted and told to the owner.
 *
 * @param deps with an open transaction as `db`: a code counts as used only with what it was used for
 * @returns false for a wrong or used code, and for an account without an authenticator app
 */
export async function useCode(
  deps: AccountDeps,
  owner: Owner,
  code: string,
  from: { address: string; browser: string },
): Promise<boolean> {
  const { db, clock, sealing } = deps;
  const secret = await findSecret(db, owner.id);
  if (!secret?.enabled_at) return false;
  // Recovery first: it works even when the secret cannot be opened any more.
  const codeHash = hashRecoveryCode(code);
  if (codeHash !== null) return useRecoveryCode(deps, owner, codeHash, from);
  const plain = sealing.open(secret.sealed_secret, totpPlace(owner.id));
  const step = stepOfCode(plain, code, clock.now());
  if (step === null) return false;
  return takeStep(db, { userId: owner.id, sealed: secret.sealed_secret, step });
}

async function useRecoveryCode(
  deps: AccountDeps,
  owner: Owner,
  codeHash: string,
  from: { address: string; browser: string },
): Promise<boolean> {
  const { db, clock } = deps;
  const now = new Date(clock.now());
  if (!(await takeRecoveryCode(db, { userId: owner.id, codeHash, now }))) return false;
  const left = await countRecoveryCodes(db, owner.id);
  await noteAndNotify(deps, owner, {
    kind: 'recovery_code_used',
    about: from.browser,
    address: from.address,
    subject: msg`A recovery code of your account was used`,
    what: msg`One of your recovery codes was used. ${plural({ left }, { 0: 'It was the last one: make new ones now.', one: 'One is left: make new ones soon.', other: '# are left.' })}`,
  });
  return true;
}

type LimitDeps = Pick<AccountDeps, 'db' | 'clock' | 'limits'>;

/**
 * Second steps and passkeys are tried by anyone. Their challenges are far beyond guessing, and the codes
 * of an account have limits of their own, so a right answer is never refused for an address's wrong ones.
 *
 * @throws AppError rate_limited in place of a refusal beyond the limit
 */
export function countingCodeTries<T>(
  deps: LimitDeps,
  address: string,
  work: () => Promise<T>,
): Promise<T> {
  const limit = perHour(
    'code-try',
    deps.limits.codeTries,
    (limit) => msg`${{ limit }} codes an hour from one address`,
  );
  const codes = ['challenge_over', 'wrong_code', 'passkey_refused'] as const;
  return countingFailures(deps, { limit, who: addressGroup(address), codes }, work);
}

/**
 * A sign-in page asks for a challenge whenever it is opened, used or not: there is more room for it.
 *
 * @throws AppError rate_limited
 */
export async function countPasskeyStart(
  deps: LimitDeps,
  { address, browserHash }: Origin,
): Promise<void> {
  const apart = await apartIfKnown(deps, browserHash);
  // An address may be many people's, a browser is not.
  const starts = perHour(
    'passkey-start',
    (apart ? 1 : 10) * deps.limits.codeTries,
    (limit) => msg`${{ limit }} passkey sign-ins an hour from one address`,
  );
  await countAgainst(deps, starts, addressGroup(address), apart);
}
