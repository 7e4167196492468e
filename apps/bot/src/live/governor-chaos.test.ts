import assert from 'node:assert/strict';
import { test } from 'node:test';
import { governorChaos } from './testing/governor-chaos.ts';

const RUNS = 60;

test('bot killed, pipe cut, bot or terminal frozen, the market falling: no floor is crossed', async () => {
  const struck = new Set<string>();
  let [byLine, byStop] = [0, 0];
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const found = await governorChaos(seed);
    assert.ok(found.aboveFloorMinor >= 0, JSON.stringify(found));
    for (const kind of found.struck) struck.add(kind);
    byLine += found.byLine;
    byStop += found.byStop;
  }
  // Runs in which nothing happens prove nothing.
  assert.equal(struck.size, 5);
  assert.ok(byLine > RUNS / 6 && byStop > RUNS / 3, `${byLine} by the line, ${byStop} by stops`);
});
