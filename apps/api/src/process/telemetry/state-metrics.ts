import { SILENT_AFTER_S } from '@quorate/contract/bot-terms';
import { type RawBuilder, sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import { acrossUsers } from '../../db/across-users.ts';
import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/tables.ts';
import {
  type LogFigures,
  readLogFigures,
  type Signing,
  type WitnessFigures,
} from '../../features/records/log/log-figures.ts';
import { MAIL_ATTEMPTS_MAX } from '../../mail/outbox.ts';
import type { Clock } from '../clock.ts';

export type StateDeps = Readonly<{
  database: Database;
  clock: Clock;
  /** Where the service itself asks: what it would sign with, and who cosigns. A runner does neither. */
  signing?: Signing | undefined;
  /** What this process does on schedule; a runner does nothing of it. */
  jobs?: readonly Readonly<{ name: string; everyMs: number }>[] | undefined;
}>;

/** However often and by however many it is asked for. */
const READ_EVERY_MS = 15_000;
/** Prometheus gives a scrape up after 10 s, and with it everything that the process knows by itself. */
const READ_MS = 2_000;

/** Others take the accounts of a runner that was not seen for so long. */
export const RUNNER_GONE_S = 8;
/** So many days an account in fast time goes through before it is in real time. */
const FAST_DAYS = 45;

/** Of hosted_accounts as account: in fast time, bars were due long ago by the market's own clock. */
export const IS_HOSTED_IN_REAL_TIME = sql<boolean>`(account.source = 'practice'
  and (account.pace = 'real_time' or account.due_at > account.began_at + ${sql.lit(FAST_DAYS)} * interval '1 day'))`;

type Read = State & LogFigures & { clock_ahead_s: number };

/** null: it is not known, or does not exist yet, and so is not there. */
type ValueOf = (state: Read) => number | null;

const GAUGES: Readonly<Record<string, Readonly<{ help: string; value: ValueOf }>>> = {
  quorate_mails_waiting: {
    help: 'Mails in the outbox that are still to be sent.',
    value: (state) => state.mails_waiting,
  },
  quorate_mails_oldest_age_seconds: {
    help: 'Seconds that the oldest mail has waited, without those to refused addresses; 0: none waits.',
    value: (state) => state.mails_oldest_s,
  },
  quorate_mails_given_up: {
    help: 'Mails of the last 30 days that every try has failed to send.',
    value: (state) => state.mails_given_up,
  },
  quorate_mails_any_sent: {
    help: '1 where a mail of the last 30 days has left, else 0.',
    value: (state) => (state.mails_any_sent ? 1 : 0),
  },
  quorate_push_notices_waiting: {
    help: 'Notices to browsers that are still to be sent.',
    value: (state) => state.notices_waiting,
  },
  quorate_provider_tasks_waiting: {
    help: 'Things that the payment provider is still to be asked or told.',
    value: (state) => state.tasks_waiting,
  },
  quorate_provider_tasks_oldest_age_seconds: {
    help: 'Seconds that the oldest of them has waited; 0 where none waits.',
    value: (state) => state.tasks_oldest_s,
  },
  quorate_bots_running: {
    help: `Bots that were seen in the last ${SILENT_AFTER_S} seconds and have not ended.`,
    value: (state) => state.bots_running,
  },
  quorate_bots_silent: {
    help: `Bots that have not ended and were last seen ${SILENT_AFTER_S} seconds to a day ago.`,
    value: (state) => state.bots_silent,
  },
  quorate_copies_running: {
    help: 'Copies of the service that have said lately that they are there.',
    value: (state) => state.copies_running,
  },
  quorate_hosted_runners_alive: {
    help: `Runners of hosted accounts that were seen in the last ${RUNNER_GONE_S} seconds.`,
    value: (state) => state.runners_alive,
  },
  quorate_hosted_accounts: {
    help: 'Hosted accounts, whatever they do.',
    value: (state) => state.hosted_all,
  },
  quorate_hosted_accounts_held: {
    help: 'Hosted accounts that a living runner has.',
    value: (state) => state.hosted_held,
  },
  quorate_hosted_accounts_waiting: {
    help: 'Hosted accounts that should trade and do not: for a runner, fast hours or a larger plan.',
    value: (state) => state.hosted_waiting,
  },
  quorate_hosted_accounts_paused: {
    help: 'Hosted accounts that their owner, or two weeks without a visit, has paused.',
    value: (state) => state.hosted_paused,
  },
  quorate_hosted_oldest_due_age_seconds: {
    help: 'Seconds since the oldest bar that a hosted account in real time should have taken; 0: none is late.',
    value: (state) => state.hosted_oldest_due_s,
  },
  quorate_last_backup_timestamp_seconds: {
    help: 'When the last backup that the command made was done, in seconds since 1970; 0: none is known of.',
    value: (state) => state.last_backup_s,
  },
  quorate_installed_timestamp_seconds: {
    help: 'When the database was made, in seconds since 1970.',
    value: (state) => state.installed_s,
  },
  quorate_database_size_bytes: {
    help: 'Bytes of the database on its disk.',
    value: (state) => state.database_bytes,
  },
  quorate_user_growth_max_entries: {
    help: 'Entries of the record that the fastest-growing user added in the last full UTC day.',
    value: (state) => state.most_grown,
  },
  quorate_log_entries: {
    help: 'Entries in the log of the record.',
    value: (state) => state.log_entries,
  },
  quorate_log_waiting_oldest_age_seconds: {
    help: 'Seconds that the oldest entry has waited for the log; 0: none waits.',
    value: (state) => state.log_waiting_s,
  },
  quorate_log_checkpoint_age_seconds: {
    help: 'Seconds since the newest checkpoint of the log was signed.',
    value: (state) => state.log_checkpoint_s,
  },
  quorate_log_stamp_age_seconds: {
    help: 'Seconds since an authority of time last stamped the log.',
    value: (state) => state.log_stamp_s,
  },
  quorate_log_unstamped_age_seconds: {
    help: 'Seconds since the oldest checkpoint that no stamp covers yet; 0: every one is covered.',
    value: (state) => state.log_unstamped_s,
  },
  quorate_log_key_mismatch: {
    help: '1 where this copy may not sign the log, because its SECRET_KEY is another one.',
    value: (state) => state.log_key_mismatch,
  },
  quorate_schema_version: {
    help: 'Number of the newest migration of the database.',
    value: ({ schema }) => Number.parseInt(schema, 10) || 0,
  },
  quorate_clock_ahead_seconds: {
    help: 'Seconds that the clock of this machine is ahead of the database; below 0: behind.',
    value: (state) => state.clock_ahead_s,
  },
};

const WITNESS_GAUGES: Readonly<
  Record<string, Readonly<{ help: string; value: (witness: WitnessFigures) => number | null }>>
> = {
  quorate_log_witness_failing: {
    help: '1 where a witness has not cosigned since it last failed, else 0.',
    value: ({ failing }) => failing,
  },
  quorate_log_witness_cosigned_age_seconds: {
    help: 'Seconds since a witness last cosigned the log.',
    value: ({ cosigned_s: age }) => age,
  },
};

/** Figures of the database, read at most every 15 seconds. Where it cannot be read they are not there. */
export function watchState(registry: Registry, deps: StateDeps): void {
  const read = keptFor(READ_EVERY_MS, () => readWithClock(deps));
  const registers = [registry];
  for (const [name, { help, value }] of Object.entries(GAUGES)) {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const state = await read();
        const known = state && value(state);
        if (known === null) this.remove();
        else this.set(known);
      },
    });
  }
  for (const [name, { help, value }] of Object.entries(WITNESS_GAUGES)) {
    new Gauge({
      name,
      help,
      labelNames: ['witness'],
      registers,
      async collect() {
        const state = await read();
        this.reset();
        for (const witness of state?.witnesses ?? []) {
          const known = value(witness);
          if (known !== null) this.set({ witness: witness.name }, known);
        }
      },
    });
  }
  new Gauge({
    name: 'quorate_job_late_seconds',
    help: 'Seconds by which a success of a job is late, also of one that never ran; 0: it is not late.',
    labelNames: ['job_name'],
    registers,
    async collect() {
      const state = await read();
      this.reset();
      for (const { name, everyMs } of deps.jobs ?? []) {
        const since = state?.job_ages[name];
        if (since !== undefined) this.set({ job_name: name }, Math.max(0, since - everyMs / 1_000));
      }
    },
  });
  new Gauge({
    name: 'quorate_database_up',
    help: '1 where the database answered the last question for these figures, else 0.',
    registers,
    async collect() {
      this.set((await read()) ? 1 : 0);
    },
  });
}

async function readWithClock({ database, clock, signing }: StateDeps): Promise<Read> {
  const asked = clock.now();
  const state = await readState(database.db, {
    now: new Date(asked),
    silentAfterS: SILENT_AFTER_S,
    mailAttempts: MAIL_ATTEMPTS_MAX,
  });
  // Half of the way there and back, as far as anybody knows.
  const between = (asked + clock.now()) / 2;
  const figures = await readLogFigures(database.db, signing, asked);
  return { ...state, ...figures, clock_ahead_s: (between - state.database_ms) / 1_000 };
}

/** One reading for all who ask within so long; null while it fails or takes too long. */
function keptFor<T>(everyMs: number, read: () => Promise<T>): () => Promise<T | null> {
  let kept: Promise<T | null> = Promise.resolve(null);
  let until = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() < until) return kept;
    // One that hangs is not asked again: each would take another connection.
    until = Number.POSITIVE_INFINITY;
    const answer = read().then(
      (value) => {
        until = performance.now() + everyMs;
        return value;
      },
      () => {
        // Whoever asks next wants to know whether it is back.
        until = performance.now() + 1_000;
        return null;
      },
    );
    kept = Promise.race([answer, nullAfter(READ_MS)]);
    // What comes late is better than nothing.
    void answer.then(() => {
      kept = answer;
    });
    return kept;
  };
}

function nullAfter(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, ms, null).unref());
}

/** What stands in the database: the same whichever copy is asked. Ages are in seconds, 0 where nothing waits. */
type State = Readonly<{
  mails_waiting: number;
  mails_oldest_s: number;
  mails_given_up: number;
  notices_waiting: number;
  tasks_waiting: number;
  tasks_oldest_s: number;
  bots_running: number;
  bots_silent: number;
  copies_running: number;
  runners_alive: number;
  hosted_all: number;
  hosted_held: number;
  hosted_waiting: number;
  hosted_paused: number;
  hosted_oldest_due_s: number;
  /** Seconds since 1970; 0 where no backup is known of. */
  last_backup_s: number;
  mails_any_sent: boolean;
  installed_s: number | null;
  database_bytes: number;
  most_grown: number;
  /** Since they last succeeded, or were first known. */
  job_ages: Readonly<Record<string, number>>;
  schema: string;
  database_ms: number;
}>;

const DAY_S = 86_400;
const COPY_GONE_S = 30;

/** One statement over what waits and what runs; the indexes of both hold nothing else. */
async function readState(
  db: Db,
  { now, silentAfterS, mailAttempts }: { now: Date; silentAfterS: number; mailAttempts: number },
): Promise<State> {
  const since = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
  const age = (moment: RawBuilder<unknown>) =>
    sql`greatest(0, coalesce(extract(epoch from (${now}::timestamptz - ${moment})), 0))::float8`;
  const { rows } = await sql<State>`${acrossUsers('figures for operators')}
    select mails.*, notices.*, tasks.*, bots.*, copies.*, runners.*, hosted.*,
      coalesce((select extract(epoch from max(ended_at)) from backups_made), 0)::float8 as last_backup_s,
      exists (select from outbox where sent_at is not null) as mails_any_sent,
      (select extract(epoch from min(timestamp)::timestamptz) from kysely_migration)::float8 as installed_s,
      pg_database_size(current_database())::float8 as database_bytes,
      coalesce((select max(grew) from (
        select sum(grew) as grew from record_streams where counted_on >= ${since(2 * DAY_S)}::date group by user_id
      ) as each), 0)::float8 as most_grown,
      coalesce((select jsonb_object_agg(name,
        greatest(0, extract(epoch from clock_timestamp() - coalesce(succeeded_at, added_at)))) from service_jobs),
        '{}') as job_ages,
      coalesce((select max(name) from kysely_migration), '') as schema,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as database_ms
    from
      (select count(*) filter (where attempts < ${mailAttempts}) as mails_waiting,
        count(*) filter (where attempts >= ${mailAttempts}) as mails_given_up,
        ${age(sql`min(created_at) filter (where attempts < ${mailAttempts} and not refused)`)} as mails_oldest_s
        from outbox where sent_at is null) as mails,
      (select count(*) as notices_waiting from tasks where kind = 'push' and expires_at > ${now}) as notices,
      (select count(*) as tasks_waiting, ${age(sql`min(created_at)`)} as tasks_oldest_s
        from tasks where kind not in ('mail', 'mail_request', 'push')) as tasks,
      (select count(*) filter (where last_heartbeat_at > ${since(silentAfterS)}) as bots_running,
        count(*) filter (where last_heartbeat_at <= ${since(silentAfterS)}) as bots_silent
        from bots where ended_at is null and last_heartbeat_at > ${since(DAY_S)}) as bots,
      (select count(*) as copies_running from service_instances
        where seen_at > clock_timestamp() - ${COPY_GONE_S} * interval '1 second') as copies,
      (select count(*) as runners_alive from hosted_runners
        where seen_at > ${since(RUNNER_GONE_S)}) as runners,
      (select count(*) as hosted_all,
        count(*) filter (where is_held) as hosted_held,
        count(*) filter (where paused_by is null and (waits_for is not null or not is_held)) as hosted_waiting,
        count(*) filter (where paused_by is not null) as hosted_paused,
        ${age(sql`min(due_at) filter (where paused_by is null and waits_for is null and is_real_time)`)}
          as hosted_oldest_due_s
        from (
          select account.paused_by, account.waits_for, account.due_at,
            runner.seen_at > ${since(RUNNER_GONE_S)} is true as is_held,
            ${IS_HOSTED_IN_REAL_TIME} as is_real_time
          from hosted_accounts as account
          left join hosted_runners as runner on runner.id = account.runner_id
        ) as each) as hosted
  `.execute(db);
  const [state] = rows;
  if (!state) throw new Error('the database gave no row of figures');
  return state;
}
