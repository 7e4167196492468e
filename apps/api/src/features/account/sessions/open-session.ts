import type { Device, SignedIn } from '@quorate/contract/session';
import type { SessionId } from '@quorate/values/ids';
import { newId } from '../../../db/ids.ts';
import { inTransaction } from '../../../db/in-transaction.ts';
import type { AccountDeps } from '../account.deps.ts';
import { newSecret } from '../secrets.ts';
import { noteEvent } from '../security/events.ts';
import { noteAndNotify } from '../security/notice-mails.ts';
import { expiryOf, insertSession } from './sessions.queries.ts';

export type Account = { id: string; username: string; email: string; role: 'user' | 'admin' };

/** Where a sign-in comes from: a client address, and what the browser says of itself. */
export type Origin = Readonly<{
  address: string;
  browser: string;
  /** Hash of the cookie of an earlier sign-in; null without one. */
  browserHash: string | null;
}>;

/**
 * Opens a session, whichever way its user proved who they are, and notes it beside the account. A device
 * stays signed in for long, so its owner is told by mail.
 *
 * @param from.withFactor whether a second factor was given: a code, or a passkey, which is both factors at once
 */
export async function openSession(
  deps: AccountDeps,
  account: Account,
  from: Origin & { device?: Device | undefined; withFactor: boolean },
): Promise<SignedIn> {
  const { token, tokenHash } = newSecret();
  const now = new Date(deps.clock.now());
  const kind = from.device?.kind ?? 'browser';
  const name = from.device?.name ?? from.browser;
  const { id, username, email, role } = account;
  await inTransaction(deps.db, async (tx) => {
    await insertSession(tx, {
      id: newId<SessionId>(),
      tokenHash,
      userId: id,
      kind,
      name,
      address: from.address,
      now,
      expiresAt: expiryOf(kind, now),
      withFactor: from.withFactor,
    });
    const seen = { about: name, address: from.address };
    if (kind === 'browser') {
      await noteEvent({ ...deps, db: tx }, id, { kind: 'signed_in', ...seen });
    } else {
      await noteAndNotify(
        { ...deps, db: tx },
        account,
        { kind: 'device_added', ...seen },
        {
          subject: `A ${KIND_WORDS[kind]} was signed in to your account`,
          what: `The ${KIND_WORDS[kind]} “${name}” was signed in to your account. It may trade, send trades and read them; it may not change the account.`,
        },
      );
    }
  });
  return {
    success: true,
    access_token: token,
    user: { id, username, email, role },
    message: 'Login successful',
  };
}

const KIND_WORDS = { bot: 'bot', desktop: 'desktop app' } as const;
