import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { adjustmentEntity, subscriptionEntity, transactionEntity } from './entities.ts';
import { ADJUSTMENT, PLAN_PRICE, SUBSCRIPTION, TRANSACTION } from './testing/samples.ts';

const ITEM = {
  priceId: PLAN_PRICE.id,
  quantity: 1,
  unitAmount: 4_000,
  unitCurrency: 'USD',
  cycle: { interval: 'month', frequency: 1 },
};
const PERIOD = {
  start: new Date('2024-04-12T10:37:59.556Z'),
  end: new Date('2024-05-12T10:37:59.556Z'),
};

describe('what the provider answers is read', () => {
  it('about a transaction: amounts in minor units, moments to the millisecond', () => {
    assert.deepEqual(transactionEntity.parse(TRANSACTION), {
      id: 'txn_01hv8wptq8987qeep44cyrewp9',
      status: 'completed',
      origin: 'web',
      subscriptionId: 'sub_01hv8x29kz0t586xy6zn1a62ny',
      customerId: 'ctm_01hv6y1jedq4p1n0yqn5ba3ky4',
      customData: { checkout_token: 'somebody' },
      currency: 'USD',
      total: 3_355,
      tax: 355,
      items: [ITEM],
      period: PERIOD,
      invoiceNumber: '325-10566',
      billedAt: new Date('2024-04-12T10:38:00.761Z'),
      createdAt: new Date('2024-04-12T10:12:33.201Z'),
      updatedAt: new Date('2024-04-12T10:38:05.440Z'),
    });
  });

  it('about a subscription, with what is billed again and again alone', () => {
    const once = { ...PLAN_PRICE, id: 'pri_01gsz98e27ak2tyhexptwc58yk', billing_cycle: null };
    const items = [...SUBSCRIPTION.items, { quantity: 1, recurring: false, price: once }];
    const scheduled_change = {
      action: 'cancel',
      effective_at: '2024-05-12T10:37:59.556997Z',
      resume_at: null,
    };
    assert.deepEqual(subscriptionEntity.parse({ ...SUBSCRIPTION, items, scheduled_change }), {
      id: 'sub_01hv8x29kz0t586xy6zn1a62ny',
      status: 'active',
      customerId: 'ctm_01hv6y1jedq4p1n0yqn5ba3ky4',
      customData: {},
      currency: 'USD',
      items: [ITEM],
      startedAt: PERIOD.start,
      period: PERIOD,
      nextBilledAt: PERIOD.end,
      scheduledChange: { action: 'cancel', at: PERIOD.end },
      canceledAt: null,
      createdAt: new Date('2024-04-12T10:38:00.761Z'),
      updatedAt: new Date('2024-04-12T10:38:00.761Z'),
    });
  });

  it('about an adjustment', () => {
    assert.deepEqual(adjustmentEntity.parse(ADJUSTMENT), {
      id: 'adj_01hvgf2s84dr6reszzg29zbvcm',
      action: 'refund',
      status: 'pending_approval',
      transactionId: TRANSACTION.id,
      subscriptionId: SUBSCRIPTION.id,
      total: 3_355,
      currency: 'USD',
      createdAt: new Date('2024-04-15T08:48:20.239Z'),
      updatedAt: new Date('2024-04-15T08:48:20.239Z'),
    });
  });
});

describe('a transaction is read', () => {
  const read = (change: object) => {
    return transactionEntity.parse({ ...TRANSACTION, ...change });
  };

  it('as a draft: nobody has it yet, it is for no period, and fields are missing', () => {
    const { customer_id, subscription_id, billing_period, invoice_number, billed_at, ...rest } =
      TRANSACTION;
    assert.ok(customer_id && subscription_id && billing_period && invoice_number && billed_at);
    const { fee, earnings, ...totals } = rest.details.totals;
    assert.ok(fee && earnings);
    const { customerId, subscriptionId, period, invoiceNumber, billedAt, customData } =
      transactionEntity.parse({
        ...rest,
        status: 'draft',
        custom_data: null,
        details: { totals: { ...totals, fee: null, earnings: null } },
      });
    assert.deepEqual(
      [customerId, subscriptionId, period, invoiceNumber, billedAt, customData],
      [null, null, null, null, null, {}],
    );
  });

  it('of a change of plan: the old price is taken back in a negative quantity', () => {
    const back = { price: PLAN_PRICE, price_id: PLAN_PRICE.id, quantity: -1 };
    const totals = { ...TRANSACTION.details.totals, total: '-2000', tax: '-163', grand_total: '0' };
    const { items, total, tax } = read({ items: [back], details: { totals } });
    assert.deepEqual([items[0]?.quantity, total, tax], [-1, 0, -163]);
  });

  it('with the plain total where no grand total is told', () => {
    const { grand_total, ...totals } = TRANSACTION.details.totals;
    assert.equal(grand_total, '3355');
    assert.equal(read({ details: { totals } }).total, 4_355);
  });

  it('whatever a browser has put into its custom data', () => {
    for (const custom_data of [undefined, null, [], 'text', 7, [['checkout_token', 'x']]])
      assert.deepEqual(read({ custom_data }).customData, {});
    assert.deepEqual(read({ custom_data: { a: { b: [1] } } }).customData, { a: { b: [1] } });
  });

  it('with fields that nobody knew of', () => {
    const items = [{ ...TRANSACTION.items[0], price: { ...PLAN_PRICE, colour: 'blue' }, x: {} }];
    assert.equal(read({ items, novelty: { deep: [1, 2] }, payments: 'gone' }).total, 3_355);
  });
});

describe('an answer in another shape', () => {
  const totals = TRANSACTION.details.totals;
  const broken: [string, object][] = [
    ['a status that nobody knew of', { status: 'refunded' }],
    ['no details', { details: null }],
    ['an amount in major units', { details: { totals: { ...totals, grand_total: '33.55' } } }],
    ['an amount as a number', { details: { totals: { ...totals, grand_total: 3355 } } }],
    ['an empty amount', { details: { totals: { ...totals, grand_total: '' } } }],
    ['an amount past counting', { details: { totals: { ...totals, tax: '9007199254740993' } } }],
    ['a currency that is none', { currency_code: 'Dollars' }],
    ['a moment without a time zone', { updated_at: '2024-04-12T10:38:05' }],
    ['a moment in seconds', { updated_at: 1_712_918_285 }],
    ['an item without its price', { items: [{ price_id: PLAN_PRICE.id, quantity: 1 }] }],
    ['half an item', { items: [{ price: PLAN_PRICE, quantity: 0.5 }] }],
    ['a period without an end', { billing_period: { starts_at: '2024-04-12T10:37:59Z' } }],
  ];
  for (const [what, change] of broken) {
    it(`is refused: ${what}`, () => {
      assert.equal(transactionEntity.safeParse({ ...TRANSACTION, ...change }).success, false);
    });
  }

  it('is never a fault, whatever it holds', () => {
    fc.assert(
      fc.property(fc.anything(), (data) => {
        for (const entity of [transactionEntity, subscriptionEntity, adjustmentEntity])
          assert.equal(entity.safeParse(data).success, false);
      }),
    );
  });
});
