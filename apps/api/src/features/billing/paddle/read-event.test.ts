import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readEvent } from './read-event.ts';
import { ADJUSTMENT, eventOf, SUBSCRIPTION, TRANSACTION } from './testing/samples.ts';

describe('an event', () => {
  it('says what to fetch: of a transaction, a subscription, or the transaction of an adjustment', () => {
    assert.deepEqual(readEvent(eventOf('transaction.completed', TRANSACTION)), {
      id: 'evt_01hv8x2ajv6y4w6dq9e4kzzd4n',
      type: 'transaction.completed',
      occurredAt: new Date('2024-04-12T10:38:05.755Z'),
      entityId: TRANSACTION.id,
      subject: { kind: 'transaction', id: TRANSACTION.id },
    });
    assert.deepEqual(readEvent(eventOf('subscription.updated', SUBSCRIPTION))?.subject, {
      kind: 'subscription',
      id: SUBSCRIPTION.id,
    });
    const adjusted = readEvent(eventOf('adjustment.created', ADJUSTMENT));
    assert.equal(adjusted?.entityId, ADJUSTMENT.id);
    assert.deepEqual(adjusted?.subject, { kind: 'transaction', id: TRANSACTION.id });
  });

  it('about anything else is not looked into', () => {
    for (const type of [
      'customer.updated',
      'payment_method.saved',
      'report.created',
      'transactions',
    ])
      for (const data of [null, TRANSACTION]) {
        const event = readEvent(eventOf(type, data));
        assert.deepEqual([event?.entityId, event?.subject], [null, null]);
      }
  });

  it('is read whatever else it tells, and has no subject where it names none', () => {
    const { id } = TRANSACTION;
    const event = readEvent(eventOf('transaction.updated', { id, status: { new: 'shape' } }));
    assert.deepEqual(event?.subject, { kind: 'transaction', id });
    for (const data of [null, undefined, {}, [], 'adj', { id: 7 }, { id: '../adjustments' }])
      for (const type of ['transaction.paid', 'subscription.created', 'adjustment.updated'])
        assert.equal(readEvent(eventOf(type, data))?.subject, null);
    assert.equal(readEvent(eventOf('adjustment.updated', { id: ADJUSTMENT.id }))?.subject, null);
  });

  it('is none at all without an id, a type or a moment', () => {
    const { event_id, event_type, occurred_at } = eventOf('customer.created', {});
    for (const none of [
      null,
      undefined,
      'evt_1',
      [],
      {},
      { event_type, occurred_at },
      { event_id, occurred_at },
      { event_id, event_type },
      { event_id: 1, event_type, occurred_at },
      { event_id, event_type: '', occurred_at },
      { event_id, event_type, occurred_at: 'yesterday' },
    ])
      assert.equal(readEvent(none), null);
  });

  it('is never a fault, whatever was sent', () => {
    fc.assert(
      fc.property(fc.anything(), (content) => assert.doesNotThrow(() => readEvent(content))),
    );
  });
});
