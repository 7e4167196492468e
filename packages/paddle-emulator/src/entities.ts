// The provider's entities as they go over the wire; the Node SDK reads every field that is named here.
import type { Cycle, Period } from './periods.ts';

/** An amount as the provider writes it: a text of minor units, such as '4000' for 40 dollars. */
export type Amount = string;

/** What a seller hangs on an entity; never looked into. */
export type CustomData = Record<string, unknown> | null;
/** An amount in minor units with its currency. */
export type Money = { amount: Amount; currency_code: string };
type Dated = { created_at: string; updated_at: string };
type Catalogued = Dated & {
  id: string;
  type: 'standard';
  status: 'active';
  custom_data: CustomData;
  import_meta: null;
};

/** What is sold. */
export type Product = Catalogued & {
  name: string;
  description: string | null;
  tax_category: string;
  image_url: string | null;
};

/** What a product costs, once or each cycle. */
export type Price = Catalogued & {
  product_id: string;
  description: string;
  name: string | null;
  billing_cycle: Cycle | null;
  trial_period: null;
  tax_mode: 'account_setting';
  unit_price: Money;
  unit_price_overrides: [];
  quantity: { minimum: number; maximum: number };
};

/** Somebody who buys, known by their e-mail address. */
export type Customer = Dated & {
  id: string;
  name: string | null;
  email: string;
  marketing_consent: boolean;
  status: 'active';
  custom_data: CustomData;
  locale: string;
  import_meta: null;
};

/** A customer's address; the country decides about the postcode. */
export type Address = Dated & {
  id: string;
  customer_id: string;
  description: string | null;
  first_line: string | null;
  second_line: string | null;
  city: string | null;
  postal_code: string | null;
  region: string | null;
  country_code: string;
  status: 'active';
  custom_data: CustomData;
  import_meta: null;
};

/** What is kept of a card: enough to recognise it. */
export type Card = {
  type: string;
  last4: string;
  expiry_month: number;
  expiry_year: number;
  cardholder_name: string;
};

/** A card on file. Its number is never kept: only what it does when it is charged again. */
export type PaymentMethod = {
  id: string;
  customer_id: string;
  address_id: string;
  type: 'card';
  card: Card;
  paypal: null;
  origin: 'subscription';
  saved_at: string;
  updated_at: string;
};

/** One try to charge a card, the newest first in a transaction. */
export type PaymentAttempt = {
  payment_attempt_id: string;
  stored_payment_method_id: string;
  payment_method_id: string | null;
  amount: Amount;
  status: 'captured' | 'error';
  error_code: string | null;
  method_details: { type: 'card'; card: Card } | null;
  created_at: string;
  captured_at: string | null;
};

/** Sums of one line or of several, in minor units. */
export type Totals = { subtotal: Amount; discount: Amount; tax: Amount; total: Amount };
/** Which part of a period a line is for. */
export type Proration = { rate: string; billing_period: Period };

/** One line of a bill. */
export type LineItem = {
  id: string;
  price_id: string;
  quantity: number;
  proration: Proration | null;
  tax_rate: string;
  unit_totals: Totals;
  totals: Totals;
  product: Product;
};

/** What a whole bill comes to; fee and earnings are known when it is completed. */
export type TransactionTotals = Totals & {
  credit: Amount;
  credit_to_balance: Amount;
  balance: Amount;
  grand_total: Amount;
  grand_total_tax: Amount;
  fee: Amount | null;
  earnings: Amount | null;
  currency_code: string;
};

/** The totals after money went back. */
export type AdjustedTotals = { retained_fee: Amount } & Omit<
  TransactionTotals,
  'discount' | 'credit' | 'credit_to_balance' | 'balance'
>;

/** A bill: its lines and their sums. */
export type TransactionDetails = {
  tax_rates_used: { tax_rate: string; totals: Totals }[];
  totals: TransactionTotals;
  adjusted_totals: AdjustedTotals;
  payout_totals: (TransactionTotals & { exchange_rate: string; fee_rate: string }) | null;
  adjusted_payout_totals: (AdjustedTotals & { exchange_rate: string }) | null;
  line_items: LineItem[];
};

/** Where a sale stands. */
export type TransactionStatus =
  | 'draft'
  | 'ready'
  | 'billed'
  | 'paid'
  | 'completed'
  | 'canceled'
  | 'past_due';

/** What made a transaction. */
export type TransactionOrigin =
  | 'web'
  | 'subscription_payment_method_change'
  | 'subscription_recurring'
  | 'subscription_update';

/** A price that is sold, with the price as it was at the time. */
export type TransactionItem = {
  price_id: string;
  price: Price;
  quantity: number;
  proration: Proration | null;
};

/** A sale, from draft to completed. */
export type Transaction = Dated & {
  id: string;
  status: TransactionStatus;
  customer_id: string | null;
  address_id: string | null;
  business_id: null;
  custom_data: CustomData;
  currency_code: string;
  origin: TransactionOrigin;
  subscription_id: string | null;
  invoice_id: string | null;
  invoice_number: string | null;
  collection_mode: 'automatic';
  discount_id: null;
  billing_details: null;
  billing_period: Period | null;
  items: TransactionItem[];
  details: TransactionDetails;
  payments: PaymentAttempt[];
  checkout: { url: string | null };
  billed_at: string | null;
  revised_at: null;
};

/** A price that is billed each period. */
export type SubscriptionItem = Dated & {
  status: 'active' | 'inactive';
  quantity: number;
  recurring: boolean;
  previously_billed_at: string | null;
  next_billed_at: string | null;
  trial_dates: null;
  price: Price;
  product: Product;
};

/** What happens to a subscription at a later moment. */
export type ScheduledChange = {
  action: 'cancel';
  effective_at: string;
  resume_at: null;
};

/** What is billed again and again. Canceled is for good. */
export type Subscription = Dated & {
  id: string;
  status: 'active' | 'canceled' | 'past_due' | 'paused';
  customer_id: string;
  address_id: string;
  business_id: null;
  currency_code: string;
  started_at: string | null;
  first_billed_at: string | null;
  next_billed_at: string | null;
  paused_at: string | null;
  canceled_at: string | null;
  discount: null;
  collection_mode: 'automatic';
  billing_details: null;
  current_billing_period: Period | null;
  billing_cycle: Cycle;
  scheduled_change: ScheduledChange | null;
  management_urls: { update_payment_method: string | null; cancel: string };
  items: SubscriptionItem[];
  custom_data: CustomData;
  import_meta: null;
};

/** The ways in which money goes back. */
export type AdjustmentAction =
  | 'refund'
  | 'chargeback'
  | 'chargeback_reverse'
  | 'chargeback_warning';

/** What goes back for one line of a bill. */
export type AdjustmentItem = {
  id: string;
  item_id: string;
  type: 'full';
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
  type: 'full';
  transaction_id: string;
  subscription_id: string | null;
  customer_id: string;
  reason: string;
  credit_applied_to_balance: false;
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

/** One event that is still to be sent. */
export type NotificationRecord = {
  id: string;
  payload: EventRecord & { notification_id: string };
  times_attempted: number;
};

/** One opening of the frame. A closed browser leaves it behind without harm. */
export type CheckoutSession = {
  id: string;
  transaction_id: string;
  theme: 'light' | 'dark';
  custom_data: CustomData;
};
