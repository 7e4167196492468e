import type { Device, SignedIn } from '@quorate/contract/session';
import type { SessionId } from '@quorate/values/ids';
import type { Clock } from '../../../clock.ts';
import type { Db } from '../../../db/tables.ts';
import { newId } from '../../../ids.ts';
import { noteEvent } from '../security/events.ts';
import { newSecret } from '../secrets.ts';
import { expiryOf } from './lifetimes.ts';
import { insertSession } from './sessions.queries.ts';

export type Account = { id: string; username: string; email: string; role: 'user' | 'admin' };

/** Where a sign-in comes from: a client address and what the browser says of itself. */
export type Origin = Readonly<{ address: string; browser: string }>;

/** Opens a session, whichever way its user proved who they are, and notes it beside the account. */
export async function openSession(
  { db, clock }: { db: Db; clock: Clock },
  account: Account,
  from: Origin & { device?: Device | undefined },
): Promise<SignedIn> {
  const { token, tokenHash } = newSecret();
  const now = new Date(clock.now());
  const kind = from.device?.kind ?? 'browser';
  const name = from.device?.name ?? from.browser;
  const expiresAt = expiryOf(kind, now);
  await insertSession(db, {
    id: newId<SessionId>(),
    tokenHash,
    userId: account.id,
    kind,
    name,
    address: from.address,
    now,
    expiresAt,
  });
  await noteEvent({ db, clock }, account.id, {
    kind: from.device ? 'device_added' : 'signed_in',
    about: name,
    address: from.address,
  });
  const { id, username, email, role } = account;
  return {
    success: true,
    access_token: token,
    user: { id, username, email, role },
    message: 'Login successful',
  };
}
