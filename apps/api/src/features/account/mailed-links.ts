import { queueMail } from '../../mail/outbox.ts';
import type { AccountDeps } from './account.deps.ts';
import { insertEmailToken } from './email-tokens.queries.ts';
import { verificationMail } from './mails.ts';
import { newSecret } from './secrets.ts';

const HOUR_MS = 3_600_000;
const LIFETIME_MS = { verify: 24 * HOUR_MS, reset: HOUR_MS / 2 } as const;

/** Mails a link that confirms an address. */
export async function sendVerification(
  deps: AccountDeps,
  user: { id: string; username: string; email: string },
): Promise<void> {
  const token = await issueToken(deps, user.id, 'verify');
  await queueMail(
    deps.db,
    deps.clock,
    verificationMail(deps, { to: user.email, username: user.username }, token),
  );
}

/** A token for a mailed link, stored as its hash. */
export async function issueToken(
  deps: AccountDeps,
  userId: string,
  purpose: 'verify' | 'reset',
): Promise<string> {
  const { token, tokenHash } = newSecret();
  const now = new Date(deps.clock.now());
  const expiresAt = new Date(now.getTime() + LIFETIME_MS[purpose]);
  await insertEmailToken(deps.db, { tokenHash, userId, purpose, now, expiresAt });
  return token;
}
