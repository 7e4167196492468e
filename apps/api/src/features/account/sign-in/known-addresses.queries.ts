import type { Db } from '../../../db/tables.ts';
import { addressGroup } from '../../../http/client-address.ts';
import type { Clock } from '../../../process/clock.ts';

const KNOWN_FOR_MS = 30 * 86_400_000;
/** More than anybody signs in from, and few enough for the question to take no time. */
const ADDRESSES_MAX = 200;

/** Whether somebody who knew the account's secrets came from this address or network in the last 30 days. */
export async function hasSignedInFrom(
  { db, clock }: { db: Db; clock: Clock },
  accountId: string,
  group: string,
): Promise<boolean> {
  const rows = await db
    .selectFrom('security_events')
    .select('address')
    .distinct()
    .where('user_id', '=', accountId)
    .where('kind', 'in', ['signed_in', 'device_added'])
    .where('at', '>', new Date(clock.now() - KNOWN_FOR_MS))
    .limit(ADDRESSES_MAX)
    .execute();
  return rows.some(({ address }) => address !== null && addressGroup(address) === group);
}
