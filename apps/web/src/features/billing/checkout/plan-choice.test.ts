import { expect, test } from 'vitest';
import { readChoice } from './plan-choice.ts';

const read = (query: string) => readChoice(new URLSearchParams(query));

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
