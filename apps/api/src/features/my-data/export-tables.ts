/**
 * What an export reads of a table: these columns of the user's rows, in the order of `key`. Columns are
 * named one by one, so that a new one with a secret does not leave by itself; a test compares both lists
 * below with the schema.
 */
export type ExportTable = Readonly<{
  table: string;
  columns: readonly string[];
  /** Unique among the user's rows, and indexed with the user in front where there are many. */
  key: readonly string[];
  /** Rows read at once; fewer where rows are long. */
  batch: number;
}>;

const MANY = 250;
/** A decision holds the whole snapshot it was made on. */
const LONG = 50;

export const EXPORT_TABLES: readonly ExportTable[] = [
  {
    table: 'trading_accounts',
    columns: ['id', 'server', 'login', 'account_type', 'currency', 'created_at'],
    key: ['id'],
    batch: MANY,
  },
  {
    table: 'trades',
    columns: [
      'account_id',
      'position_ticket',
      'symbol',
      'trade_type',
      'volume',
      'digits',
      'open_price',
      'close_price',
      'stop_loss',
      'take_profit',
      'opened_at',
      'closed_at',
      'trade_time',
      'status',
      'gross_profit',
      'commission',
      'swap',
      'fee',
      'profit',
      'initial_risk',
      'currency',
      'account_type',
      'decision_id',
      'revision',
      'created_at',
      'updated_at',
    ],
    key: ['account_id', 'position_ticket'],
    batch: MANY,
  },
  {
    table: 'decisions',
    columns: [
      'id',
      'account_id',
      'symbol',
      'timeframe',
      'as_of',
      'snapshot_hash',
      'snapshot',
      'action',
      'p_up',
      'sl_atr',
      'tp_atr',
      'reason',
      'agreeing',
      'quorum',
      'voters',
      'rules',
      'tokens',
      'decided_at',
    ],
    key: ['id'],
    batch: LONG,
  },
  {
    table: 'votes',
    columns: [
      'decision_id',
      'position',
      'analyst',
      'model',
      'action',
      'p_up',
      'sl_atr',
      'tp_atr',
      'reason',
      'evidence',
      'abstained',
      'tokens',
    ],
    key: ['decision_id', 'position'],
    batch: MANY,
  },
  {
    table: 'token_usage',
    columns: ['period_start', 'period_end', 'tokens_used'],
    key: ['period_start'],
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
    columns: ['id', 'rating', 'comment', 'created_at'],
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
  'sessions.token_hash': 'stands for a secret',
  'email_tokens.token_hash': 'stands for a secret',
  'recovery_codes.code_hash': 'stands for a secret',
  'totp_secrets.sealed_secret': 'a secret',
  'totp_secrets.last_step': 'helps to guess a code',
  'passkeys.credential_id': 'of use to the browser that made the passkey alone',
  'passkeys.public_key': 'of use to the service alone',
  'passkeys.sign_count': 'of use to the service alone',
  sign_in_challenges: 'a sign-in that is under way; gone in minutes',
  device_codes: 'a code that waits to be typed in; gone in minutes',
};
