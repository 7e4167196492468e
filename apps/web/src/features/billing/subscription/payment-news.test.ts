import { expect, test } from 'vitest';
import { buildSubscription } from '../../../testing/subscription.ts';
import { nextNews, type PaymentNews } from './billing-notices.tsx';

const pro = { transaction_id: `txn_${'0'.repeat(26)}`, plan_name: 'Pro' } as const;
const free = { plan_name: 'Free', pending_payment: null, subscription: null } as const;
const awaited = (plan: 'Pro' | null): PaymentNews => ({ kind: 'awaited', plan });

test.each<[string, PaymentNews, Parameters<typeof nextNews>[1], PaymentNews]>([
  [
    'begins with what the service awaits',
    { kind: 'none' },
    { ...free, pending_payment: pro },
    awaited('Pro'),
  ],
  ['learns the plan of a claim', awaited(null), { ...free, pending_payment: pro }, awaited('Pro')],
  ['waits on for a claim that nobody knows', awaited(null), free, awaited(null)],
  [
    'takes no given plan for the one that was paid for',
    awaited('Pro'),
    { ...free, plan_name: 'Starter' },
    { kind: 'unconfirmed' },
  ],
  [
    'takes a subscription below a better given plan for received',
    awaited('Pro'),
    { ...free, plan_name: 'Elite', subscription: buildSubscription() },
    { kind: 'received', plan: 'Pro' },
  ],
  [
    'does not take back what was received when it is cancelled later',
    { kind: 'received', plan: 'Pro' },
    free,
    { kind: 'received', plan: 'Pro' },
  ],
  [
    'begins again with a later payment',
    { kind: 'unconfirmed' },
    { ...free, pending_payment: pro },
    awaited('Pro'),
  ],
])('the news of a payment: %s', (_, last, known, next) => {
  expect(nextNews(last, known)).toEqual(next);
});

test('news that did not change are the same, so that a page at rest stays at rest', () => {
  const last = awaited('Pro');
  expect(nextNews(last, { ...free, pending_payment: pro })).toBe(last);
});
