import { expect, test } from 'vitest';
import { readChoice } from './checkout-address.ts';

const read = (query: string) => readChoice(new URLSearchParams(query));

// @spec 2.44
test('is Starter by the month when the address names nothing', () => {
  expect(read('')).toEqual({ planName: 'Starter', cycle: 'monthly' });
  expect(read('plan=&billing=')).toEqual({ planName: 'Starter', cycle: 'monthly' });
});

test.each(['Starter', 'Pro', 'Elite'])('is %s by the month or by the year', (planName) => {
  expect(read(`plan=${planName}`)).toEqual({ planName, cycle: 'monthly' });
  expect(read(`plan=${planName}&billing=yearly`)).toEqual({ planName, cycle: 'yearly' });
});

test.each(['plan=Free', 'plan=Gold', 'plan=starter', 'plan=Pro&billing=weekly'])(
  'is nothing that can be bought for %s',
  (query) => {
    expect(read(query)).toBeNull();
  },
);

import { readBillLink, withoutBill } from './checkout-address.ts';

const BILL = 'txn_01hv8wptq8987qeep44cyrewp9';

test('a payment link names its bill, whatever else stands in it', () => {
  expect(readBillLink(new URLSearchParams(`_ptxn=${BILL}`))).toBe(BILL);
  expect(readBillLink(new URLSearchParams(`utm_source=mail&_ptxn=${BILL}`))).toBe(BILL);
});

test.each([
  '',
  '_ptxn=',
  '_ptxn=1',
  'ptxn=txn_01hv8wptq8987qeep44cyrewp9',
  '_ptxn=che_01hv8wptq8987qeep44cyrewp9',
  '_ptxn=txn_01hv8wptq8987qeep44cyrewp9x',
  '_ptxn=TXN_01HV8WPTQ8987QEEP44CYREWP9',
])('"%s" names none', (query) => {
  expect(readBillLink(new URLSearchParams(query))).toBeNull();
});

test('what is left of an address without its bill', () => {
  expect(withoutBill(new URLSearchParams('plan=Pro'))).toBeNull();
  expect(withoutBill(new URLSearchParams('_ptxn=1'))).toBe('');
  expect(withoutBill(new URLSearchParams('plan=Pro&_ptxn=1&_ptxn=2'))).toBe('plan=Pro');
});
