import type { Device, SignedIn } from '@quorate/contract/session';
import { AppError } from '../../../http/app-error.ts';
import type { AccountDeps } from '../account.deps.ts';
import { insertChallenge, takeChallenge } from '../second-factors/challenges.queries.ts';
import { countingCodeTries, countPasskeyStart } from '../second-factors/code-limits.ts';
import { hashToken, newSecret } from '../secrets.ts';
import { type Origin, openSession } from '../sessions/open-session.ts';
import { findById, lockPasswordHash } from '../users.queries.ts';
import { authenticationOptions, CEREMONY_MS } from './relying-party.ts';
import { judgePasskey, takeUse } from './use-passkey.ts';
import { authenticationFrom, refusing } from './webauthn-json.ts';

/** @throws AppError rate_limited */
export async function startPasskeyLogin(
  deps: AccountDeps,
  origin: Origin,
): Promise<{ challenge: string; options: Awaited<ReturnType<typeof authenticationOptions>> }> {
  await countPasskeyStart(deps, origin);
  const { token, tokenHash } = newSecret();
  const now = deps.clock.now();
  await insertChallenge(deps.db, {
    tokenHash,
    purpose: 'passkey_login',
    userId: null,
    data: {},
    now: new Date(now),
    expiresAt: new Date(now + CEREMONY_MS),
  });
  return { challenge: token, options: await authenticationOptions(deps, token) };
}

/**
 * Signs in whoever's passkey answered the challenge. It was asked to check who holds it, and so stands
 * for password and code at once.
 *
 * @throws AppError challenge_over, passkey_refused or rate_limited
 */
export function loginWithPasskey(
  deps: AccountDeps,
  input: { challenge: string; response: Record<string, unknown>; device?: Device | undefined },
  origin: Origin,
): Promise<SignedIn> {
  return countingCodeTries(deps, origin.address, async () => {
    const known = await takeChallenge(deps.db, {
      tokenHash: hashToken(input.challenge),
      purpose: 'passkey_login',
      userId: null,
      now: new Date(deps.clock.now()),
    });
    if (!known) throw new AppError('challenge_over');
    const { response } = await refusing(() => authenticationFrom(input.response));
    const use = await judgePasskey(deps, response, { challenge: input.challenge, userId: null });
    return deps.db.transaction().execute(async (tx) => {
      const inside = { ...deps, db: tx };
      // The account before the passkey, as everywhere: a deletion takes them in that order, too.
      await lockPasswordHash(tx, use.userId);
      await takeUse(inside, use);
      const account = await findById(tx, use.userId);
      if (!account) throw new AppError('passkey_refused');
      return openSession(inside, account, { ...origin, device: input.device, withFactor: true });
    });
  });
}
