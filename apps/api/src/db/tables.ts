import type { ColumnType, Generated, Kysely } from 'kysely';

/** A moment: `Date` out of the database, `Date` into it. */
type Moment = ColumnType<Date, Date, Date>;
type NullableMoment = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** numeric: decimal text out, decimal text or number in. */
type Numeric = ColumnType<string, string | number, string | number>;
type NullableNumeric = ColumnType<string | null, string | number | null, string | number | null>;
/** jsonb: parsed out, JSON text in. */
type Json<T> = ColumnType<T, string, string>;

export type UsersTable = {
  id: string;
  username: string;
  /** Lower case, NFKC: what makes two names the same. */
  username_key: string;
  email: string;
  email_key: string;
  /** null for an account that only ever signed in with a provider. */
  password_hash: string | null;
  role: Generated<'user' | 'admin'>;
  plan_name: Generated<'Free' | 'Starter' | 'Pro' | 'Elite'>;
  email_verified_at: NullableMoment;
  created_at: Moment;
};

export type SessionsTable = {
  /** SHA-256 of the bearer token, hex; the token itself is stored nowhere. */
  token_hash: string;
  /** What the user sees and ends it by. */
  id: string;
  user_id: string;
  kind: 'browser' | 'bot' | 'desktop';
  /** Browser and system, or what the device calls itself. */
  name: string;
  /** Client address of its last noted use. */
  address: string | null;
  created_at: Moment;
  last_used_at: Moment;
  expires_at: Moment;
  /** When its user last proved to be there. */
  confirmed_at: NullableMoment;
};

export type EmailTokensTable = {
  token_hash: string;
  user_id: string;
  purpose: 'verify' | 'reset' | 'change_email';
  created_at: Moment;
  expires_at: Moment;
  used_at: NullableMoment;
  /** The address that waits, for change_email alone. */
  new_email: Generated<string | null>;
};

/** A mail that somebody asked for, about an address that may belong to nobody. */
export type MailRequestsTable = {
  id: string;
  purpose: 'verify' | 'reset';
  asked_for: string;
  created_at: Moment;
};

export type TotpSecretsTable = {
  user_id: string;
  sealed_secret: string;
  created_at: Moment;
  /** null until the first code was given. */
  enabled_at: NullableMoment;
  /** The newest 30-second step whose code was taken: no code counts twice. */
  last_step: ColumnType<string | null, number | null | undefined, number | null>;
};

export type RecoveryCodesTable = {
  user_id: string;
  code_hash: string;
  created_at: Moment;
  used_at: NullableMoment;
};

export type PasskeysTable = {
  id: string;
  user_id: string;
  /** Base64url, as WebAuthn names it. */
  credential_id: string;
  /** COSE key, base64url. */
  public_key: string;
  sign_count: ColumnType<string, number, number>;
  transports: Json<string[]>;
  name: string;
  synced: boolean;
  created_at: Moment;
  last_used_at: NullableMoment;
};

export type ProviderAccountsTable = {
  provider: 'google' | 'github';
  /** The provider's own id of the person: addresses change hands, this does not. */
  subject: string;
  user_id: string;
  email: string;
  linked_at: Moment;
};

export type SignInChallengesTable = {
  token_hash: string;
  purpose: 'second_factor' | 'passkey_login' | 'passkey_new' | 'provider';
  user_id: string | null;
  data: Json<Record<string, unknown>>;
  created_at: Moment;
  expires_at: Moment;
};

export type DeviceCodesTable = { user_id: string; code_hash: string; expires_at: Moment };

export type SecurityEventsTable = {
  id: string;
  user_id: string;
  kind: string;
  about: string;
  address: string | null;
  at: Moment;
};

export type OutboxTable = {
  id: string;
  to_address: string;
  subject: string;
  text: string;
  html: string;
  created_at: Moment;
  next_attempt_at: Moment;
  attempts: Generated<number>;
  sent_at: NullableMoment;
  last_error: string | null;
};

export type ReviewsTable = {
  id: string;
  user_id: string;
  rating: number;
  comment: string;
  created_at: Moment;
};

export type TradingAccountsTable = {
  id: string;
  user_id: string;
  server: string;
  login: string;
  account_type: 'demo' | 'real' | 'unknown';
  currency: string;
  created_at: Moment;
};

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
  status: 'OPEN' | 'CLOSED';
  /** Minor units of `currency`, all of them. */
  gross_profit: number;
  commission: number;
  swap: number;
  fee: number;
  profit: number;
  initial_risk: number | null;
  currency: string;
  account_type: 'demo' | 'real' | 'unknown';
  decision_id: string | null;
  revision: number;
  created_at: Moment;
  updated_at: Moment;
};

export type DecisionsTable = {
  user_id: string;
  id: string;
  account_id: string;
  symbol: string;
  timeframe: string;
  as_of: Moment;
  snapshot_hash: string;
  /** Canonical JSON: the very bytes that were hashed. */
  snapshot: string;
  action: 'BUY' | 'SELL' | 'HOLD';
  p_up: number;
  sl_atr: number | null;
  tp_atr: number | null;
  reason: string;
  agreeing: number;
  quorum: number;
  voters: number;
  rules: Json<{ name: string; value: number; limit: number; pass: boolean }[]>;
  tokens: number;
  decided_at: Moment;
};

export type VotesTable = {
  user_id: string;
  decision_id: string;
  /** Order in which the votes are shown. */
  position: number;
  analyst: string;
  model: string;
  action: 'BUY' | 'SELL' | 'HOLD';
  p_up: number;
  sl_atr: number | null;
  tp_atr: number | null;
  reason: string;
  evidence: Json<{ field: string; value: number | string }[]>;
  abstained: boolean;
  tokens: number;
};

export type TokenUsageTable = {
  user_id: string;
  period_start: Moment;
  period_end: Moment;
  tokens_used: number;
};

export type SymbolUsageTable = {
  user_id: string;
  /** UTC day of the service's clock, 2025-01-02. */
  day: string;
  symbol: string;
};

export type ChecklistItemsTable = {
  user_id: string;
  item_id: string;
  done: boolean;
  updated_at: Moment;
};

export type ContactMessagesTable = {
  id: string;
  name: string;
  email: string;
  subject: string;
  message: string;
  created_at: Moment;
};

export type RateCountersTable = {
  /** What is counted and for whom; holds no address as it is. */
  key: string;
  window_start: Moment;
  count: number;
};

export type Tables = {
  users: UsersTable;
  sessions: SessionsTable;
  email_tokens: EmailTokensTable;
  mail_requests: MailRequestsTable;
  totp_secrets: TotpSecretsTable;
  recovery_codes: RecoveryCodesTable;
  passkeys: PasskeysTable;
  provider_accounts: ProviderAccountsTable;
  sign_in_challenges: SignInChallengesTable;
  device_codes: DeviceCodesTable;
  security_events: SecurityEventsTable;
  outbox: OutboxTable;
  reviews: ReviewsTable;
  trading_accounts: TradingAccountsTable;
  trades: TradesTable;
  decisions: DecisionsTable;
  votes: VotesTable;
  token_usage: TokenUsageTable;
  symbol_usage: SymbolUsageTable;
  checklist_items: ChecklistItemsTable;
  contact_messages: ContactMessagesTable;
  rate_counters: RateCountersTable;
};

/** A handle or an open transaction: queries take either, first. */
export type Db = Kysely<Tables>;
