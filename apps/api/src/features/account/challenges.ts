import { DEVICE_CODE_MINUTES } from '@quorate/contract/devices';
import { DAY_MS, MINUTE_MS } from '@quorate/values/instant';
import type { ExpressionBuilder } from 'kysely';
import type { ChallengesTable } from '../../db/account-tables.ts';
import type { Db, Tables } from '../../db/tables.ts';
import type { AccountDeps } from './account.deps.ts';
import { hashToken, newSecret, passwordMark } from './secrets.ts';
import { lockAccount } from './users.queries.ts';

/** What a challenge is for: a mailed link, the code of a device, or a step of a sign-in that has begun. */
export type Purpose = ChallengesTable['purpose'];

export const LIFETIME_MS: Readonly<Record<Purpose, number>> = {
  verify: DAY_MS,
  reset: 30 * MINUTE_MS,
  change_email: DAY_MS,
  device: DEVICE_CODE_MINUTES * MINUTE_MS,
  second_factor: 5 * MINUTE_MS,
  passkey_login: 5 * MINUTE_MS,
  passkey_confirm: 5 * MINUTE_MS,
  passkey_new: 5 * MINUTE_MS,
  provider: 10 * MINUTE_MS,
};

/** Kept for a day after their end, to tell them apart from links that never were. */
const LINKS: readonly Purpose[] = ['verify', 'reset', 'change_email'];

type Deps = Pick<AccountDeps, 'db' | 'clock'>;

type Subject = Readonly<{
  /** Left out while nobody is known. */
  userId?: string;
  /** What has to be given back, where it is not 256 random bits. Short ones come marked with the service's key. */
  token?: string;
  newEmail?: string;
  data?: Readonly<Record<string, unknown>>;
}>;

/** Something that is to be given back once, before it expires. The database keeps its hash. */
export async function issueChallenge(
  { db, clock }: Deps,
  purpose: Purpose,
  { userId, token = newSecret().token, newEmail, data }: Subject = {},
): Promise<{ token: string; expiresAt: Date }> {
  const now = clock.now();
  const expiresAt = new Date(now + LIFETIME_MS[purpose]);
  await db
    .insertInto('challenges')
    .values({
      token_hash: hashToken(token),
      purpose,
      user_id: userId ?? null,
      new_email: newEmail ?? null,
      data: data ? JSON.stringify(data) : null,
      created_at: new Date(now),
      expires_at: expiresAt,
    })
    .execute();
  return { token, expiresAt };
}

/**
 * The same in the place of every earlier one of its user and purpose; `data.password` says with which password
 * it was asked for.
 *
 * @param deps with a transaction as `db`, which holds the account, so that of two at once one stays
 */
export async function replaceChallenge(
  deps: Deps,
  purpose: Purpose,
  subject: Subject & { userId: string },
): Promise<{ token: string; expiresAt: Date }> {
  const { userId } = subject;
  const account = await lockAccount(deps.db, userId);
  await endChallenges(deps.db, userId, [purpose]);
  const data = { password: passwordMark(account?.password_hash) };
  return issueChallenge(deps, purpose, { ...subject, data });
}

/**
 * Uses a challenge up; of any number of parallel uses one gets it.
 *
 * @param userId whose it has to be, where that is known
 * @returns undefined when it is unknown, over or used
 */
export function takeChallenge(
  { db, clock }: Deps,
  purpose: Purpose,
  token: string,
  userId?: string,
) {
  const now = new Date(clock.now());
  return db
    .updateTable('challenges')
    .set({ used_at: now })
    .where((row) => isOpen(row, { purpose, token, now }))
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? null))
    .returning(['user_id', 'new_email', 'data'])
    .executeTakeFirst();
}

/** Counts a try, right or wrong, before anything is looked at; undefined when it is over or has none left. */
export function tryChallenge({ db, clock }: Deps, purpose: Purpose, token: string, most: number) {
  return db
    .updateTable('challenges')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where((row) => isOpen(row, { purpose, token, now: new Date(clock.now()) }))
    .where('tries', '<', most)
    .returning(['user_id', 'data', 'tries'])
    .executeTakeFirst();
}

/** A challenge as it stands, and whether it still works; undefined when there never was one, or long ago. */
export function findChallenge({ db, clock }: Deps, purpose: Purpose, token: string) {
  const now = new Date(clock.now());
  return db
    .selectFrom('challenges')
    .select((row) => [
      'user_id',
      'used_at',
      'data',
      isOpen(row, { purpose, token, now }).as('open'),
    ])
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .executeTakeFirst();
}

function isOpen(
  row: ExpressionBuilder<Tables, 'challenges'>,
  { purpose, token, now }: { purpose: Purpose; token: string; now: Date },
) {
  return row.and([
    row('token_hash', '=', hashToken(token)),
    row('purpose', '=', purpose),
    row('used_at', 'is', null),
    row('expires_at', '>', now),
  ]);
}

/** A newer deed makes earlier links and codes worthless. */
export async function endChallenges(
  db: Db,
  userId: string,
  purposes: readonly Purpose[],
): Promise<void> {
  await db
    .deleteFrom('challenges')
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .execute();
}

/** An expired challenge is refused whether or not its row is gone. */
export async function removeExpiredChallenges({ db, clock }: Deps): Promise<void> {
  const now = new Date(clock.now());
  await db
    .deleteFrom('challenges')
    .where((row) =>
      row.or([
        row('expires_at', '<', new Date(now.getTime() - DAY_MS)),
        row.and([row('expires_at', '<=', now), row('purpose', 'not in', LINKS)]),
      ]),
    )
    .execute();
}
