import { sql } from 'kysely';
import { acrossUsers } from '../../../db/across-users.ts';
import type { Db } from '../../../db/tables.ts';
import type { LiveNotice } from '../../../process/announcer.ts';
import type { BotSilence, EndedSilence } from '../../notifications/bot-silence.ts';

/** Where the watch for silent bots stands; moments in milliseconds since 1970. */
export type WatchState = Readonly<{
  lookedAt: number;
  /** Nobody is told of anything before. */
  patientUntil: number;
  /** Every bot whose last heartbeat is not later than this was looked at. */
  noticedUntil: number;
  /** Nobody at all was heard of when it looked last. */
  deaf: boolean;
}>;

type SilentRow = BotSilence & Readonly<{ toldLately: number }>;

/** Who is told, and what of; the same columns wherever a silence is read. */
const SHOWN = sql`
  bots.user_id as "userId", users.username, users.email, users.locale, bots.id as "botId", account.login, account.server,
  account.account_type as "accountType", account.paper as "isPaper"`;

const OWNED = sql`
  join trading_accounts as account on account.user_id = bots.user_id and account.id = bots.account_id
  join users on users.id = bots.user_id`;

/**
 * Bots that are silent and were not noticed yet, held until the transaction ends. Those that are sending a
 * heartbeat right now, or that another copy of the service notices, are left out.
 *
 * @param between their last heartbeat is after `from` and not after `to`
 */
export async function claimSilent(
  tx: Db,
  between: { from: Date; to: Date },
  { toldSince, limit }: { toldSince: Date; limit: number },
): Promise<SilentRow[]> {
  const { rows } = await sql<SilentRow>`
    ${acrossUsers('silent bots of everybody are looked for')}
    select ${SHOWN}, bots.last_heartbeat_at as since, bots.open_positions as "openPositions",
      (select count(*)::integer from bot_silences as told
        where told.user_id = bots.user_id and told.bot_id = bots.id and told.told
          and told.noticed_at > ${toldSince}) as "toldLately"
    from bots ${OWNED}
    where bots.ended_at is null
      and bots.last_heartbeat_at > ${between.from} and bots.last_heartbeat_at <= ${between.to}
      and not exists (
        select from bot_silences as noticed
        where noticed.user_id = bots.user_id and noticed.bot_id = bots.id
          and noticed.since = bots.last_heartbeat_at
      )
    order by bots.user_id, bots.id limit ${limit}
    for update of bots skip locked
  `.execute(tx);
  return rows;
}

/**
 * Notes silences, each once: what another copy committed between the look and the lock is left out.
 *
 * @returns the bots of those that are new
 */
export async function insertSilences(
  tx: Db,
  silences: readonly (BotSilence & { told: boolean })[],
  now: Date,
): Promise<Set<string>> {
  const inserted = await tx
    .insertInto('bot_silences')
    .values(
      silences.map(({ userId, botId, since, openPositions, told }) => ({
        user_id: userId,
        bot_id: botId,
        since,
        noticed_at: now,
        open_positions: openPositions,
        told,
      })),
    )
    .onConflict((conflict) => conflict.columns(['user_id', 'bot_id', 'since']).doNothing())
    .returning('bot_id')
    .execute();
  return new Set(inserted.map(({ bot_id }) => bot_id));
}

type EndedRow = EndedSilence & Readonly<{ told: boolean; botEnded: boolean }>;

/** Ends silences of bots that were heard of since. */
export async function endSilences(tx: Db, limit: number): Promise<EndedRow[]> {
  const { rows } = await sql<EndedRow>`
    ${acrossUsers('bots of everybody that are back online')}
    with over as (
      select silence.user_id, silence.bot_id, silence.since
      from bot_silences as silence
      join bots on bots.user_id = silence.user_id and bots.id = silence.bot_id
      where silence.ended_at is null
        and (bots.last_heartbeat_at > silence.since or bots.ended_at is not null)
      order by silence.user_id, silence.bot_id limit ${limit}
      for update of silence skip locked
    )
    update bot_silences as silence
    set ended_at = greatest(bots.last_heartbeat_at, silence.since)
    from over, bots ${OWNED}
    where silence.user_id = over.user_id and silence.bot_id = over.bot_id and silence.since = over.since
      and bots.user_id = silence.user_id and bots.id = silence.bot_id
    returning ${SHOWN}, silence.since, silence.open_positions as "openPositions",
      silence.ended_at as "heardAt", silence.told, bots.ended_at is not null as "botEnded"
  `.execute(tx);
  return rows;
}

/**
 * Counts a change of their bots up for all these users, in one order wherever it happens: each row is held
 * until the transaction ends.
 */
export async function countUpBots(tx: Db, userIds: readonly string[]): Promise<LiveNotice[]> {
  const { rows } = await sql<LiveNotice>`
    ${acrossUsers('dashboards of users whose bots went offline or came back')}
    insert into live_counts (user_id, topic, count)
    select id, 'bots', 1 from (select distinct unnest(${userIds}::uuid[]) as id) as those order by id
    on conflict (user_id, topic) do update set count = live_counts.count + 1
    returning user_id as "userId", topic, count
  `.execute(tx);
  return rows;
}

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
    ${acrossUsers('whether any bot at all is online')}
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
 * over. They are noticed again if they last.
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
