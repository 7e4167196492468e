/**
 * What an export reads of a table: these columns of the user's rows, in the order of `key`. Columns are
 * named one by one, so that a new one with a secret does not leave by itself; a test compares the
 * lists with the schema.
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

const TRADING_TABLES: readonly ExportTable[] = [
  {
    table: 'trading_accounts',
    columns: ['id', 'server', 'login', 'account_type', 'currency', 'paper', 'created_at'],
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
      'reported_status',
      'corrections',
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
      'import_id',
      'created_at',
      'updated_at',
    ],
    key: ['account_id', 'position_ticket'],
    batch: MANY,
  },
  {
    table: 'trade_imports',
    columns: [
      'id',
      'file_name',
      'server',
      'login',
      'created',
      'removed',
      'imported_at',
      'removed_at',
    ],
    key: ['id'],
    batch: MANY,
  },
];

/** A decision holds the whole snapshot it was made on, an outcome the bars around it. */
const LONG = 50;

/** What was decided, what became of it, and what that says of the voters. */
const DECISION_TABLES: readonly ExportTable[] = [
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
      'pool_slope',
      'sl_atr',
      'tp_atr',
      'reason',
      'agreeing',
      'quorum',
      'voters',
      'rules',
      'depth',
      'tokens',
      'cost_micro_usd',
      'latency_ms',
      'decided_at',
      'outcome',
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
      'provider',
      'family',
      'action',
      'p_up',
      'sl_atr',
      'tp_atr',
      'reason',
      'evidence',
      'abstained',
      'fault',
      'round',
      'first_action',
      'first_p_up',
      'share',
      'p_pooled',
      'tokens',
      'input_tokens',
      'output_tokens',
      'cost_micro_usd',
      'latency_ms',
    ],
    key: ['decision_id', 'position'],
    batch: MANY,
  },
  {
    table: 'decision_outcomes',
    columns: [
      'decision_id',
      'revision',
      'verdict',
      'checks',
      'asked',
      'fill',
      'refusal',
      'shadow',
      'digits',
      'bars',
      'first_touch',
      'desk_inputs',
      'reported_at',
    ],
    key: ['decision_id'],
    batch: LONG,
  },
  {
    table: 'calibration_cells',
    columns: ['analyst', 'model', 'symbol', 'hundredth', 'ups', 'downs'],
    key: ['analyst', 'model', 'symbol', 'hundredth'],
    batch: MANY,
  },
];

const NOTIFICATION_TABLES: readonly ExportTable[] = [
  {
    table: 'notification_settings',
    columns: ['silent_bot_mail', 'silent_bot_push'],
    key: ['user_id'],
    batch: MANY,
  },
  {
    table: 'push_subscriptions',
    columns: ['id', 'name', 'created_at'],
    key: ['id'],
    batch: MANY,
  },
  {
    table: 'bot_silences',
    columns: ['bot_id', 'since', 'noticed_at', 'open_positions', 'told', 'ended_at'],
    key: ['bot_id', 'since'],
    batch: MANY,
  },
];

/** What of notices an export leaves out, and why. */
const NOTIFICATIONS_NOT_EXPORTED: Readonly<Record<string, string>> = {
  'push_subscriptions.endpoint': 'stands for a secret: anyone who has it can write to the browser',
  'push_subscriptions.p256dh': 'of use to the service alone',
  'push_subscriptions.auth': 'a secret',
  tasks: 'notices on their way to browsers; gone within the hour',
};

/** The decision ledger as it stands in the database; its own file can be verified. See `EXPORT_TABLES`. */
const LEDGER_TABLES: readonly ExportTable[] = [
  { table: 'ledger_chains', columns: ['records', 'prev', 'hash'], key: ['records'], batch: 1 },
  {
    table: 'ledger_records',
    columns: ['position', 'record', 'hash'],
    key: ['position'],
    batch: 100,
  },
  {
    table: 'ledger_heads',
    columns: ['day', 'records', 'hash', 'signed_at', 'key_id', 'public_key', 'signature'],
    key: ['day'],
    batch: 250,
  },
];

/** What a user bought and was told of it; see `EXPORT_TABLES`. */
const BILLING_TABLES: readonly ExportTable[] = [
  {
    table: 'subscriptions',
    columns: [
      'id',
      'customer_id',
      'status',
      'price_id',
      'plan_name',
      'billing_cycle',
      'amount',
      'currency',
      'started_at',
      'period_start',
      'period_end',
      'next_billed_at',
      'scheduled_action',
      'scheduled_at',
      'canceled_at',
      'cancel_requested',
      'cancel_requested_at',
      'created_at',
      'updated_at',
    ],
    key: ['id'],
    batch: MANY,
  },
  {
    table: 'transactions',
    columns: [
      'id',
      'subscription_id',
      'customer_id',
      'status',
      'origin',
      'price_id',
      'plan_name',
      'billing_cycle',
      'amount',
      'tax',
      'currency',
      'period_start',
      'period_end',
      'invoice_number',
      'billed_at',
      'granted_at',
      'returned',
      'restored',
      'provider_created_at',
      'created_at',
      'updated_at',
    ],
    key: ['id'],
    batch: MANY,
  },
  {
    table: 'billing_notices',
    columns: ['notice', 'sent_at'],
    key: ['notice'],
    batch: MANY,
  },
];

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
    table: 'equity_steps',
    columns: [
      'account_id',
      'step',
      'at',
      'first_equity',
      'lowest',
      'highest',
      'last_equity',
      'first_balance',
      'last_balance',
      'fall',
      'fall_from',
    ],
    key: ['account_id', 'step', 'at'],
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
    table: 'challenges',
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
  'challenges.token_hash': 'stands for a secret',
  'challenges.tries': 'of a sign-in that is under way; gone in minutes',
  'challenges.data': 'of a sign-in that is under way; gone in minutes',
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
  live_counts: 'how often open pages were sent news',
  user_spend_days: 'sums of the decisions, which are exported',
  token_reservations: 'tokens of an analysis that is under way; gone in minutes',
  known_browsers: 'of use to the service alone: lets the owner in while strangers guess',
};
