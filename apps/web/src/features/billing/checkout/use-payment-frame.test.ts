import { describe, expect, test } from 'vitest';
import { saleData } from './testing/fake-paddle.ts';
import { readCheckoutId, readPrices, readReason, readTransactionId } from './use-payment-frame.ts';

describe('the prices of an event', () => {
  test('are its totals and what renews', () => {
    expect(readPrices(saleData)).toEqual({
      currency: 'USD',
      subtotal: 40,
      tax: 8,
      credit: 0,
      due: 48,
      renewal: { amount: 48, every: 'every month' },
    });
  });

  test('take a credit off what is due, and name cycles of several months', () => {
    const totals = { subtotal: 40, tax: 0, total: 40, credit: 15, balance: 25 };
    const items = [{ billing_cycle: { interval: 'month', frequency: 3 } }];
    expect(readPrices({ ...saleData, totals, items })).toMatchObject({
      credit: 15,
      due: 25,
      renewal: { every: 'every 3 months' },
    });
  });

  test('renew nothing without a cycle, and are due in full without a balance', () => {
    const totals = { subtotal: 40, tax: 0, total: 40 };
    expect(readPrices({ ...saleData, totals, items: [{}] })).toMatchObject({
      due: 40,
      renewal: null,
    });
  });

  test.each([undefined, null, {}, { ...saleData, totals: { subtotal: '40' } }])(
    'are none where it carries none: %j',
    (data) => expect(readPrices(data)).toBeNull(),
  );
});

test('the number of a payment is the transaction, else the checkout', () => {
  expect(readTransactionId({ id: 'che_1', transaction_id: 'txn_1' })).toBe('txn_1');
  expect(readTransactionId({ id: 'che_1' })).toBe('che_1');
  expect(readTransactionId(undefined)).toBe('');
  expect(readCheckoutId({ id: 'che_1', transaction_id: 'txn_1' })).toBe('che_1');
  expect(readCheckoutId({})).toBeNull();
});

test('the reason of an error is what the provider says of it', () => {
  expect(readReason({ detail: 'It is paid.' })).toBe('It is paid.');
  expect(readReason({ error: { detail: 'It is paid.' } })).toBe('It is paid.');
  for (const event of [{}, { detail: '' }, { detail: 7 }, undefined])
    expect(readReason(event)).toBe('the payment provider gave no reason.');
});
