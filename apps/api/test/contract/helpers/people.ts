import { DEFAULT_BRAND } from '@quorate/contract/brand';
import { v7 } from 'uuid';
import type { Db } from '../../../src/db/tables.ts';
import { hashPassword } from '../../../src/features/account/passwords.ts';
import { newSecret } from '../../../src/features/account/secrets.ts';
import type { Clock } from '../../../src/process/clock.ts';
import type { Call } from './calls.ts';

export type Person = { id: string; username: string; email: string };

export const PASSWORD = `correct horse battery ${DEFAULT_BRAND.name}`;
let passwordHash: Promise<string> | undefined;
let lastPerson = 0;

type Deps = { db: Db; clock: Clock };

/** A verified person, put straight into the database: a test needs hundreds of them. */
export async function addPerson(
  { db, clock }: Deps,
  {
    username,
    email,
    role = 'user',
  }: { username?: string; email?: string; role?: 'user' | 'admin' } = {},
): Promise<Person> {
  lastPerson += 1;
  const name = username ?? `person${lastPerson}`;
  const address = email ?? `${name}@example.com`;
  passwordHash ??= hashPassword(PASSWORD);
  const id = v7();
  const now = new Date(clock.now());
  await db
    .insertInto('users')
    .values({
      id,
      username: name,
      username_key: name.toLowerCase(),
      email: address,
      email_key: address.toLowerCase(),
      password_hash: await passwordHash,
      role,
      email_verified_at: now,
      created_at: now,
    })
    .execute();
  return { id, username: name, email: address };
}

/** Of whoever may make a call: an operator where nobody else may. */
export function roleFor({ endpoint }: Call): 'user' | 'admin' {
  return endpoint.auth === 'admin' ? 'admin' : 'user';
}

const MINUTE_MS = 60_000;

export type SessionKind = {
  kind?: 'browser' | 'bot' | 'desktop';
  name?: string;
  address?: string;
  /** Minutes since its user proved to be there; null when they never did. */
  confirmedMinutesAgo?: number | null;
  /** Minutes since they did so with a second factor; null when they never did. */
  factorMinutesAgo?: number | null;
  /** Minutes since it was last used. */
  idleMinutes?: number;
  /** Minutes from now until it ends though it is used; below zero when it has. */
  minutesLeft?: number;
};

/** A session of somebody, as old and as confirmed as a test needs it. */
export async function addSession(
  { db, clock }: Deps,
  userId: string,
  session: SessionKind = {},
): Promise<{ token: string; tokenHash: string; id: string }> {
  const { token, tokenHash } = newSecret();
  const { idleMinutes = 0, minutesLeft = 60, confirmedMinutesAgo = 0 } = session;
  const { factorMinutesAgo = confirmedMinutesAgo } = session;
  const at = (minutes: number) => new Date(clock.now() + minutes * MINUTE_MS);
  const id = v7();
  await db
    .insertInto('sessions')
    .values({
      token_hash: tokenHash,
      id,
      user_id: userId,
      kind: session.kind ?? 'browser',
      name: session.name ?? 'Firefox on Linux',
      address: session.address ?? null,
      created_at: at(-idleMinutes),
      last_used_at: at(-idleMinutes),
      expires_at: at(minutesLeft),
      confirmed_at: confirmedMinutesAgo === null ? null : at(-confirmedMinutesAgo),
      factor_at: factorMinutesAgo === null ? null : at(-factorMinutesAgo),
    })
    .execute();
  return { token, tokenHash, id };
}
