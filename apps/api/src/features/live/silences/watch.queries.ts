import { sql } from 'kysely';
import { acrossUsers } from '../../../db/across-users.ts';
import type { Db } from '../../../db/tables.ts';
import type { WatchState } from './watch-state.ts';

/** Holds where the watch stands until the transaction ends; the first look makes it. */
export async function lockState(tx: Db, first: WatchState): Promise<WatchState> {
  await tx
    .insertInto('silence_watch')
    .values(toRow(first))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const row = await tx
    .selectFrom('silence_watch')
    .select(['looked_at', 'patient_until', 'noticed_until', 'deaf'])
    .forUpdate()
    .executeTakeFirstOrThrow();
  return {
    lookedAt: row.looked_at.getTime(),
    patientUntil: row.patient_until.getTime(),
    noticedUntil: row.noticed_until.getTime(),
    deaf: row.deaf,
  };
}

export async function storeState(tx: Db, state: WatchState): Promise<void> {
  await tx.updateTable('silence_watch').set(toRow(state)).execute();
}

/** Everything up to then was looked at; a look that was slower than another changes nothing. */
export async function storeNoticed(db: Db, until: Date): Promise<void> {
  await db
    .updateTable('silence_watch')
    .set({ noticed_until: until })
    .where('noticed_until', '<', until)
    .execute();
}

/** Whether any bot that runs was heard of since. */
export async function hearsAnybodySince(db: Db, since: Date): Promise<boolean> {
  const { rows } = await sql`
    ${acrossUsers('whether any bot at all is heard of')}
    select from bots where ended_at is null and last_heartbeat_at > ${since} limit 1
  `.execute(db);
  return rows.length > 0;
}

/** Whether bots of at least so many users ran then or later. */
export async function ranForUsers(db: Db, since: Date, users: number): Promise<boolean> {
  const { rows } = await sql`
    ${acrossUsers('whether so many ran that all cannot have stopped at once')}
    select distinct user_id from bots where ended_at is null and last_heartbeat_at > ${since} limit ${users}
  `.execute(db);
  return rows.length >= users;
}

/**
 * After the clock was put back: heartbeats of the future count as heard now, and silences of the future are
 * over. They are noticed anew if they last.
 */
export async function takeBackFuture(tx: Db, now: Date): Promise<void> {
  await sql`
    ${acrossUsers('heartbeats of a clock that was put back')}
    update bots set last_heartbeat_at = ${now} where ended_at is null and last_heartbeat_at > ${now}
  `.execute(tx);
  await sql`
    ${acrossUsers('silences of a clock that was put back')}
    update bot_silences set ended_at = ${now}, told = false where ended_at is null and since > ${now}
  `.execute(tx);
}

function toRow(state: WatchState) {
  return {
    looked_at: new Date(state.lookedAt),
    patient_until: new Date(state.patientUntil),
    noticed_until: new Date(state.noticedUntil),
    deaf: state.deaf,
  };
}
