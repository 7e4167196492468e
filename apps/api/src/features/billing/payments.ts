import type {
  Currency,
  ProviderAdjustment,
  ProviderCustomer,
  ProviderEvent,
  ProviderPrice,
  ProviderSubscription,
  ProviderTransaction,
} from './provider-entities.ts';

/** What a change of plan would cost. Minor units, with tax. */
export type ChangePreview = Readonly<{
  dueNow: number;
  /** What goes to the customer's balance for later bills. */
  credit: number;
  nextAmount: number;
  nextBilledAt: Date;
  currency: Currency;
}>;

export type PlanChange = Readonly<{
  priceId: string;
  /** `now` charges the difference at once, `next_bill` with the next bill; the change itself holds at once. */
  settle: 'now' | 'next_bill';
}>;

/**
 * The payment provider. Every call ends within the time limit of its adapter, and none is safe to repeat
 * blindly: the provider has no idempotency keys, so ask before doing again.
 *
 * Finders return null for an id that the provider does not know.
 *
 * @throws PaymentsError from every call
 */
export type Payments = Readonly<{
  findTransaction(id: string): Promise<ProviderTransaction | null>;
  findSubscription(id: string): Promise<ProviderSubscription | null>;
  findAdjustments(transactionId: string): Promise<readonly ProviderAdjustment[]>;
  findPrice(id: string): Promise<ProviderPrice | null>;
  findCustomer(id: string): Promise<ProviderCustomer | null>;
  /** The provider's own record of events, newest first, a page at a time. @param after id of the last event seen */
  listEvents(after?: string): Promise<{ events: readonly ProviderEvent[]; after: string | null }>;
  cancelSubscription(
    id: string,
    effective: 'immediately' | 'next_billing_period',
  ): Promise<ProviderSubscription>;
  /** Takes a planned cancellation back. */
  keepSubscription(id: string): Promise<ProviderSubscription>;
  previewChange(id: string, change: PlanChange): Promise<ChangePreview>;
  /** A declined card changes nothing: `refused` with code `subscription_payment_declined`. */
  changeSubscription(id: string, change: PlanChange): Promise<ProviderSubscription>;
  /** Gives all of a completed transaction back. */
  refundTransaction(id: string, reason: string): Promise<ProviderAdjustment>;
  /** A short-lived address; null when there is no invoice yet. */
  invoiceUrl(transactionId: string): Promise<string | null>;
  /** Short-lived addresses, signed in as that customer: give them to the customer alone. */
  portalUrls(
    customerId: string,
    subscriptionId: string,
  ): Promise<{ overview: string; paymentMethod: string | null }>;
}>;

/**
 * A call to the provider that did not do what was asked.
 * `unreachable`: no answer in time, or none that is the provider's: whether it was done is unknown.
 * `busy`: told to come again later; it was not done. `refused`: the provider said no, with its code.
 */
export class PaymentsError extends Error {
  override readonly name = 'PaymentsError';
  readonly kind: 'unreachable' | 'busy' | 'refused';
  /** The provider's own, such as subscription_locked_renewal; empty without one. */
  readonly code: string;
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: PaymentsError['kind'],
    message: string,
    options: { code?: string; retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.code = options.code ?? '';
    this.retryAfterMs = options.retryAfterMs;
  }
}
