import { msg } from '@lingui/core/runtime-macro';
import type { ChosenPlan } from '@quorate/contract/account';
import { DEFAULT_BRAND } from '@quorate/contract/brand';
import type { Locale } from '@quorate/contract/locales';
import { usernameFault } from '@quorate/contract/usernames';
import type { UserId } from '@quorate/values/ids';
import { newId } from '../../../db/ids.ts';
import { AppError, validationError } from '../../../http/app-error.ts';
import { addressGroup, addressRange } from '../../../http/client-address.ts';
import { type Counted, countAgainst, perHour } from '../../../http/rate-limit.ts';
import { expectAddress } from '../../../mail/address.ts';
import type { AccountDeps } from '../account.deps.ts';
import { findChallenge, takeChallenge } from '../challenges.ts';
import { linkRequests, type MailPurpose, planText, requestMail } from '../mail-requests.ts';
import { expectFairPassword } from '../password-rules.ts';
import { expectRoomToHash, hashPassword, verifyPassword } from '../passwords.ts';
import { confirmNewEmail } from '../security/change-email.service.ts';
import { findByEmail, findById, insertUser, markVerified } from '../users.queries.ts';

type SignupInput = {
  username: string;
  email: string;
  password: string;
  chosen?: ChosenPlan | undefined;
  /** Undefined where nothing says it. */
  locale?: Locale | undefined;
};

/**
 * Creates an unverified account. A taken username or address is told to the address alone: whoever
 * fills the form in learns nothing about other people's accounts, neither from the answer nor from how
 * long it takes. The statements are the same in every case, and a job writes the mail afterwards.
 *
 * @throws AppError validation_failed for a password that is easily guessed, rate_limited or busy
 */
export async function signUp(
  deps: AccountDeps,
  input: SignupInput,
  address: string,
): Promise<void> {
  const { db, clock, limits } = deps;
  const { username, password, chosen, locale } = input;
  const email = expectAddress(input.email);
  // The product's own name, too, where the operator gave it another: people know it from elsewhere.
  const wrongName =
    usernameFault(username, deps.brand.name) ?? usernameFault(username, DEFAULT_BRAND.name);
  if (wrongName !== null) throw validationError([{ field: 'username', message: wrongName }]);
  expectFairPassword(password, { username, email });
  expectRoomToHash();
  const perAddress = perHour(
    'sign-up',
    limits.signUps,
    (limit) => msg`${{ limit }} sign-ups an hour`,
  );
  // An attacker who owns a range of addresses would have the limit of one address many times over.
  const perRange = perHour(
    'sign-up-range',
    limits.signUpsPerRange,
    (limit) => msg`${{ limit }} sign-ups an hour from one range of addresses`,
  );
  const counted = await countAgainst(deps, perAddress, addressGroup(address));
  let countedOfRange: Counted | null = null;
  try {
    countedOfRange = await countAgainst(deps, perRange, addressRange(address));
    const existing = await findByEmail(db, email);
    const passwordHash = await hashPassword(password);
    const isOwner = await verifyPassword(existing?.password_hash, password);
    const createdAt = new Date(clock.now());
    const user = { id: newId<UserId>(), username, email, passwordHash, locale, createdAt };
    await db.transaction().execute(async (tx) => {
      const purpose = (await insertUser(tx, user)) ? 'sign_up' : refusalOf(existing, isOwner);
      const detail = purpose === 'username_taken' ? username : null;
      const plan = purpose === 'sign_up' && chosen ? planText(chosen) : null;
      await requestMail(
        { db: tx, clock },
        { purpose, asked_for: email, username: detail ?? plan, locale: locale ?? null },
      );
    });
  } catch (error) {
    // Nobody signed up: the service was busy, or failed.
    await counted.giveBack();
    await countedOfRange?.giveBack();
    throw error;
  }
}

/** What is mailed when no account was made. */
function refusalOf(
  existing: { email_verified_at: Date | null } | undefined,
  isOwner: boolean,
): MailPurpose {
  // Also the same form sent at the same time, which the job can tell by then.
  if (!existing) return 'username_taken';
  // The same form sent again, by someone who lost the first mail.
  return existing.email_verified_at === null && isOwner ? 'sign_up' : 'address_taken';
}

/**
 * Asks for a new link to be mailed if an unverified account waits for one; says nothing either way.
 *
 * @throws AppError rate_limited
 */
export async function resendVerification(
  deps: AccountDeps,
  usernameOrEmail: string,
  address: string,
  locale: Locale | undefined,
): Promise<void> {
  await countAgainst(deps, linkRequests(deps), addressGroup(address));
  await requestMail(deps, {
    purpose: 'verify',
    asked_for: usernameOrEmail,
    username: null,
    locale: locale ?? null,
  });
}

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
  const verified = await db.transaction().execute(async (tx) => {
    const link = await takeChallenge({ db: tx, clock }, 'verify', token);
    if (link?.user_id) await markVerified(tx, link.user_id, new Date(clock.now()));
    return link !== undefined;
  });
  if (verified) return 'account';
  const known = await findChallenge(deps, 'verify', token);
  if (known?.user_id) {
    const account = await findById(db, known.user_id);
    throw new AppError(account?.email_verified_at ? 'already_verified' : 'verification_expired');
  }
  if (await confirmNewEmail(deps, token, address)) return 'new_address';
  throw new AppError('verification_invalid');
}
