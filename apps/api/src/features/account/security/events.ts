import type { SecurityEvent } from '@quorate/contract/security';
import type { SecurityEventId } from '@quorate/values/ids';
import { newId } from '../../../db/ids.ts';
import type { Db } from '../../../db/tables.ts';
import type { Clock } from '../../../process/clock.ts';

type Noted = Pick<SecurityEvent, 'kind' | 'about' | 'address'> & {
  /** When it was, where that is not now. */
  at?: Date;
};

/** Writes down what happened to an account; its user reads it on the security page. */
export async function noteEvent(
  { db, clock }: { db: Db; clock: Clock },
  userId: string,
  { kind, about, address, at }: Noted,
): Promise<void> {
  await db
    .insertInto('security_events')
    .values({
      id: newId<SecurityEventId>(),
      user_id: userId,
      kind,
      about,
      address,
      at: at ?? new Date(clock.now()),
    })
    .execute();
}
