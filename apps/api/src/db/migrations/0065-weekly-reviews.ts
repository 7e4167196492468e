import { type Kysely, sql } from 'kysely';

/** Who wants a review of each week by mail, where their Monday is, and which reviews were sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  'alter table notification_settings add column weekly_review_mail boolean not null default true',
  'alter table notification_settings add column time_zone text',
  `create index notification_settings_by_zone on notification_settings (time_zone, user_id)
    where time_zone is not null`,
  // What mail programs call when somebody wants no more of these mails.
  `alter table outbox add column unsubscribe_url text not null default ''`,
  `create table weekly_mails (
    user_id uuid not null references users on delete cascade,
    week text not null,
    queued_at timestamptz not null,
    primary key (user_id, week)
  )`,
  // How far the mails of a week have come among the users of a zone.
  `create table weekly_mail_rounds (
    week text not null,
    time_zone text not null,
    after_user uuid,
    done boolean not null default false,
    begun_at timestamptz not null,
    primary key (week, time_zone)
  )`,
];
