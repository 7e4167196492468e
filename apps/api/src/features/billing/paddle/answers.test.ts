import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { portalAnswer, previewAnswer } from './create-paddle.ts';

function bill(grand_total: string, credit_to_balance = '0') {
  const totals = { grand_total, credit_to_balance, total: grand_total };
  return { billing_period: {}, details: { totals, line_items: [] }, adjustments: [] };
}

const PREVIEW = {
  status: 'active',
  currency_code: 'USD',
  next_billed_at: '2024-06-10T12:01:46.293348Z',
  current_billing_period: {
    starts_at: '2024-05-10T12:01:46.293348Z',
    ends_at: '2024-06-10T12:01:46.293348Z',
  },
  recurring_transaction_details: bill('8800').details,
  next_transaction: bill('8800'),
  immediate_transaction: bill('2200'),
  update_summary: {
    // The provider's own example has a credit below zero.
    credit: { amount: '-2200', currency_code: 'USD' },
    charge: { amount: '4400', currency_code: 'USD' },
    result: { action: 'charge', amount: '2200', currency_code: 'USD' },
  },
};

const read = (change: object) => previewAnswer.parse({ ...PREVIEW, ...change });

describe('a preview says', () => {
  it('what an upgrade costs now, and what comes next', () => {
    assert.deepEqual(read({}), {
      dueNow: 2_200,
      credit: 0,
      nextAmount: 8_800,
      nextBilledAt: new Date('2024-06-10T12:01:46.293Z'),
      currency: 'USD',
    });
  });

  it('what a downgrade leaves over, whichever sign it has', () => {
    for (const amount of ['1800', '-1800']) {
      const { dueNow, credit } = read({
        immediate_transaction: bill('0', '1800'),
        update_summary: { result: { action: 'credit', amount } },
      });
      assert.deepEqual([dueNow, credit], [0, 1_800]);
    }
    const { dueNow, credit } = read({
      immediate_transaction: bill('0', '1800'),
      update_summary: null,
    });
    assert.deepEqual([dueNow, credit], [0, 1_800]);
  });

  it('that nothing is due where all of it comes with the next bill', () => {
    const { dueNow, nextAmount } = read({
      immediate_transaction: null,
      next_transaction: bill('11000'),
      update_summary: { result: { action: 'charge', amount: '2200' } },
    });
    assert.deepEqual([dueNow, nextAmount], [0, 11_000]);
  });

  it('never that somebody owes less than nothing', () => {
    const { dueNow, nextAmount } = read({
      immediate_transaction: bill('-500'),
      next_transaction: bill('-700'),
    });
    assert.deepEqual([dueNow, nextAmount], [0, 0]);
  });

  it('the regular amount and the end of the period where no next bill is planned', () => {
    const { nextAmount, nextBilledAt } = read({ next_transaction: null, next_billed_at: null });
    assert.equal(nextAmount, 8_800);
    assert.deepEqual(nextBilledAt, new Date('2024-06-10T12:01:46.293Z'));
  });

  it('nothing, rather than half of it', () => {
    for (const change of [
      { next_billed_at: null, current_billing_period: null },
      { immediate_transaction: { details: { totals: {} } } },
      { recurring_transaction_details: null },
      { update_summary: { result: { action: 'charge' } } },
    ])
      assert.equal(previewAnswer.safeParse({ ...PREVIEW, ...change }).success, false);
  });
});

describe('a portal session', () => {
  it('has addresses of the web alone, since browsers are sent there', () => {
    const session = (overview: string) => ({
      urls: { general: { overview }, subscriptions: null },
    });
    assert.equal(
      portalAnswer.safeParse(session('https://customer-portal.example/cpl_1')).success,
      true,
    );
    for (const overview of ['javascript:alert(1)', 'data:text/html,x', '/cpl_1', ''])
      assert.equal(portalAnswer.safeParse(session(overview)).success, false);
  });
});
