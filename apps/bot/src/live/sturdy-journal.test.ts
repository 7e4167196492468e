import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { OrderKey } from '@quorate/trading/account/order';
import { anOrder } from '@quorate/trading/testing/builders';
import { instant } from '@quorate/values/instant';
import { openLiveJournal } from './live-journal.ts';
import { createSturdyJournal } from './sturdy-journal.ts';

const order = anOrder();
const opening = { kind: 'open', key: order.key, symbol: 'EURUSD', at: instant(1), order } as const;
const closing = {
  kind: 'close',
  key: 'CLOSINGKEY' as OrderKey,
  symbol: 'EURUSD',
  at: instant(2),
  ticket: '7',
  lots: '0.10',
} as const;
const filled = { state: 'filled', orderTicket: '7', positionTicket: '7', message: '' } as const;

test('after a write that fails closings go on under their keys, and orders do not', () => {
  const disk = openLiveJournal(mkdtempSync(join(tmpdir(), 'sturdy-')));
  disk.intend(opening);
  disk.setFact('halt', 'off');
  let isFull = false;
  const faults: string[] = [];
  const journal = createSturdyJournal(
    new Proxy(disk, {
      get(target, name) {
        if (isFull && ['intend', 'settle', 'setFact', 'note'].includes(String(name))) {
          return () => {
            throw new Error('the disk is full');
          };
        }
        return Reflect.get(target, name);
      },
    }),
    ({ message }) => void faults.push(message),
  );
  isFull = true;
  journal.setFact('halt', 'flatten');
  assert.equal(journal.fact('halt'), 'flatten');
  journal.intend(closing);
  assert.deepEqual(journal.unsettled(), [opening, closing]);
  journal.settle(closing.key, filled, instant(3));
  journal.settle(order.key, filled, instant(3));
  assert.deepEqual(journal.unsettled(), []);
  assert.deepEqual(journal.intent(closing.key)?.outcome, filled);
  assert.deepEqual(journal.intent(order.key), { intent: opening, outcome: filled });
  const another = { ...opening, key: 'ANOTHERKEY' as OrderKey };
  assert.throws(() => journal.intend(another), /the disk is full/);
  assert.equal(journal.intent(another.key), null);
  assert.deepEqual(faults, ['the disk is full'], 'said once');
  isFull = false;
  assert.throws(
    () => journal.intend(another),
    /the disk is full/,
    'a disk that comes back is not trusted',
  );
  journal.close();
});
