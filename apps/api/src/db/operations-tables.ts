import type { OperatorAction } from '@quorate/contract/admin-audit';
import type { ColumnType, Generated } from 'kysely';
import type { ProviderTaskKind } from './billing-tables.ts';
import type { Json, Moment, NullableMoment } from './column-types.ts';

/** What operators did; rows are never changed. */
export type OperatorActionsTable = {
  id: string;
  at: Moment;
  operator_id: string;
  action: OperatorAction;
  subject_kind: string;
  subject_id: string;
  details: Json<Record<string, unknown>>;
  request_id: string;
  address: string;
};

/** A copy of the service that runs, or has run lately. */
export type ServiceInstancesTable = {
  id: string;
  host: string;
  pid: number;
  version: string;
  started_at: Moment;
  seen_at: Moment;
  figures: Json<Record<string, unknown>>;
};

/** What the service measured of itself in a minute. */
export type ServiceMinutesTable = {
  minute: Moment;
  /** One round trip. */
  database_ms: number;
  /** How long the oldest mail waits; 0 where none does. */
  mail_late_s: number;
  /** When a bar last came from anybody's bot. */
  bars_at: NullableMoment;
};

/** A job and the copy of the service that does it now. */
export type ServiceJobsTable = {
  name: string;
  held_by: string | null;
  held_until: NullableMoment;
  next_at: Moment;
  started_at: NullableMoment;
  finished_at: NullableMoment;
  outcome: 'ok' | 'failed' | null;
  last_error: string | null;
  runs: Generated<number>;
  failures: Generated<number>;
  /** When a copy of the service first knew it. */
  added_at: Generated<Moment>;
  /** null: never yet. */
  succeeded_at: NullableMoment;
};

/** A backup that was made with the command, kept for the health page. */
export type BackupsMadeTable = {
  id: string;
  taken_at: Moment;
  /** By the clock of the database. */
  ended_at: Moment;
  /** Where it was written, on that host. */
  file: string;
  host: string;
  rows: number;
  bytes: number;
};

/** The key that the data is sealed and signed with: one row, written when a service starts. */
export type KeyInUseTable = { id: Generated<number>; key_id: string; since: Moment };

/** Which notices a user wants; no row: all of them. */
export type NotificationSettingsTable = {
  user_id: string;
  silent_bot_mail: boolean;
  silent_bot_push: boolean;
  floor_mail: Generated<boolean>;
  floor_push: Generated<boolean>;
  weekly_review_mail: Generated<boolean>;
  /** Where Monday morning is the user's; null: as in UTC. */
  time_zone: ColumnType<string | null, string | null | undefined, string | null>;
};

/** A browser that takes notices (RFC 8030), with the keys they are sealed for (RFC 8291). */
export type PushSubscriptionsTable = {
  user_id: string;
  id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  /** Browser and system. */
  name: string;
  created_at: Moment;
};

export type TaskKind = 'mail' | 'mail_request' | 'push' | ProviderTaskKind;

/** What waits to be done, and what is just being done. */
export type TasksTable = {
  kind: TaskKind;
  /** What it is about; for a task of the provider a transaction, a subscription, or a user. */
  subject: string;
  payload: Json<Record<string, unknown>>;
  /** Whose it is, where it goes with their account. */
  user_id: string | null;
  rank: number;
  /** When it may begin; while it is worked on, when somebody else may. */
  run_at: Moment;
  expires_at: NullableMoment;
  attempts: Generated<number>;
  /** Until then the copy that claimed it counts as working on it, by the database's clock. */
  leased_until: NullableMoment;
  last_error: string | null;
  /** The request that asked for it. */
  asked_by: string | null;
  created_at: Moment;
};

/** A time during which a bot that had not ended was not heard of. */
export type BotSilencesTable = {
  user_id: string;
  bot_id: string;
  /** Its last heartbeat before. */
  since: Moment;
  noticed_at: Moment;
  open_positions: number;
  /** Whether its owner was told: not when it comes and goes many times an hour. */
  told: Generated<boolean>;
  ended_at: NullableMoment;
};

/** Where the watch for silent bots stands: one row for all copies of the service. */
export type SilenceWatchTable = {
  id: Generated<number>;
  looked_at: Moment;
  /** Nobody is told of anything before: the service itself was away. */
  patient_until: Moment;
  /** Every bot whose last heartbeat is not later than this was looked at. */
  noticed_until: Moment;
  /** Nobody at all was heard of: it is the service that does not hear. */
  deaf: boolean;
};
