import type { Db } from '../../../db/tables.ts';
import { AppError } from '../../../http/app-error.ts';
import { lockAccount } from '../users.queries.ts';

/**
 * Takes a way into an account away. The account is held until the transaction ends, so that two of the
 * last ways cannot be taken away at once.
 *
 * @param take deletes it; undefined when the account has no such way
 * @throws AppError last_way_in when nothing is left to sign in with
 */
export async function takeWayIn<T>(
  tx: Db,
  userId: string,
  take: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const account = await lockAccount(tx, userId);
  const taken = await take();
  if (taken === undefined || account?.password_hash) return taken;
  for (const table of ['passkeys', 'provider_accounts'] as const) {
    const others = tx.selectFrom(table).select('user_id').where('user_id', '=', userId).limit(1);
    if (await others.executeTakeFirst()) return taken;
  }
  throw new AppError('last_way_in');
}
