import { sql } from 'kysely';
import { acrossUsers } from '../../db/across-users.ts';
import type { Db } from '../../db/tables.ts';
import { MAIL_ATTEMPTS_MAX } from '../../mail/outbox.ts';
import type { Clock } from '../../process/clock.ts';

/** More often than each minute: a turn that comes late leaves no minute out. */
export const MEASURE_EVERY_MS = 20_000;
export const MINUTE_MS = 60_000;

/** Notes how the service does in this minute, once for all copies. */
export async function measureMinute({ db, clock }: Readonly<{ db: Db; clock: Clock }>) {
  const now = clock.now();
  const minute = new Date(Math.floor(now / MINUTE_MS) * MINUTE_MS);
  const known = await db
    .selectFrom('service_minutes')
    .select('minute')
    .where('minute', '=', minute)
    .executeTakeFirst();
  if (known) return;
  const askedAt = performance.now();
  await sql`select 1`.execute(db);
  const database_ms = Math.round(performance.now() - askedAt);
  const { oldest } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.min('created_at').as('oldest'))
    .where('sent_at', 'is', null)
    .where('attempts', '<', MAIL_ATTEMPTS_MAX)
    // An address that does not exist keeps nobody else's mail waiting.
    .where('refused', '=', false)
    .executeTakeFirstOrThrow();
  const { bars_at } = await db
    .selectFrom('bar_series')
    .modifyFront(acrossUsers('when a bar last came from anybody, for the page of the status'))
    .select(({ fn }) => fn.max('used_at').as('bars_at'))
    .executeTakeFirstOrThrow();
  const mail_late_s = oldest ? Math.max(0, Math.round((now - oldest.getTime()) / 1_000)) : 0;
  await db
    .insertInto('service_minutes')
    .values({ minute, database_ms, mail_late_s, bars_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
