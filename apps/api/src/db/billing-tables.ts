import type { Generated } from 'kysely';
import type { Moment, NullableMoment } from './column-types.ts';

export type PaidPlanName = 'Starter' | 'Pro' | 'Elite';

/** A subscription at the payment provider, as it last told us. */
export type SubscriptionsTable = {
  /** The provider's: sub_… */
  id: string;
  /** null: its account was deleted, or nobody's token came with it. */
  user_id: string | null;
  customer_id: string;
  status: 'trialing' | 'active' | 'past_due' | 'paused' | 'canceled';
  price_id: string;
  /** null: no price of ours, which grants nothing. */
  plan_name: PaidPlanName | null;
  billing_cycle: 'monthly' | 'yearly' | null;
  /** Minor units of `currency` each cycle, without tax. */
  amount: number;
  currency: string;
  started_at: Moment;
  period_start: NullableMoment;
  period_end: NullableMoment;
  next_billed_at: NullableMoment;
  scheduled_action: 'cancel' | 'pause' | 'resume' | null;
  scheduled_at: NullableMoment;
  canceled_at: NullableMoment;
  /** What its user, or the service, asked for and the provider has not confirmed. */
  cancel_requested: 'now' | 'period_end' | null;
  /** When that was. It stays once that end has come: bills made after it are given back. */
  cancel_requested_at: NullableMoment;
  /** The provider's own time of its last change: what is older is stale. */
  provider_updated_at: Moment;
  created_at: Moment;
  updated_at: Moment;
};

/** A bill at the payment provider. */
export type TransactionsTable = {
  /** The provider's: txn_… */
  id: string;
  user_id: string | null;
  subscription_id: string | null;
  customer_id: string | null;
  status: 'draft' | 'ready' | 'billed' | 'paid' | 'completed' | 'canceled' | 'past_due';
  origin: string;
  price_id: string | null;
  plan_name: PaidPlanName | null;
  billing_cycle: 'monthly' | 'yearly' | null;
  /** Minor units of `currency`: with tax, and the tax in it. */
  amount: number;
  tax: number;
  currency: string;
  period_start: NullableMoment;
  period_end: NullableMoment;
  invoice_number: string | null;
  billed_at: NullableMoment;
  /** When it put its user on its plan; a transaction does that once. */
  granted_at: NullableMoment;
  /** Minor units that went back by approved refunds and chargebacks. */
  returned: Generated<number>;
  /** Money that had gone back came again: a chargeback was won. */
  restored: Generated<boolean>;
  provider_created_at: Moment;
  provider_updated_at: Moment;
  created_at: Moment;
  updated_at: Moment;
};

/** Money that goes back for a transaction, which itself stays as it is. */
export type AdjustmentsTable = {
  id: string;
  transaction_id: string;
  action: string;
  status: string;
  amount: number;
  currency: string;
  provider_updated_at: Moment;
  created_at: Moment;
};

export type WebhookEventsTable = {
  event_id: string;
  event_type: string;
  entity_id: string | null;
  occurred_at: Moment;
  outcome: 'applied' | 'stale' | 'queued' | 'ignored' | 'unreadable';
  received_at: Moment;
};

export type ProviderTaskKind =
  | 'fetch_transaction'
  | 'fetch_subscription'
  | 'cancel_now'
  | 'cancel_at_period_end'
  | 'end_doubles'
  | 'refund_transaction';

export type BillingNoticesTable = { user_id: string; notice: string; sent_at: Moment };

/** How far something that reads the provider's record has come. */
export type ProviderProgressTable = { name: string; position: Moment };

export type TokenReservationsTable = {
  id: string;
  user_id: string;
  period_start: Moment;
  tokens: number;
  /** Its call has died if it is still there then. */
  expires_at: Moment;
  /** What is asked, where the same must not be asked twice at a time; null elsewhere. */
  question: Generated<string | null>;
  /** By the database's clock: whoever asks it is at it until then, and says so again before. */
  held_until: NullableMoment;
};

export type AccountUsageTable = {
  user_id: string;
  /** UTC day of the service's clock, 2025-01-02. */
  day: string;
  account_id: string;
};
