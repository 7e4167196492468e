import { expect, test } from '@playwright/test';
import { COMMITTED } from '../tools/record-decision/committed.ts';
import { recordDecision } from '../tools/record-decision/record.ts';

// @spec 2.24
test('the decision on the site is what a run of the bot gives, to the last figure', async () => {
  const recording = await recordDecision();
  expect(recording, 'after a change of the deciding: npm run record:decision').toEqual(COMMITTED);
});
