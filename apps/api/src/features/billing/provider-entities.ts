// What the payment provider tells, in our words. Amounts are minor units of `currency`.

export type Currency = string;

export type BillingInterval = Readonly<{
  interval: 'day' | 'week' | 'month' | 'year';
  frequency: number;
}>;

export type ProviderItem = Readonly<{
  priceId: string;
  quantity: number;
  /** The price's own amount, before discounts, quantity, proration and tax. */
  unitAmount: number;
  unitCurrency: Currency;
  /** null: billed once. */
  cycle: BillingInterval | null;
}>;

export type Period = Readonly<{ start: Date; end: Date }>;

export type TransactionStatus =
  | 'draft'
  | 'ready'
  | 'billed'
  | 'paid'
  | 'completed'
  | 'canceled'
  | 'past_due';

export type ProviderTransaction = Readonly<{
  id: string;
  status: TransactionStatus;
  /** web, api, subscription_recurring, subscription_update, … */
  origin: string;
  subscriptionId: string | null;
  customerId: string | null;
  /** Whatever a browser put there; believe nothing of it but a token of ours. */
  customData: Readonly<Record<string, unknown>>;
  currency: Currency;
  /** Grand total with tax, and the tax in it. */
  total: number;
  tax: number;
  items: readonly ProviderItem[];
  period: Period | null;
  invoiceNumber: string | null;
  billedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}>;

export type SubscriptionStatus = 'trialing' | 'active' | 'past_due' | 'paused' | 'canceled';

export type ProviderSubscription = Readonly<{
  id: string;
  status: SubscriptionStatus;
  customerId: string;
  customData: Readonly<Record<string, unknown>>;
  currency: Currency;
  items: readonly ProviderItem[];
  startedAt: Date | null;
  period: Period | null;
  nextBilledAt: Date | null;
  scheduledChange: Readonly<{ action: 'cancel' | 'pause' | 'resume'; at: Date }> | null;
  canceledAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}>;

export type ProviderAdjustment = Readonly<{
  id: string;
  /** refund, credit, chargeback, chargeback_reverse, chargeback_warning, … */
  action: string;
  /** pending_approval, approved, rejected, reversed. */
  status: string;
  transactionId: string;
  subscriptionId: string | null;
  total: number;
  currency: Currency;
  createdAt: Date;
  updatedAt: Date;
}>;

export type ProviderPrice = Readonly<{
  id: string;
  active: boolean;
  unitAmount: number;
  currency: Currency;
  cycle: BillingInterval | null;
}>;

export type ProviderCustomer = Readonly<{ id: string; email: string }>;

/** An event says that something has changed. How it stands now is fetched; what the event tells is not read. */
export type ProviderEvent = Readonly<{
  id: string;
  type: string;
  occurredAt: Date;
  /** What it is about: a transaction, a subscription, an adjustment; null where we keep nothing of it. */
  entityId: string | null;
  /** What to fetch for it; null: nothing, or it does not say. */
  subject: EventSubject | null;
}>;

export type EventSubject = Readonly<{ kind: 'transaction' | 'subscription'; id: string }>;
