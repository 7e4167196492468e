import type {
  PaymentMethod,
  Price,
  Subscription,
  SubscriptionItem,
  Transaction,
} from '../model/entities.ts';
import { addCycle, isoOf, type Period } from '../model/periods.ts';
import { announceCard } from './cards.ts';
import { productOf } from './catalogue.ts';
import { type Emulator, newId, nowIso } from './emulator.ts';
import { emit } from './events.ts';
import { markCompleted } from './payments.ts';
import { becomeActive } from './subscription-state.ts';

/** What follows a payment: a new subscription, a recovered one, a new card on file; then it is completed. */
export function complete(emulator: Emulator, transaction: Transaction): void {
  const methodId = emulator.state.transactionCards.get(transaction.id);
  const method = methodId === undefined ? undefined : emulator.state.paymentMethods.get(methodId);
  if (transaction.subscription_id === null) startSubscription(emulator, transaction, method);
  else continueSubscription(emulator, transaction, method);
  markCompleted(emulator, transaction);
}

function startSubscription(
  emulator: Emulator,
  transaction: Transaction,
  method: PaymentMethod | undefined,
): void {
  const recurring = transaction.items.filter(({ price }) => price.billing_cycle !== null);
  const first = recurring[0]?.price;
  const { customer_id: customerId, address_id: addressId } = transaction;
  if (!first?.billing_cycle || customerId === null || addressId === null) return;
  const id = newId(emulator, 'sub');
  const now = nowIso(emulator);
  const period = firstPeriod(emulator, first);
  const trial = first.trial_period ? period : null;
  const portal = `${emulator.url()}/portal/subscriptions/${id}`;
  const subscription: Subscription = {
    id,
    status: trial ? 'trialing' : 'active',
    customer_id: customerId,
    address_id: addressId,
    business_id: null,
    currency_code: transaction.currency_code,
    created_at: now,
    updated_at: now,
    started_at: now,
    first_billed_at: trial ? null : now,
    next_billed_at: period.ends_at,
    paused_at: null,
    canceled_at: null,
    discount: null,
    collection_mode: transaction.collection_mode,
    billing_details: transaction.billing_details,
    current_billing_period: period,
    billing_cycle: first.billing_cycle,
    scheduled_change: null,
    management_urls: {
      update_payment_method: `${portal}/payment-method`,
      cancel: `${portal}/cancel`,
    },
    items: recurring.map(({ price, quantity }) =>
      itemOf(emulator, { price, quantity, period, trial, previouslyBilledAt: trial ? null : now }),
    ),
    custom_data: transaction.custom_data,
    import_meta: null,
  };
  emulator.state.subscriptions.set(id, subscription);
  if (method) {
    emulator.state.subscriptionCards.set(id, method.id);
    announceCard(emulator, method);
  }
  transaction.subscription_id = id;
  transaction.billing_period = period;
  // The only event of a subscription that names its transaction.
  emit(emulator, 'subscription.created', { ...subscription, transaction_id: transaction.id });
  emit(emulator, trial ? 'subscription.trialing' : 'subscription.activated', subscription);
}

function continueSubscription(
  emulator: Emulator,
  transaction: Transaction,
  method: PaymentMethod | undefined,
): void {
  const subscription = emulator.state.subscriptions.get(transaction.subscription_id ?? '');
  if (!subscription) return;
  emulator.state.dunning.delete(transaction.id);
  const isNewCard = method && emulator.state.subscriptionCards.get(subscription.id) !== method.id;
  if (isNewCard) {
    emulator.state.subscriptionCards.set(subscription.id, method.id);
    announceCard(emulator, method);
  }
  if (subscription.status === 'past_due') becomeActive(emulator, subscription);
  else if (isNewCard && subscription.status !== 'canceled') {
    subscription.updated_at = nowIso(emulator);
    emit(emulator, 'subscription.updated', subscription);
  }
}

/** One item of a subscription as it stands in a period. */
export function itemOf(
  emulator: Emulator,
  {
    price,
    quantity,
    period,
    trial,
    previouslyBilledAt,
  }: {
    price: Price;
    quantity: number;
    period: Period;
    trial: Period | null;
    previouslyBilledAt: string | null;
  },
): SubscriptionItem {
  const now = nowIso(emulator);
  return {
    status: trial ? 'trialing' : 'active',
    quantity,
    recurring: true,
    created_at: now,
    updated_at: now,
    previously_billed_at: previouslyBilledAt,
    next_billed_at: period.ends_at,
    trial_dates: trial,
    price,
    product: productOf(emulator, price),
  };
}

function firstPeriod(emulator: Emulator, price: Price): Period {
  const start = emulator.clock.now();
  const cycle = price.trial_period ?? price.billing_cycle;
  if (!cycle) throw new Error(`${price.id} is not billed again`);
  return { starts_at: isoOf(start), ends_at: isoOf(addCycle(start, cycle)) };
}
