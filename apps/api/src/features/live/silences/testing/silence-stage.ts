import type { TestContext } from 'node:test';
import { DEFAULT_BRAND } from '@quorate/contract/brand';
import { type RawBuilder, sql } from 'kysely';
import { freshDatabase } from '../../../../../test/helpers/fresh-database.ts';
import { type TestClock, testClock } from '../../../../../test/helpers/test-clock.ts';
import type { Db } from '../../../../db/tables.ts';
import { watchForOwners } from '../../../../process/service-jobs.ts';
import { LOOK_EVERY_MS, PATIENCE_MS } from '../watch-silences.ts';

export type RunningBot = { user_id: string; email: string; bot_id: string };

/** A watch over a fresh database that has just become ready to tell; nothing in it takes time. */
export async function silenceStage(t: TestContext) {
  const { db, close } = await freshDatabase();
  t.after(close);
  const clock = testClock();
  const warnings: string[] = [];
  const copy = (own: TestClock = clock) => ({
    look: () =>
      watchForOwners({
        db,
        clock: own,
        brand: DEFAULT_BRAND,
        publicUrl: 'https://quorate.example',
        log: { warn: (_details, message) => warnings.push(message) },
      }),
  });
  const { look } = copy();
  /** Looks at the pace of the job, and lets bots be heard of in between. */
  const lookFor = async (
    ms: number,
    heard: () => Promise<void> = async () => {},
    everyMs = LOOK_EVERY_MS,
  ) => {
    const until = clock.now() + ms;
    while (clock.now() < until) {
      clock.advance(everyMs);
      await heard();
      await look();
    }
  };
  await look();
  await lookFor(PATIENCE_MS);
  warnings.length = 0;
  return { db, clock, look, lookFor, copy, warnings };
}

/** Bots that were heard of just now, put straight into the database. */
export async function addRunningBots(
  db: Db,
  { at, users, each = 1, open = 3 }: { at: number; users: number; each?: number; open?: number },
): Promise<RunningBot[]> {
  const now = new Date(at);
  const { rows } = await sql<RunningBot>`
    with people as (
      insert into users (id, username, username_key, email, email_key, role, email_verified_at, created_at)
      select id, 'u' || id, 'u' || id, id || '@example.com', id || '@example.com', 'user', ${now}, ${now}
      from (select gen_random_uuid() as id from generate_series(1, ${users}::integer)) as made
      returning id, email
    ), accounts as (
      insert into trading_accounts (user_id, id, server, login, account_type, currency, created_at)
      select people.id, gen_random_uuid(), 'Demo-Server', n::text, 'demo', 'USD', ${now}
      from people, generate_series(1, ${each}::integer) as n
      returning user_id, id
    )
    insert into bots (user_id, id, account_id, run_id, sequence, state, equity, balance, open_positions,
      version, last_heartbeat_at, created_at)
    select user_id, gen_random_uuid(), id, 'run', 1, 'active', 1000000, 1000000, ${open}::integer, '0.1.0',
      ${now}, ${now}
    from accounts
    returning user_id, user_id || '@example.com' as email, id as bot_id
  `.execute(db);
  return rows;
}

/** A heartbeat of these bots, or of all. */
export async function hear(db: Db, at: number, bots?: readonly RunningBot[]): Promise<void> {
  const which: RawBuilder<unknown> = bots
    ? sql`id = any(${bots.map(({ bot_id }) => bot_id)}::uuid[])`
    : sql`true`;
  await sql`update bots set last_heartbeat_at = ${new Date(at)}, ended_at = null where ${which}`.execute(
    db,
  );
}

export function silencesOf(db: Db) {
  return db.selectFrom('bot_silences').selectAll().orderBy('noticed_at').orderBy('since').execute();
}

/** Oldest first. */
export function mailsOf(db: Db) {
  return db.selectFrom('outbox').selectAll().orderBy('created_at').orderBy('id').execute();
}
