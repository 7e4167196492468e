import { v7 } from 'uuid';
import type { Db } from '../../../src/db/tables.ts';
import { newSecret } from '../../../src/features/account/secrets.ts';
import type { Clock } from '../../../src/process/clock.ts';
import type { MarkMaker } from './marks.ts';

/** One of every way to sign in and to get back in, and the record of one sign-in. */
export async function addProtection(
  { db, clock }: { db: Db; clock: Clock },
  userId: string,
  mark: MarkMaker,
) {
  const now = new Date(clock.now());
  const later = new Date(now.getTime() + 600_000);
  const owner = { user_id: userId };
  const secret = () => newSecret().tokenHash;
  const [totp, recovery, mailed, step, browser] = Array.from({ length: 5 }, secret);
  const secrets = [totp, recovery, mailed, step, browser].map(String);
  const publicKey = mark('publicKey');
  const ids = { passkey: v7(), event: v7() };
  await db
    .insertInto('passkeys')
    .values({
      ...owner,
      id: ids.passkey,
      credential_id: mark('credential'),
      public_key: publicKey,
      sign_count: 0,
      transports: '[]',
      name: mark('passkeyName'),
      synced: false,
      created_at: now,
    })
    .execute();
  await db
    .insertInto('provider_accounts')
    .values({
      ...owner,
      provider: 'google',
      subject: mark('subject'),
      email: `${mark('providerEmail')}@example.com`,
      linked_at: now,
    })
    .execute();
  await db
    .insertInto('security_events')
    .values({
      ...owner,
      id: ids.event,
      kind: 'signed_in',
      about: mark('event'),
      address: null,
      at: now,
    })
    .execute();
  await db
    .insertInto('totp_secrets')
    .values({ ...owner, sealed_secret: String(totp), created_at: now, enabled_at: now })
    .execute();
  await db
    .insertInto('recovery_codes')
    .values({ ...owner, code_hash: String(recovery), created_at: now })
    .execute();
  await db
    .insertInto('known_browsers')
    .values({ ...owner, token_hash: String(browser), last_used_at: now })
    .execute();
  await db
    .insertInto('challenges')
    .values({
      ...owner,
      token_hash: String(mailed),
      purpose: 'change_email',
      new_email: `${mark('pendingEmail')}@example.com`,
      created_at: now,
      expires_at: later,
    })
    .execute();
  await db
    .insertInto('challenges')
    .values({
      ...owner,
      token_hash: String(step),
      purpose: 'second_factor',
      data: JSON.stringify({ name: mark('challenge') }),
      created_at: now,
      expires_at: later,
    })
    .execute();
  return { ...ids, secrets };
}
