/**
 * Tables whose rows belong to one user each. Every statement on them carries the user's id, so that they
 * can be partitioned by it, and spread over machines by it, with no statement changed.
 *
 * `large`: grows with use for as long as the account lives, and is worth partitions on one machine.
 * `small`: at most some hundred rows a user; on many machines it lies beside the user's large tables.
 */
export const SPREAD_TABLES = {
  trading_accounts: 'small',
  trades: 'large',
  trade_cells: 'large',
  trade_cuts: 'large',
  rolled_up_users: 'small',
  trade_imports: 'small',
  decisions: 'large',
  votes: 'large',
  decision_outcomes: 'large',
  calibration_cells: 'large',
  decision_cells: 'large',
  learned_markets: 'small',
  bar_series: 'small',
  bar_chunks: 'small',
  ledger_chains: 'small',
  ledger_records: 'large',
  ledger_heads: 'large',
  record_streams: 'small',
  record_entries: 'large',
  log_outbox: 'small',
  board_waiting: 'small',
  board_cells: 'large',
  board_latencies: 'large',
  bots: 'small',
  equity_steps: 'large',
  bot_commands: 'large',
  bot_silences: 'large',
  trade_notes: 'small',
  day_notes: 'small',
  journal_pictures: 'small',
  weekly_mails: 'small',
  rule_sets: 'small',
  rule_set_changes: 'small',
  floor_reports: 'small',
  hosted_accounts: 'small',
  hosted_use: 'small',
  live_counts: 'small',
  token_usage: 'small',
  token_reservations: 'small',
  symbol_usage: 'large',
  user_spend_days: 'large',
  account_usage: 'large',
  security_events: 'large',
  checklist_items: 'small',
  billing_notices: 'small',
  notification_settings: 'small',
  push_subscriptions: 'small',
} as const satisfies Record<string, 'large' | 'small'>;

export type SpreadTable = keyof typeof SPREAD_TABLES;

/**
 * Tables with a user's id that stay whole on one machine, and why. They have a few rows a user, or are
 * asked before it is known whose they are.
 */
export const WHOLE_TABLES: Readonly<Record<string, string>> = {
  tasks: 'claimed before it is known whose they are',
  sessions: 'found by the hash of a token, before it is known whose it is',
  challenges: 'found by the hash of a link or code, some before anybody is known',
  passkeys: 'found by what the browser offers, before it is known whose it is',
  known_browsers: 'at most 50 rows a user, read at sign-in beside the account',
  provider_accounts: "found by the provider's name for a person",
  totp_secrets: 'one row a user, read at sign-in beside the account',
  recovery_codes: 'ten rows a user, read at sign-in beside the account',
  market_bars: 'found by the symbol and moment of a bar, over all users who have it',
  public_records: 'found by the name in an address, before it is known whose it is',
  reviews: 'one row a user, shown to everybody in the order of time',
  subscriptions: "found by the payment provider's id; kept without a user when the account goes",
  transactions: "found by the payment provider's id; kept without a user when the account goes",
};

export function isSpread(table: string): table is SpreadTable {
  return Object.hasOwn(SPREAD_TABLES, table);
}

/**
 * The statements that spread the service's tables over the machines of a Citus cluster by user. `users`
 * goes to every machine because the others refer to it; what else there is stays where it is.
 */
export function distributeStatements(): string[] {
  const [first, ...others] = Object.keys(SPREAD_TABLES);
  return [
    '-- On the coordinator, as the owner of the tables, with the service stopped. Tables in partitions may stay so.',
    'create extension if not exists citus;',
    `select create_reference_table('users');`,
    `select create_distributed_table('${first}', 'user_id');`,
    ...others.map(
      (table) =>
        `select create_distributed_table('${table}', 'user_id', colocate_with => '${first}');`,
    ),
    '-- These stay whole on the coordinator:',
    ...Object.entries(WHOLE_TABLES).map(([table, why]) => `--   ${table}: ${why}`),
    '--   and every table without a user_id',
  ];
}
