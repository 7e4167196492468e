import { KEPT_DAYS } from '../../config/retention.ts';
import { BACKUPS_NOTED } from '../../db/made-backups.ts';
import type { Tables } from '../../db/tables.ts';
import { SECURITY_EVENTS_DAYS } from '../../features/account/security/overview.service.ts';
import { ABSOLUTE_DAYS, IDLE_DAYS } from '../../features/account/sessions/sessions.queries.ts';
import { EVENTS_KEPT_DAYS } from '../../features/billing/record/take-in-event.ts';
import { EQUITY_MINUTES_DAYS } from '../../features/live/keep-equity.ts';
import { UNCONFIRMED_DAYS } from '../../features/my-data/remove-unconfirmed.ts';
import { MAILS_KEPT_DAYS, SENT_NAMED_DAYS } from '../../mail/outbox.ts';
import { NOTICES_KEPT_MINUTES } from '../../push/push-outbox.ts';
import { AGED, type AgedTable } from './remove-old-rows.ts';

/** What lives as long as its account, and why that has an end. */
const withAccount = (why: string) => `with its account; ${why}`;

const SUMS = withAccount('sums of its trades');
const OF_NOBODY = 'it says nothing of whose an entry is';
const RECORD = withAccount('the record itself, within the plan’s limit of stored rows');

/** How long every table keeps a row, in words made of the figures that the code goes by. */
const RETENTION: Readonly<Record<Exclude<keyof Tables, AgedTable> | MigrationTable, string>> = {
  users: `until the account is deleted; ${UNCONFIRMED_DAYS} days where its address was never confirmed and nothing hangs on it`,
  service_instances: '10 minutes after a copy of the service was last seen',
  service_jobs: 'one row for each kind of job',
  backups_made: `the newest ${BACKUPS_NOTED}`,
  key_in_use: 'one row',
  notification_settings: withAccount('one row'),
  push_subscriptions: withAccount('a few browsers, until their push service no longer knows them'),
  silence_watch: 'one row',
  sessions: `until they end: unused for ${IDLE_DAYS.browser} days (devices ${IDLE_DAYS.device}), at most ${ABSOLUTE_DAYS.browser} days (devices ${ABSOLUTE_DAYS.device})`,
  challenges: '1 day after a mailed link ends; codes and steps of a sign-in within minutes',
  totp_secrets: withAccount('one row'),
  recovery_codes: withAccount('ten rows'),
  passkeys: withAccount('at most 20 rows'),
  provider_accounts: withAccount('one row for each provider'),
  security_events: `${SECURITY_EVENTS_DAYS} days`,
  outbox: `${MAILS_KEPT_DAYS} days; name, address and text ${SENT_NAMED_DAYS} days after it was sent, and at once when the account is deleted`,
  reviews: withAccount('one row'),
  trading_accounts: withAccount('one row for each terminal account'),
  trades: RECORD,
  trade_notes: withAccount('one row for each trade that its owner wrote about'),
  day_notes: withAccount('one row for each day that its owner wrote about'),
  journal_pictures: withAccount('the plan’s number of pictures'),
  rolled_up_users: SUMS,
  trade_cells: SUMS,
  trade_cuts: SUMS,
  trade_imports: withAccount('one row for each report that was imported'),
  decisions: RECORD,
  votes: RECORD,
  decision_outcomes: RECORD,
  calibration_cells: withAccount('sums of its outcomes'),
  decision_cells: withAccount('sums of its decisions'),
  learned_markets: withAccount('one row for each market'),
  shared_markets: 'one row for each market',
  bar_chunks: 'with its series of bars',
  ledger_chains: withAccount('one row for each terminal account'),
  ledger_records: RECORD,
  ledger_heads: withAccount('one row for each chain and day'),
  public_records: withAccount('one row for each account whose record is public'),
  record_streams: withAccount('one row for each trading account'),
  record_entries: RECORD,
  log_outbox: 'seconds: until the log has taken it in',
  log_leaves: `for good; ${OF_NOBODY}`,
  log_tiles: `for good; ${OF_NOBODY}`,
  log_state: 'one row',
  log_checkpoints: `for good; ${OF_NOBODY}`,
  log_keys: 'one row for each key',
  log_witnesses: 'one row for each witness',
  board_waiting: 'minutes: until the board has counted it',
  board_cells: withAccount('sums of its agreed outcomes'),
  board_latencies: withAccount('sums of its agreed outcomes'),
  board_clusters: 'one row for each voter and market',
  board_published: 'one row',
  log_stamping: 'one row',
  spend_progress: 'one row',
  token_usage: withAccount('one row for each billing cycle'),
  checklist_items: withAccount('one row for each step'),
  failed_sign_ins: 'seconds: until they are noted',
  rate_hits: 'until the limit no longer counts them, at most a day',
  webhook_events: `${EVENTS_KEPT_DAYS} days`,
  tasks: `until they are done; a notice to a browser at most ${NOTICES_KEPT_MINUTES} minutes, the request for a link an hour`,
  billing_notices: withAccount('one row for each bill that we wrote about'),
  provider_progress: 'one row for each thing that is read',
  bots: withAccount('one row for each terminal account'),
  live_counts: withAccount('a few rows'),
  rule_sets: withAccount('one row for each trading account'),
  rule_set_changes: withAccount('one row for each change of an account’s rules'),
  calendar_cover: 'one row',
  floor_reports: withAccount('one row for each trading account'),
  hosted_accounts: withAccount('one row for each paper account that we trade'),
  kysely_migration: 'one row for each change of the schema',
  kysely_migration_lock: 'one row',
};

type MigrationTable = 'kysely_migration' | 'kysely_migration_lock';

/** What an age counts from, where that is not when the row came. */
const SINCE: Readonly<Partial<Record<AgedTable, string>>> = {
  bot_silences: ' after it ended',
  bar_series: ' after its last call; the newest 1,500 bars',
  equity_steps: ` of an hour; of a minute ${EQUITY_MINUTES_DAYS} days, then it is part of its hour; of a trading day with its account`,
  token_reservations: ' after its call has died; one that ends well is gone at once',
  known_browsers: ' after its last use',
  subscriptions: ' after it was canceled; without its user once the account is gone',
  transactions: '; without its user once the account is gone',
};

function inWords(days: number): string {
  if (days < 1_000) return days === 1 ? '1 day' : `${days} days`;
  return `${Math.floor(days / 365)} years`;
}

/** What the operator may set instead. */
function boundsOf(table: AgedTable): string {
  const bounds: Readonly<Record<string, { least: number; most: number }>> = KEPT_DAYS;
  const { least, most } = bounds[table] ?? {};
  return least === undefined ? '' : ` (${least} to ${most})`;
}

/** Every table and how long it keeps a row, from which docs/reference/service.md is made. */
export function retentionRows(): { table: string; kept: string }[] {
  const aged = AGED.map(({ table, days }) => ({
    table,
    kept: `${inWords(days)}${SINCE[table] ?? ''}${boundsOf(table)}`,
  }));
  const others = Object.entries(RETENTION).map(([table, kept]) => ({ table, kept }));
  return [...aged, ...others].sort((one, other) => (one.table < other.table ? -1 : 1));
}
