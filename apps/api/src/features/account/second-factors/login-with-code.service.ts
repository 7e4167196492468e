import type { SignedIn } from '@quorate/contract/session';
import { AppError } from '../../../http/app-error.ts';
import type { AccountDeps } from '../account.deps.ts';
import { bindPerson } from '../providers/settle-account.ts';
import { hashToken } from '../secrets.ts';
import { noteEvent } from '../security/events.ts';
import { noteAndNotify } from '../security/notify.ts';
import { type Account, type Origin, openSession } from '../sessions/open-session.ts';
import { guardCode, guardProof } from '../sign-in/throttle.ts';
import { findById, lockPasswordHash } from '../users.queries.ts';
import { CHALLENGE_TRIES, type ChallengeData, challengeData, passwordMark } from './challenge.ts';
import { countTry, takeChallenge } from './challenges.queries.ts';
import { useCode } from './check-code.ts';
import { countingCodeTries } from './code-limits.ts';
import { hashRecoveryCode } from './recovery-codes.ts';

type Begun = Readonly<{ tokenHash: string; data: ChallengeData; account: Account }>;

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
  const { address } = origin;
  return countingCodeTries(deps, address, async () => {
    const begun = await findBegun(deps, hashToken(input.challenge));
    const { account, data } = begun;
    // Nobody guesses 58 bits: what was tried of the six digits must not keep out who has a recovery code.
    const guard = hashRecoveryCode(input.code) === null ? guardCode : guardProof;
    return guard(deps, { accountId: account.id, origin }, async () => {
      const opened = await deps.db
        .transaction()
        .execute((tx) => finish({ ...deps, db: tx }, begun, input.code, origin));
      if (opened) return opened;
      await noteWrongCode(deps, account, data, origin);
      throw new AppError('wrong_code', { details: { tries_left: CHALLENGE_TRIES - data.tries } });
    });
  });
}

/** Counts a try, right or wrong, before anything is looked at: parallel ones are counted, too. */
async function findBegun(deps: AccountDeps, tokenHash: string): Promise<Begun> {
  const now = new Date(deps.clock.now());
  const row = await countTry(deps.db, { tokenHash, now, tries: CHALLENGE_TRIES });
  const account = row ? await findById(deps.db, row.userId) : undefined;
  if (!row || !account) throw new AppError('challenge_over');
  return { tokenHash, data: challengeData.parse(row.data), account };
}

/** @returns null for a wrong code */
async function finish(
  deps: AccountDeps,
  { tokenHash, data, account }: Begun,
  code: string,
  origin: Origin,
): Promise<SignedIn | null> {
  // A password that was changed meanwhile has ended every session it opened; this one must not follow.
  const passwordHash = await lockPasswordHash(deps.db, account.id);
  if (data.password !== passwordMark(passwordHash ?? null)) throw new AppError('challenge_over');
  if (!(await useCode(deps, account, code, origin))) return null;
  // A challenge opens one session, also when two codes are right at the same moment.
  const now = new Date(deps.clock.now());
  const mine = { tokenHash, purpose: 'second_factor', userId: account.id, now } as const;
  if (!(await takeChallenge(deps.db, mine))) throw new AppError('challenge_over');
  if (data.link) await bindPerson(deps, account, { ...data.link, how: 'linked' }, origin.address);
  return openSession(deps, account, { ...origin, device: data.device, withFactor: true });
}

/** Whoever gets so far has the first factor: the owner has to hear of it once the tries are used up. */
async function noteWrongCode(
  deps: AccountDeps,
  account: Account,
  data: ChallengeData,
  { address, browser }: Origin,
): Promise<void> {
  const event = { kind: 'sign_in_failed', about: browser, address } as const;
  if (data.tries < CHALLENGE_TRIES) {
    await noteEvent(deps, account.id, event);
    return;
  }
  await deps.db.transaction().execute((tx) =>
    noteAndNotify({ ...deps, db: tx }, account, event, {
      subject: 'Wrong codes were given for your account',
      what: `Someone began to sign in from the address ${data.address}, got as far as the code of your authenticator app, and gave ${CHALLENGE_TRIES} wrong ones. Nobody was let in. Unless it was you, they know your password, or the one of your account at Google or GitHub: change it.`,
    }),
  );
}
