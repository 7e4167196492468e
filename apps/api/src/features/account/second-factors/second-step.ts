import { msg } from '@lingui/core/runtime-macro';
import { provider } from '@quorate/contract/providers';
import { type Device, device, type SignedIn } from '@quorate/contract/session';
import { z } from 'zod';
import { AppError } from '../../../http/app-error.ts';
import type { AccountDeps } from '../account.deps.ts';
import { issueChallenge, takeChallenge, tryChallenge } from '../challenges.ts';
import { bindPerson } from '../providers/settle-account.ts';
import { passwordMark } from '../secrets.ts';
import { noteAndNotify, noteEvent } from '../security/events.ts';
import { type Account, type Origin, openSession } from '../sessions/open-session.ts';
import { guardCode, guardProof } from '../sign-in/throttle.ts';
import { findById, lockPasswordHash } from '../users.queries.ts';
import { countingCodeTries, useCode } from './check-code.ts';
import { hashRecoveryCode } from './recovery-codes.ts';

/** Wrong codes that one sign-in may give. */
const TRIES = 5;

/** What a sign-in that waits for its code remembers. */
const begunData = z.object({
  /** Set by a bot or desktop app: the session will be its own. */
  device: device.optional(),
  /** A person at a provider who becomes one of the account's once the code was given. */
  link: z.object({ provider, subject: z.string(), email: z.string() }).optional(),
  /** Where the password was given. */
  address: z.string(),
  /** The password that was given, by the hash of its hash: when it changes, the sign-in is over. */
  password: z.string(),
});
type BegunData = z.output<typeof begunData>;

/**
 * Begins the second step of a sign-in whose first step succeeded.
 *
 * @returns the token that goes with the code to `loginWithCode`
 */
export async function beginSecondStep(
  deps: Pick<AccountDeps, 'db' | 'clock'>,
  userId: string,
  from: { device?: Device | undefined; link?: BegunData['link']; origin: Origin },
): Promise<string> {
  const account = await findById(deps.db, userId);
  const data: BegunData = {
    device: from.device,
    link: from.link,
    address: from.origin.address,
    password: passwordMark(account?.password_hash),
  };
  return (await issueChallenge(deps, 'second_factor', { userId, data })).token;
}

type Begun = Readonly<{ challenge: string; data: BegunData; account: Account; triesLeft: number }>;

/**
 * Finishes a sign-in that waits for its code.
 *
 * @throws AppError challenge_over, wrong_code (with the tries that are left) or rate_limited
 */
export async function loginWithCode(
  deps: AccountDeps,
  input: { challenge: string; code: string },
  origin: Origin,
): Promise<SignedIn> {
  return countingCodeTries(deps, origin.address, async () => {
    const row = await tryChallenge(deps, 'second_factor', input.challenge, TRIES);
    const account = row?.user_id ? await findById(deps.db, row.user_id) : undefined;
    if (!row || !account) throw new AppError('challenge_over');
    const data = begunData.parse(row.data);
    const begun = { challenge: input.challenge, data, account, triesLeft: TRIES - row.tries };
    // Nobody guesses 58 bits: what was tried of the six digits must not keep out who has a recovery code.
    const guard = hashRecoveryCode(input.code) === null ? guardCode : guardProof;
    return guard(deps, { accountId: account.id, origin }, async () => {
      const opened = await deps.db
        .transaction()
        .execute((tx) => finish({ ...deps, db: tx }, begun, input.code, origin));
      if (opened) return opened;
      await noteWrongCode(deps, begun, origin);
      throw new AppError('wrong_code', { details: { tries_left: begun.triesLeft } });
    });
  });
}

/** @returns null for a wrong code */
async function finish(
  deps: AccountDeps,
  { challenge, data, account }: Begun,
  code: string,
  origin: Origin,
): Promise<SignedIn | null> {
  // A password that was changed meanwhile has ended every session it opened; this one must not follow.
  const passwordHash = await lockPasswordHash(deps.db, account.id);
  if (data.password !== passwordMark(passwordHash)) throw new AppError('challenge_over');
  if (!(await useCode(deps, account, code, origin))) return null;
  // A challenge opens one session, also when two codes are right at the same moment.
  if (!(await takeChallenge(deps, 'second_factor', challenge)))
    throw new AppError('challenge_over');
  if (data.link) await bindPerson(deps, account, { ...data.link, how: 'linked' }, origin.address);
  return openSession(deps, account, { ...origin, device: data.device, withFactor: true });
}

/** A caller who gets here has the first factor: the owner is notified once the tries are used up. */
async function noteWrongCode(
  deps: AccountDeps,
  { account, data, triesLeft }: Begun,
  { address, browser }: Origin,
): Promise<void> {
  const event = { kind: 'sign_in_failed', about: browser, address } as const;
  if (triesLeft > 0) return noteEvent(deps, account.id, event);
  await deps.db.transaction().execute((tx) =>
    noteAndNotify({ ...deps, db: tx }, account, {
      ...event,
      subject: msg`Wrong codes were given for your account`,
      what: msg`Someone began to sign in from the address ${{ address: data.address }}, got as far as the code of your authenticator app, and gave ${{ tries: TRIES }} wrong ones. Nobody was let in. Unless it was you, they know your password, or the one of your account at Google or GitHub: change it.`,
    }),
  );
}
