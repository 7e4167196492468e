import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Deal } from '@quorate/trading/account/deal';
import type { PositionTicket } from '@quorate/values/ids';
import { type Instant, instant } from '@quorate/values/instant';
import { price } from '@quorate/values/price';
import { createOwnerOrders } from './owner-orders.ts';

const HOUR = 3_600_000;
const bar = (hour: number): Instant => instant(hour * HOUR);

/** A journal that outlives the owners that are made on it, as the file outlives the process. */
function aJournal() {
  const facts = new Map<string, string>();
  return {
    recorded: [],
    fact: (name: string) => facts.get(name) ?? null,
    setFact: (name: string, value: string) => void facts.set(name, value),
  };
}

function ownerOn(journal: ReturnType<typeof aJournal>) {
  const clock = { now: () => instant(Date.UTC(2026, 10, 20)) };
  return createOwnerOrders({ journal, clock, notify: () => undefined });
}

/** The deal that closes position 7 at 1.10230. */
const closing = (asOf: Instant) =>
  ({
    positionTicket: '7' as PositionTicket,
    symbol: 'EURUSD',
    price: price(110_230, 5),
    time: asOf,
  }) as Deal;

const CLOSE = { commandId: 'c1', kind: 'close_all' } as const;
const proof = (asOf: Instant) => ({
  closed: [
    { ticket: '7', symbol: 'EURUSD', price: 1.1023, digits: 5, at: new Date(asOf).toISOString() },
  ],
  entries_off: true,
  at: '2026-11-20T00:00:00.000Z',
});

describe('an order to close everything', () => {
  it('holds from the next bar until it is done, and is done there again in a second walk', () => {
    const journal = aJournal();
    const owner = ownerOn(journal);
    assert.deepEqual(owner.orders(bar(1), 'bar'), { entriesOff: false, closeAll: false });
    owner.barDone();
    owner.take([CLOSE], true);
    assert.deepEqual(owner.received(), ['c1']);
    assert.deepEqual(owner.orders(bar(2), 'bar'), { entriesOff: true, closeAll: true });
    void owner.closed(bar(2), [closing(bar(2))], []);
    assert.deepEqual(owner.orders(bar(3), 'bar'), { entriesOff: true, closeAll: false });
    assert.deepEqual(owner.acknowledged(), [{ command_id: 'c1', result: proof(bar(2)) }]);

    const again = ownerOn(journal);
    assert.equal(again.orders(bar(1), 'bar').closeAll, false);
    assert.equal(again.orders(bar(2), 'bar').closeAll, true);
    void again.closed(bar(2), [closing(bar(2))], []);
    assert.equal(again.orders(bar(3), 'bar').closeAll, false);
    assert.deepEqual(again.acknowledged(), [{ command_id: 'c1', result: proof(bar(2)) }]);
  });

  it('is tried again where the broker said no, in a second walk at the same bars', () => {
    const journal = aJournal();
    const owner = ownerOn(journal);
    owner.orders(bar(1), 'bar');
    owner.barDone();
    owner.take([CLOSE], true);
    owner.orders(bar(2), 'bar');
    const refusal = { kind: 'denied', code: 'market_closed', limit: 0, actual: 1, message: 'No.' };
    void owner.closed(bar(2), [], [refusal] as unknown as Parameters<typeof owner.closed>[2]);
    assert.deepEqual(owner.acknowledged(), []);
    assert.equal(owner.orders(bar(3), 'bar').closeAll, true);
    void owner.closed(bar(3), [closing(bar(3))], []);
    assert.deepEqual(owner.acknowledged()[0]?.result, proof(bar(3)));
    const again = ownerOn(journal);
    const walked = [1, 2, 3, 4].map((hour) => again.orders(bar(hour), 'bar').closeAll);
    assert.deepEqual(walked, [false, true, true, false]);
  });

  it('is proven until the service has it, and once more when it asks again', () => {
    const owner = ownerOn(aJournal());
    owner.orders(bar(1), 'bar');
    owner.barDone();
    owner.take([CLOSE, CLOSE], true);
    owner.orders(bar(2), 'bar');
    void owner.closed(bar(2), [], []);
    assert.equal(owner.acknowledged().length, 1);
    owner.markTold(['c1']);
    assert.deepEqual(owner.acknowledged(), []);
    owner.take([CLOSE], true);
    assert.equal(owner.acknowledged().length, 1);
  });

  it('ends with the market where nothing is open, and stays open where something is', () => {
    for (const [open, proofs] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const owner = ownerOn(aJournal());
      owner.orders(bar(1), 'bar');
      owner.take([CLOSE], true);
      owner.marketOver(open);
      assert.equal(owner.acknowledged().length, proofs);
    }
  });
});

describe('what its owner asked for last', () => {
  it('holds for a bot that has lost its journal', () => {
    const owner = ownerOn(aJournal());
    owner.take([], true);
    assert.deepEqual(owner.orders(bar(1), 'bar'), { entriesOff: true, closeAll: false });
    assert.deepEqual(owner.received(), []);
    assert.deepEqual(owner.acknowledged(), []);
  });

  it('never holds at a bar that the service knows already', () => {
    const journal = aJournal();
    const owner = ownerOn(journal);
    for (const hour of [1, 2, 3]) owner.orders(bar(hour), 'bar');
    owner.keepPlace();
    const again = ownerOn(journal);
    again.take([CLOSE], true);
    const walked = [1, 2, 3, 4].map((hour) => again.orders(bar(hour), 'bar').closeAll);
    assert.deepEqual(walked, [false, false, false, true]);
  });
});
