// What goes around the entities: money back, events, deliveries, sessions of a browser.
import type { Amount } from './amounts.ts';
import type { CustomData } from './entities.ts';

/** The ways in which money goes back. */
export type AdjustmentAction =
  | 'credit'
  | 'refund'
  | 'chargeback'
  | 'chargeback_reverse'
  | 'chargeback_warning'
  | 'chargeback_warning_reverse';

/** What goes back for one line of a bill. */
export type AdjustmentItem = {
  id: string;
  item_id: string;
  type: 'full' | 'partial';
  amount: Amount;
  proration: null;
  totals: { subtotal: Amount; tax: Amount; total: Amount };
};

/** What goes back in all, in minor units. */
export type AdjustmentTotals = {
  subtotal: Amount;
  tax: Amount;
  total: Amount;
  fee: Amount;
  retained_fee: Amount;
  earnings: Amount;
  currency_code: string;
};

/** Money that goes back for a transaction, or is asked to. */
export type Adjustment = {
  id: string;
  action: AdjustmentAction;
  type: 'full' | 'partial';
  transaction_id: string;
  subscription_id: string | null;
  customer_id: string;
  reason: string;
  credit_applied_to_balance: boolean;
  currency_code: string;
  status: 'pending_approval' | 'approved' | 'rejected' | 'reversed';
  items: AdjustmentItem[];
  totals: AdjustmentTotals;
  payout_totals: null;
  tax_rates_used: [];
  created_at: string;
  updated_at: string;
};

/** Something that happened, with the entity as it was then. */
export type EventRecord = {
  event_id: string;
  event_type: string;
  occurred_at: string;
  data: unknown;
};

/** One event that is owed to one destination. */
export type NotificationRecord = {
  id: string;
  type: string;
  status: 'not_attempted' | 'needs_retry' | 'delivered' | 'failed';
  payload: EventRecord & { notification_id: string };
  occurred_at: string;
  delivered_at: string | null;
  replayed_at: string | null;
  origin: 'event' | 'replay';
  last_attempt_at: string | null;
  retry_at: string | null;
  times_attempted: number;
  notification_setting_id: string;
};

/** One delivery and what came back; response code 0: nothing did. */
export type NotificationLog = {
  id: string;
  response_code: number;
  response_content_type: string | null;
  response_body: string;
  attempted_at: string;
};

/** A destination of webhooks. */
export type NotificationSetting = {
  id: string;
  description: string;
  type: 'url' | 'email';
  destination: string;
  active: boolean;
  api_version: number;
  include_sensitive_fields: boolean;
  traffic_source: 'platform' | 'simulation' | 'all';
  subscribed_events: string[];
  /** The newest first. While a secret is being rotated there are several, and each signs. */
  secrets: { key: string; expires_at: string | null }[];
};

/** An event that is sent without having happened. */
export type Simulation = {
  id: string;
  status: 'active' | 'archived';
  notification_setting_id: string;
  name: string;
  type: string;
  payload: unknown;
  config: null;
  last_run_at: string | null;
  created_at: string;
  updated_at: string;
};

/** One sending of a simulation. */
export type SimulationRun = {
  id: string;
  simulation_id: string;
  status: 'completed';
  type: string;
  notification_ids: string[];
  created_at: string;
  updated_at: string;
};

/** How the frame looks. */
export type CheckoutTheme = 'light' | 'dark';

/** One opening of the frame. A closed browser leaves it behind without harm. */
export type CheckoutSession = {
  id: string;
  transaction_id: string;
  display_mode: 'inline' | 'overlay';
  theme: CheckoutTheme;
  custom_data: CustomData;
  /** A card that waits for its 3-D Secure answer. */
  challenge: { id: string; method_id: string } | null;
};

/** A link of the customer portal, good for an hour. */
export type PortalSession = { id: string; customer_id: string; expires_at: string };
