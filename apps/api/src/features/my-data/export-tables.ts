import { BILLING_TABLES } from './export-billing-tables.ts';
import { DECISION_TABLES } from './export-decision-tables.ts';
import { LEDGER_TABLES } from './export-ledger-tables.ts';
import { NOTIFICATION_TABLES, NOTIFICATIONS_NOT_EXPORTED } from './export-notification-tables.ts';
import type { ExportTable } from './export-table.ts';
import { TRADING_TABLES } from './export-trading-tables.ts';

const MANY = 250;

export const EXPORT_TABLES: readonly ExportTable[] = [
  ...TRADING_TABLES,
  ...DECISION_TABLES,
  {
    table: 'bots',
    columns: [
      'id',
      'account_id',
      'run_id',
      'sequence',
      'state',
      'equity',
      'balance',
      'open_positions',
      'version',
      'last_heartbeat_at',
      'ended_at',
      'created_at',
    ],
    key: ['id'],
    batch: MANY,
  },
  {
    table: 'bot_commands',
    columns: ['id', 'bot_id', 'kind', 'asked_at', 'received_at', 'done_at', 'result'],
    key: ['id'],
    batch: MANY,
  },
  ...NOTIFICATION_TABLES,
  {
    table: 'token_usage',
    columns: ['period_start', 'period_end', 'tokens_used'],
    key: ['period_start'],
    batch: MANY,
  },
  ...LEDGER_TABLES,
  ...BILLING_TABLES,
  {
    table: 'account_usage',
    columns: ['day', 'account_id'],
    key: ['day', 'account_id'],
    batch: MANY,
  },
  { table: 'symbol_usage', columns: ['day', 'symbol'], key: ['day', 'symbol'], batch: MANY },
  {
    table: 'checklist_items',
    columns: ['item_id', 'done', 'updated_at'],
    key: ['item_id'],
    batch: MANY,
  },
  {
    table: 'reviews',
    columns: ['id', 'rating', 'comment', 'created_at', 'hidden_at', 'hidden_reason'],
    key: ['id'],
    batch: MANY,
  },
  {
    table: 'sessions',
    columns: [
      'id',
      'kind',
      'name',
      'address',
      'created_at',
      'last_used_at',
      'expires_at',
      'confirmed_at',
      'factor_at',
    ],
    key: ['id'],
    batch: MANY,
  },
  {
    table: 'security_events',
    columns: ['id', 'kind', 'about', 'address', 'at'],
    key: ['id'],
    batch: MANY,
  },
  {
    table: 'passkeys',
    columns: ['id', 'name', 'synced', 'transports', 'created_at', 'last_used_at'],
    key: ['id'],
    batch: MANY,
  },
  {
    table: 'provider_accounts',
    columns: ['provider', 'subject', 'email', 'linked_at'],
    key: ['provider'],
    batch: MANY,
  },
  {
    table: 'totp_secrets',
    columns: ['created_at', 'enabled_at'],
    key: ['created_at'],
    batch: MANY,
  },
  {
    table: 'email_tokens',
    columns: ['purpose', 'new_email', 'created_at', 'expires_at', 'used_at'],
    key: ['token_hash'],
    batch: MANY,
  },
  {
    table: 'recovery_codes',
    columns: ['created_at', 'used_at'],
    key: ['code_hash'],
    batch: MANY,
  },
];

/** Tables and columns with something of a user in them that an export leaves out, and why. */
export const NOT_EXPORTED: Readonly<Record<string, string>> = {
  ...NOTIFICATIONS_NOT_EXPORTED,
  'sessions.token_hash': 'stands for a secret',
  'email_tokens.token_hash': 'stands for a secret',
  'recovery_codes.code_hash': 'stands for a secret',
  'totp_secrets.sealed_secret': 'a secret',
  'totp_secrets.last_step': 'helps to guess a code',
  'passkeys.credential_id': 'of use to the browser that made the passkey alone',
  'passkeys.public_key': 'of use to the service alone',
  'passkeys.sign_count': 'of use to the service alone',
  'subscriptions.provider_updated_at': 'of use to the service alone',
  'transactions.provider_updated_at': 'of use to the service alone',
  'trades.moved_from': 'of use to the service alone',
  'trades.rolled_up': 'of use to the service alone',
  rolled_up_users: 'says that sums of the trades are kept',
  trade_cells: 'sums of the trades, which are exported',
  trade_cuts: 'sums of the trades, which are exported',
  'bot_commands.position': 'of use to the service alone',
  live_counts: 'how often pages that are open were told to read anew',
  user_spend_days: 'sums of the decisions, which are exported',
  token_reservations: 'tokens of an analysis that is under way; gone in minutes',
  sign_in_challenges: 'a sign-in that is under way; gone in minutes',
  known_browsers: 'of use to the service alone: lets the owner in while strangers guess',
  device_codes: 'a code that waits to be typed in; gone in minutes',
};
