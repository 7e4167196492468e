import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instant } from '@quorate/values/instant';
import { aDesk, aProposal, expectRefusal } from '../testing/desk-context.ts';
import { askRiskDesk, standingRefusal } from './risk-desk.ts';

const { asOf } = aDesk();
const late = (ms: number) => ({ barClosedAt: instant(asOf - ms) });

// @promise 7.10
test('what was decided on a bar that closed over a minute ago is discarded', () => {
  const refusal = expectRefusal('stale_decision', 60, 60.001, {}, late(60_001));
  assert.equal(
    refusal.message,
    'The bar of EURUSD closed 60.001 seconds ago; a decision older than 60 seconds is discarded.',
  );
  assert.equal(askRiskDesk(aProposal(), aDesk(late(60_000))).kind, 'approved');
});

test('a bar that arrives so late is not even asked about', () => {
  assert.equal(standingRefusal(aDesk(late(61_000)))?.code, 'stale_decision');
  assert.equal(standingRefusal(aDesk(late(10_000))), undefined);
});

test('the limit can be shorter, and a server clock that is ahead is no age', () => {
  expectRefusal('stale_decision', 5, 6, {}, late(6_000), { maxDecisionAgeSeconds: 5 });
  const { checks } = askRiskDesk(aProposal(), aDesk(late(-2_000)));
  const check = checks.find(({ name }) => name === 'decision_age_seconds');
  assert.deepEqual([check?.value, check?.limit], [0, 60]);
});
