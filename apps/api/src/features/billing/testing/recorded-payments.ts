import { type Payments, PaymentsError } from '../payments.ts';
import type { ProviderEvent } from '../provider-entities.ts';
import { fakePayments } from './fake-payments.ts';

/** Everything that a provider knows at one moment, and its events, oldest first. */
export type ProviderBooks = Readonly<{
  events: readonly ProviderEvent[];
  payments: Pick<Payments, 'findTransaction' | 'findSubscription' | 'findAdjustments'>;
}>;

/**
 * Writes down what a provider says of everything that its events name.
 *
 * @returns books that answer as it did, however often, without a network
 */
export async function copyBooks(payments: Payments): Promise<ProviderBooks> {
  const events = await allEvents(payments);
  const transactions = new Map<string, Awaited<ReturnType<Payments['findTransaction']>>>();
  const subscriptions = new Map<string, Awaited<ReturnType<Payments['findSubscription']>>>();
  const adjustments = new Map<string, Awaited<ReturnType<Payments['findAdjustments']>>>();
  for (const { subject } of events) {
    if (subject?.kind === 'transaction' && !transactions.has(subject.id)) {
      const { id } = subject;
      transactions.set(id, await payments.findTransaction(id));
      adjustments.set(id, await payments.findAdjustments(id));
    }
    if (subject?.kind === 'subscription' && !subscriptions.has(subject.id))
      subscriptions.set(subject.id, await payments.findSubscription(subject.id));
  }
  return {
    events,
    payments: {
      findTransaction: async (id) => transactions.get(id) ?? null,
      findSubscription: async (id) => subscriptions.get(id) ?? null,
      findAdjustments: async (id) => adjustments.get(id) ?? [],
    },
  };
}

/** A provider after everything has happened: nothing of it can be changed any more. */
export function recordedPayments({ events, payments }: ProviderBooks): Payments {
  return fakePayments({
    ...payments,
    listEvents: async () => ({ events: events.toReversed(), after: null }),
    cancelSubscription: async (id) => {
      throw new PaymentsError('refused', `${id} has ended`, {
        code: 'subscription_update_when_canceled',
      });
    },
  });
}

async function allEvents({ listEvents }: Payments): Promise<ProviderEvent[]> {
  const found: ProviderEvent[] = [];
  let after: string | undefined;
  for (;;) {
    const page = await listEvents(after);
    found.push(...page.events);
    if (page.after === null) return found.toReversed();
    after = page.after;
  }
}
