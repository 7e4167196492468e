import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { OrderKey } from '@quorate/trading/account/order';
import { anOrder } from '@quorate/trading/testing/builders';
import { instant } from '@quorate/values/instant';
import { openLiveJournal } from './live-journal.ts';

const order = anOrder();
const intent = { kind: 'open', key: order.key, symbol: 'EURUSD', at: instant(1), order } as const;

// @promise 7.1
test('an order that was written down and has no outcome is known after a restart', () => {
  const folder = mkdtempSync(join(tmpdir(), 'live-'));
  const first = openLiveJournal(folder);
  first.intend(intent);
  first.close();
  const second = openLiveJournal(folder);
  assert.deepEqual(second.unsettled(), [intent]);
  const done = { state: 'filled', orderTicket: '7', positionTicket: '8', message: '' } as const;
  second.settle(order.key, done, instant(2));
  assert.deepEqual(second.unsettled(), []);
  assert.equal(second.keyOf({ order: '7', position: '0' }), order.key);
  assert.equal(second.keyOf({ order: '0', position: '8' }), order.key);
  assert.equal(second.keyOf({ order: '0', position: '0' }), null);
  second.close();
});

test('a key is written down once', () => {
  const journal = openLiveJournal(null);
  journal.intend(intent);
  assert.throws(() => journal.intend(intent), /UNIQUE/);
  journal.close();
});

test('one process has the journal', () => {
  const folder = mkdtempSync(join(tmpdir(), 'live-'));
  const first = openLiveJournal(folder);
  assert.throws(() => openLiveJournal(folder), /is being done by/);
  first.close();
});

test('what happened is read in pages, oldest first', () => {
  const journal = openLiveJournal(null);
  for (let at = 1; at <= 5; at += 1) journal.note('owner', instant(at), { at });
  const page = journal.entries(2, 2);
  assert.deepEqual(
    page.map(({ id, at, kind }) => [id, at, kind]),
    [
      [3, 3, 'owner'],
      [4, 4, 'owner'],
    ],
  );
  assert.equal(journal.intent('NOSUCHKEYX' as OrderKey), null);
  journal.close();
});
