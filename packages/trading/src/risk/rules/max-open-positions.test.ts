import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aDesk, aPosition, aProposal, expectRefusal } from '../../testing/desk-context.ts';
import { askRiskDesk } from '../risk-desk.ts';

const positions = ['GBPUSD', 'USDJPY'].map((symbol) => aPosition({ symbol }));

test('nothing is opened while as many positions are open as the settings allow', () => {
  expectRefusal('max_open_positions', 2, 2, {}, { positions }, { maxOpenPositions: 2 });
  for (const maxOpenPositions of [3, null]) {
    const answer = askRiskDesk(aProposal(), aDesk({ positions }, { maxOpenPositions }));
    assert.equal(answer.kind, 'approved', String(maxOpenPositions));
  }
});
