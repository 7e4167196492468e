import type { Pagination } from '@quorate/contract/reply';
import {
  type AccountSecurity,
  type SecurityEvent,
  securityEvent,
} from '@quorate/contract/security';
import { DAY_MS } from '@quorate/values/instant';
import { acrossUsers } from '../../../db/across-users.ts';
import type { Db } from '../../../db/tables.ts';
import type { SignedInUser } from '../../../http/auth.ts';
import { isoTimes } from '../../../http/iso-times.ts';
import { type PageRequest, readPage } from '../../../http/paging.ts';
import type { AccountDeps } from '../account.deps.ts';
import { listPasskeys } from '../passkeys/passkeys.service.ts';
import { countRecoveryCodes, hasSecondFactor } from '../second-factors/second-factors.queries.ts';
import { findById } from '../users.queries.ts';

type OverviewDeps = Pick<AccountDeps, 'db' | 'clock'>;

export const SECURITY_EVENTS_DAYS = 90;
const KEPT_MS = SECURITY_EVENTS_DAYS * DAY_MS;

/** What protects the user's account. */
export async function accountSecurity(
  { db, clock }: OverviewDeps,
  user: SignedInUser,
): Promise<AccountSecurity> {
  const [account, pending, totp, codesLeft, passkeys, providers] = await Promise.all([
    findById(db, user.id),
    findPendingEmail({ db, clock }, user.id),
    hasSecondFactor(db, user.id),
    countRecoveryCodes(db, user.id),
    listPasskeys(db, user.id),
    db
      .selectFrom('provider_accounts')
      .select(['provider', 'email', 'linked_at'])
      .where('user_id', '=', user.id)
      .orderBy('provider')
      .execute(),
  ]);
  return {
    username: user.username,
    email: user.email,
    pending_email: pending,
    has_password: typeof account?.password_hash === 'string',
    totp,
    recovery_codes_left: codesLeft,
    passkeys: passkeys.map((row) => ({
      passkey_id: row.id,
      name: row.name,
      synced: row.synced,
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at?.toISOString() ?? null,
    })),
    providers: providers.map((row) => ({
      provider: row.provider,
      email: row.email,
      linked_at: row.linked_at.toISOString(),
    })),
    confirmed_until: user.session.confirmedUntil?.toISOString() ?? null,
  };
}

/** What happened to the user's account in the last 90 days, newest first. */
export async function securityEvents(
  { db, clock }: OverviewDeps,
  userId: string,
  page: PageRequest,
): Promise<{ events: SecurityEvent[]; pagination: Pagination }> {
  const since = new Date(clock.now() - KEPT_MS);
  const recent = db
    .selectFrom('security_events')
    .where('user_id', '=', userId)
    .where('at', '>', since);
  const { rows, pagination } = await readPage(page, recent, (found) =>
    found
      .select(['id as event_id', 'kind', 'about', 'address', 'at'])
      .orderBy('at', 'desc')
      .orderBy('id', 'desc'),
  );
  const events = rows.map((row) => ({
    ...isoTimes(row),
    kind: securityEvent.shape.kind.parse(row.kind),
  }));
  return { events, pagination };
}

/** An event that is too old is not shown, whether or not its row is gone. */
export async function removeOldEvents({ db, clock }: OverviewDeps): Promise<void> {
  await db
    .deleteFrom('security_events')
    .where('at', '<=', new Date(clock.now() - KEPT_MS))
    .modifyEnd(acrossUsers('a job removes old events once an hour'))
    .execute();
}

/**
 * Sets when a session's user last proved to be there.
 *
 * @param withFactor whether by a second factor; without one, an earlier proof by it stands
 */
export async function markConfirmed(
  db: Db,
  sessionId: string,
  { now, withFactor }: { now: Date; withFactor: boolean },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ confirmed_at: now, ...(withFactor && { factor_at: now }) })
    .where('id', '=', sessionId)
    .execute();
}

/** The address that waits for its link to be opened; null without one. */
async function findPendingEmail(
  { db, clock }: OverviewDeps,
  userId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('challenges')
    .select('new_email')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'change_email')
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(clock.now()))
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return row?.new_email ?? null;
}
