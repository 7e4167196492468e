import type { AnyAccountType } from '@quorate/contract/fields';
import type { ExitReason } from '@quorate/contract/trades';
import type { ColumnType, Generated, Kysely } from 'kysely';
import type {
  ChallengesTable,
  FailedSignInsTable,
  KnownBrowsersTable,
  PasskeysTable,
  ProviderAccountsTable,
  RecoveryCodesTable,
  SecurityEventsTable,
  SessionsTable,
  TotpSecretsTable,
  UsersTable,
} from './account-tables.ts';
import type {
  AccountUsageTable,
  AdjustmentsTable,
  BillingNoticesTable,
  ProviderProgressTable,
  SubscriptionsTable,
  TokenReservationsTable,
  TransactionsTable,
  WebhookEventsTable,
} from './billing-tables.ts';
import type { Moment, NullableMoment, NullableNumeric, Numeric } from './column-types.ts';
import type {
  BarChunksTable,
  BarSeriesTable,
  CalibrationCellsTable,
  DecisionCellsTable,
  DecisionOutcomesTable,
  DecisionsTable,
  LearnedMarketsTable,
  MarketBarsTable,
  SharedMarketsTable,
  SharedMomentsTable,
  VotesTable,
} from './decision-tables.ts';
import type { HostedAccountsTable, HostedRunnersTable, HostedUseTable } from './hosted-tables.ts';
import type {
  DayNotesTable,
  JournalPicturesTable,
  TradeNotesTable,
  WeeklyMailRoundsTable,
  WeeklyMailsTable,
} from './journal-tables.ts';
import type {
  BotCommandsTable,
  BotsTable,
  EquityStepsTable,
  LiveCountsTable,
} from './live-tables.ts';
import type {
  BackupsMadeTable,
  BotSilencesTable,
  KeyInUseTable,
  NotificationSettingsTable,
  OperatorActionsTable,
  PushSubscriptionsTable,
  ServiceInstancesTable,
  ServiceJobsTable,
  ServiceMinutesTable,
  SilenceWatchTable,
  TasksTable,
} from './operations-tables.ts';
import type {
  BoardCellsTable,
  BoardClustersTable,
  BoardLatenciesTable,
  BoardMomentsTable,
  BoardPublishedTable,
  BoardWaitingTable,
  LogCheckpointsTable,
  LogKeysTable,
  LogLeavesTable,
  LogOutboxTable,
  LogStampingTable,
  LogStateTable,
  LogTilesTable,
  LogWitnessesTable,
  PublicRecordsTable,
  RecordEntriesTable,
  RecordStreamsTable,
} from './record-tables.ts';
import type {
  CalendarCoverTable,
  CalendarEventsTable,
  FloorReportsTable,
  RuleSetChangesTable,
  RuleSetsTable,
} from './rule-set-tables.ts';

export type OutboxTable = {
  id: string;
  to_address: string;
  subject: string;
  text: string;
  html: string;
  created_at: Moment;
  attempts: Generated<number>;
  sent_at: NullableMoment;
  last_error: string | null;
  /** The mail server takes nothing for this address. */
  refused: Generated<boolean>;
  /** Whose name and doings it holds: it goes when their account does. */
  about_user: Generated<string | null>;
  /** Where mail programs turn such mails off; empty for mails that cannot be. */
  unsubscribe_url: Generated<string>;
};

type ReviewsTable = {
  id: string;
  user_id: string;
  rating: number;
  comment: string;
  created_at: Moment;
  /** Set: an operator has taken it off the site, for this reason. */
  hidden_at: NullableMoment;
  hidden_reason: Generated<string | null>;
};

type TradingAccountsTable = {
  id: string;
  user_id: string;
  server: string;
  login: string;
  account_type: AnyAccountType;
  currency: string;
  /** Fixed by the first call that named the account. */
  paper: Generated<boolean>;
  created_at: Moment;
};

/** A trade's figures as they are kept of it; money in minor units. */
export type TradeFiguresJson = Readonly<{
  symbol: string;
  trade_type: 'BUY' | 'SELL';
  volume: number;
  open_price: number;
  close_price: number | null;
  opened_at: string;
  closed_at: string | null;
  status: string;
  gross_profit: number;
  commission: number;
  swap: number;
  fee: number;
  profit: number;
  initial_risk: number | null;
  decision_id: string | null;
}>;

/** Figures that were replaced, at what time and by which revision. */
export type CorrectionJson = TradeFiguresJson &
  Readonly<{ at: string; revision: number; replaced_by: number }>;

export type TradesTable = {
  user_id: string;
  account_id: string;
  position_ticket: string;
  symbol: string;
  trade_type: 'BUY' | 'SELL';
  volume: Numeric;
  digits: number;
  open_price: Numeric;
  close_price: NullableNumeric;
  stop_loss: NullableNumeric;
  take_profit: NullableNumeric;
  opened_at: Moment;
  closed_at: NullableMoment;
  /** closed_at, or opened_at while the trade is open; the database fills it. */
  trade_time: ColumnType<Date, never, never>;
  /** Whatever else its source reports counts as open: in no result. */
  status: 'OPEN' | 'CLOSED';
  /** The source's own word where it is neither: CANCELLED. */
  reported_status: Generated<string | null>;
  /** Minor units of `currency`, all of them. */
  gross_profit: number;
  commission: number;
  swap: number;
  fee: number;
  profit: number;
  initial_risk: number | null;
  /** How far it was ahead and behind; null where its source does not say. */
  best_excursion: Generated<number | null>;
  worst_excursion: Generated<number | null>;
  /** Why it was closed; null while it is open, and where its source does not say. */
  exit_reason: Generated<ExitReason | null>;
  currency: string;
  account_type: AnyAccountType;
  decision_id: string | null;
  revision: number;
  /** What it was while it was closed, before each report with other figures, oldest first; null for never. */
  corrections: Generated<CorrectionJson[] | null>;
  /** trade_time before the row's last change; null until its first. */
  moved_from: Generated<Date | null>;
  /** Its user's sums are kept: it stands in the indexes that sort. */
  rolled_up: Generated<boolean>;
  /** The import that stored it, until something else replaces it. */
  import_id: Generated<string | null>;
  created_at: Moment;
  updated_at: Moment;
};

type TokenUsageTable = {
  user_id: string;
  period_start: Moment;
  period_end: Moment;
  tokens_used: number;
};

type SymbolUsageTable = {
  user_id: string;
  /** UTC day of the service's clock, 2025-01-02. */
  day: string;
  symbol: string;
};

type ChecklistItemsTable = {
  user_id: string;
  item_id: string;
  done: boolean;
  updated_at: Moment;
};

type ContactMessagesTable = {
  id: string;
  name: string;
  email: string;
  subject: string;
  message: string;
  created_at: Moment;
  handled_at: NullableMoment;
  /** The operator who did. */
  handled_by: Generated<string | null>;
  note: Generated<string | null>;
};

type RateHitsTable = {
  /** What is counted and for whom; holds no address as it is. */
  key: string;
  /** Milliseconds since 1970, one for each that counts. */
  hits: ColumnType<number[], never, never>;
  /** When the newest stops counting. */
  until: Moment;
};

export type Tables = {
  users: UsersTable;
  operator_actions: OperatorActionsTable;
  service_instances: ServiceInstancesTable;
  service_minutes: ServiceMinutesTable;
  service_jobs: ServiceJobsTable;
  backups_made: BackupsMadeTable;
  key_in_use: KeyInUseTable;
  notification_settings: NotificationSettingsTable;
  push_subscriptions: PushSubscriptionsTable;
  bot_silences: BotSilencesTable;
  silence_watch: SilenceWatchTable;
  sessions: SessionsTable;
  challenges: ChallengesTable;
  totp_secrets: TotpSecretsTable;
  recovery_codes: RecoveryCodesTable;
  passkeys: PasskeysTable;
  provider_accounts: ProviderAccountsTable;
  known_browsers: KnownBrowsersTable;
  security_events: SecurityEventsTable;
  outbox: OutboxTable;
  tasks: TasksTable;
  reviews: ReviewsTable;
  trading_accounts: TradingAccountsTable;
  trades: TradesTable;
  trade_notes: TradeNotesTable;
  day_notes: DayNotesTable;
  journal_pictures: JournalPicturesTable;
  weekly_mails: WeeklyMailsTable;
  weekly_mail_rounds: WeeklyMailRoundsTable;
  rolled_up_users: RolledUpUsersTable;
  trade_cells: TradeCellsTable;
  trade_cuts: TradeCutsTable;
  trade_imports: TradeImportsTable;
  decisions: DecisionsTable;
  votes: VotesTable;
  decision_outcomes: DecisionOutcomesTable;
  calibration_cells: CalibrationCellsTable;
  decision_cells: DecisionCellsTable;
  learned_markets: LearnedMarketsTable;
  shared_markets: SharedMarketsTable;
  shared_moments: SharedMomentsTable;
  bar_series: BarSeriesTable;
  bar_chunks: BarChunksTable;
  market_bars: MarketBarsTable;
  ledger_chains: LedgerChainsTable;
  ledger_records: LedgerRecordsTable;
  ledger_heads: LedgerHeadsTable;
  public_records: PublicRecordsTable;
  record_streams: RecordStreamsTable;
  record_entries: RecordEntriesTable;
  log_outbox: LogOutboxTable;
  log_leaves: LogLeavesTable;
  log_tiles: LogTilesTable;
  log_state: LogStateTable;
  log_checkpoints: LogCheckpointsTable;
  log_keys: LogKeysTable;
  log_witnesses: LogWitnessesTable;
  board_waiting: BoardWaitingTable;
  board_cells: BoardCellsTable;
  board_latencies: BoardLatenciesTable;
  board_moments: BoardMomentsTable;
  board_clusters: BoardClustersTable;
  board_published: BoardPublishedTable;
  log_stamping: LogStampingTable;
  assistant_spending: DaySpendingTable;
  free_spending: DaySpendingTable;
  model_days: ModelDaysTable;
  user_spend_days: UserSpendDaysTable;
  spend_progress: SpendProgressTable;
  token_usage: TokenUsageTable;
  symbol_usage: SymbolUsageTable;
  checklist_items: ChecklistItemsTable;
  contact_messages: ContactMessagesTable;
  failed_sign_ins: FailedSignInsTable;
  rate_hits: RateHitsTable;
  subscriptions: SubscriptionsTable;
  transactions: TransactionsTable;
  adjustments: AdjustmentsTable;
  webhook_events: WebhookEventsTable;
  billing_notices: BillingNoticesTable;
  provider_progress: ProviderProgressTable;
  token_reservations: TokenReservationsTable;
  account_usage: AccountUsageTable;
  bots: BotsTable;
  equity_steps: EquityStepsTable;
  bot_commands: BotCommandsTable;
  live_counts: LiveCountsTable;
  rule_sets: RuleSetsTable;
  rule_set_changes: RuleSetChangesTable;
  floor_reports: FloorReportsTable;
  calendar_events: CalendarEventsTable;
  calendar_cover: CalendarCoverTable;
  hosted_accounts: HostedAccountsTable;
  hosted_runners: HostedRunnersTable;
  hosted_use: HostedUseTable;
};

/** A handle or an open transaction: queries take either, first. */
export type Db = Kysely<Tables>;

/** What all votes of a model cost on a UTC day. */
type ModelDaysTable = {
  /** 2025-01-02. */
  day: string;
  provider: string;
  model: string;
  votes: number;
  input_tokens: number;
  output_tokens: number;
  cost_micro_usd: number;
};

/** What a user's decisions cost on a UTC day. */
type UserSpendDaysTable = {
  user_id: string;
  day: string;
  decisions: number;
  tokens: number;
  cost_micro_usd: number;
};

/** How far the two tables above have come. */
type SpendProgressTable = { one: boolean; summed_until: Moment };

/** How long each user's chain is, and the hashes of its last record and of the one before. */
type LedgerChainsTable = { user_id: string; records: number; prev: string; hash: string };

type LedgerRecordsTable = {
  user_id: string;
  /** From 1 on, without a gap. */
  position: number;
  /** Canonical JSON: the very bytes that were hashed. */
  record: string;
  hash: string;
};

/** What was signed of each chain, once a day. */
type LedgerHeadsTable = {
  user_id: string;
  /** UTC day, 2025-01-02. */
  day: string;
  records: number;
  hash: string;
  signed_at: Moment;
  key_id: string;
  /** SubjectPublicKeyInfo as DER, in base64: a key may be replaced, and what it signed stays. */
  public_key: string;
  signature: string;
};

/** Tokens that models have read and written on a UTC day for many callers, those set aside included. */
type DaySpendingTable = { day: string; tokens: number };

type Entered = { trade_time: string; position_ticket: string; account_id: string };

/** Users with so many trades that their sums are kept. */
type RolledUpUsersTable = {
  user_id: string;
  /** false while the sums are being made for the first time. */
  ready: boolean;
  /** Up to which of the trades that stood before have been entered; null: none. */
  entered_to: ColumnType<Entered | null, never, string>;
  created_at: Moment;
};

/** How many trades stand under each key. */
type Counts = ColumnType<Record<string, number>, never, never>;

/** The sums of one account's trades of a UTC day or month, by `trade_time`. */
type TradeCellsTable = {
  user_id: string;
  month: boolean;
  /** Days since 1970-01-01; of a month, its first. */
  day: number;
  account_id: string;
  /** Trades of the day have changed since it was summed up. */
  stale: Generated<boolean>;
  /** Trades, open ones included; everything below up to half_hours is of closed ones alone. */
  n: Generated<number>;
  total: Generated<number>;
  wins: Generated<number>;
  losses: Generated<number>;
  gross_profit: Generated<number>;
  gross_loss: Generated<number>;
  largest_win: Generated<number>;
  largest_loss: Generated<number>;
  costs: Generated<number>;
  with_r: Generated<number>;
  /** Millionths. */
  r_sum: Generated<number>;
  /** Trades, wins, losses and net closed before each cut of the day, in a row. Days only. */
  closed_before: ColumnType<unknown, never, never>;
  /** All trades, open ones included, by what pages are sorted by: a page is found without counting. */
  symbols: Counts;
  volumes: Counts;
  profits: Counts;
  /** Closed trades by what charts show: trades, wins, losses and net. */
  slices: ColumnType<Record<string, [number, number, number, number]>, never, never>;
};

/** Imports of reports that stored trades. */
type TradeImportsTable = {
  user_id: string;
  id: string;
  file_name: string;
  server: string;
  login: string;
  /** Trades it stored, and how many of them were taken out again. */
  created: number;
  removed: Generated<number>;
  imported_at: Moment;
  removed_at: NullableMoment;
};

/** What an account closed before a minute of each UTC day of a month. */
type TradeCutsTable = {
  user_id: string;
  /** Minutes from midnight; 1440: the whole day. */
  cut: number;
  /** Its first day, counted from 1970-01-01. */
  month: number;
  account_id: string;
  /** Five numbers of each day with trades: the day; trades, wins, losses and net. */
  days: ColumnType<number[], number[], number[]>;
};
