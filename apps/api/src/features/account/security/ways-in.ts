import type { Db } from '../../../db/tables.ts';

/** What an account can be signed in with, apart from its codes. */
export type WaysIn = { password: boolean; passkeys: number; providers: number };

/**
 * Counts the ways into an account and holds the account until the transaction ends, so that two of the
 * last ways cannot be taken away at once.
 *
 * @param tx an open transaction
 */
export async function lockWaysIn(tx: Db, userId: string): Promise<WaysIn> {
  const user = await tx
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const counted = await tx
    .selectNoFrom((from) => [
      from
        .selectFrom('passkeys')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .as('passkeys'),
      from
        .selectFrom('provider_accounts')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .as('providers'),
    ])
    .executeTakeFirstOrThrow();
  return {
    password: typeof user?.password_hash === 'string',
    passkeys: counted.passkeys ?? 0,
    providers: counted.providers ?? 0,
  };
}
