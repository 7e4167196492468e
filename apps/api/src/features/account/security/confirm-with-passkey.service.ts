import { AppError } from '../../../http/app-error.ts';
import type { SignedInUser } from '../../../http/auth.ts';
import type { AccountDeps } from '../account.deps.ts';
import { listPasskeys } from '../passkeys/passkeys.queries.ts';
import { authenticationOptions, CEREMONY_MS } from '../passkeys/relying-party.ts';
import { judgePasskey, takeUse } from '../passkeys/use-passkey.ts';
import { authenticationFrom, refusing } from '../passkeys/webauthn-json.ts';
import { insertChallenge, takeChallenge } from '../second-factors/challenges.queries.ts';
import { countingCodeTries, countPasskeyStart } from '../second-factors/code-limits.ts';
import { hashToken, newSecret } from '../secrets.ts';
import type { Origin } from '../sessions/open-session.ts';
import { confirmedUntil } from './confirm.service.ts';
import { markConfirmed } from './security.queries.ts';

/**
 * Its challenge names the user, so that it opens no session; one to sign in with names nobody, and
 * confirms none.
 *
 * @throws AppError passkey_refused for an account without passkeys, or rate_limited
 */
export async function startPasskeyConfirmation(
  deps: AccountDeps,
  user: SignedInUser,
  origin: Origin,
): Promise<Awaited<ReturnType<typeof authenticationOptions>>> {
  await countPasskeyStart(deps, origin);
  const own = await listPasskeys(deps.db, user.id);
  if (own.length === 0) throw new AppError('passkey_refused');
  const { token, tokenHash } = newSecret();
  const now = deps.clock.now();
  await insertChallenge(deps.db, {
    tokenHash,
    purpose: 'passkey_login',
    userId: user.id,
    data: {},
    now: new Date(now),
    expiresAt: new Date(now + CEREMONY_MS),
  });
  const allowed = own.map((row) => ({ id: row.credential_id, transports: row.transports }));
  return authenticationOptions(deps, token, allowed);
}

/**
 * Confirms a session with a passkey of its own account.
 *
 * @returns until when it is confirmed
 * @throws AppError passkey_refused or rate_limited
 */
export async function confirmWithPasskey(
  deps: AccountDeps,
  user: SignedInUser,
  sent: Record<string, unknown>,
  { address }: Origin,
): Promise<Date> {
  await countingCodeTries(deps, address, async () => {
    const { response, challenge } = await refusing(() => authenticationFrom(sent));
    const now = new Date(deps.clock.now());
    const known = await takeChallenge(deps.db, {
      tokenHash: hashToken(challenge),
      purpose: 'passkey_login',
      userId: user.id,
      now,
    });
    if (!known) throw new AppError('passkey_refused');
    const use = await judgePasskey(deps, response, { challenge, userId: user.id });
    await deps.db.transaction().execute(async (tx) => {
      await takeUse({ ...deps, db: tx }, use);
      await markConfirmed(tx, user.session.id, { now, withFactor: true });
    });
  });
  return confirmedUntil(deps);
}
