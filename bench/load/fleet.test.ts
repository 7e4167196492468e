import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sendHeartbeat } from '@quorate/contract/live';
import { syncTrades } from '@quorate/contract/trade-sync';
import { heartbeatOf, syncOf } from './fleet-calls.ts';
import { growthOf } from './resident-memory.ts';

it('what the fleet of the load benchmark sends is what the contract takes', () => {
  for (const bot of [0, 1, 9_999]) {
    sendHeartbeat.body.parse(JSON.parse(heartbeatOf(bot, 3).body));
    const { trades } = syncTrades.body.parse(JSON.parse(syncOf(bot, 3, 3).body));
    assert.equal(new Set(trades.map((trade) => trade.position_ticket)).size, 3);
  }
  assert.notEqual(syncOf(1, 1, 1).body, syncOf(1, 2, 1).body);
  assert.notEqual(heartbeatOf(1, 1).token, heartbeatOf(2, 1).token);
});

it('memory that grows by one MiB every five seconds grows by twelve a minute', () => {
  assert.equal(growthOf([500, 7, 0, 1, 2, 3]), 12);
  assert.equal(growthOf([9, 9, 4, 4, 4]), 0);
});
