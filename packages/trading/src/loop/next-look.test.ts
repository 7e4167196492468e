import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS, instant } from '@quorate/values/instant';
import { currencyOf } from '@quorate/values/money';
import { startFloors } from '../governor/floors.ts';
import { defaultRuleSet } from '../governor/presets.ts';
import { MONDAY, usd } from '../testing/builders.ts';
import type { Command } from './core.ts';
import { beginGoverning, govern, nextLookOf } from './governing.ts';
import type { NextLook } from './trading-loop-types.ts';

const RULES = defaultRuleSet(5, 10, 10, null);
const START = usd('10000');
const NOTHING = usd('0');
const ACCOUNT = {
  currency: currencyOf('USD'),
  balance: START,
  equity: START,
  margin: NOTHING,
  freeMargin: START,
  leverage: 30,
};
const FIGURES = { balanceMinor: START.minor, equityMinor: START.minor };
const LOOK: NextLook = {
  horizonMs: HOUR_MS,
  changed: false,
  peakAbove: null,
  lowLine: 950_000,
  checkAt: MONDAY + DAY_MS,
  turnAt: MONDAY + DAY_MS,
};

/** One bar of an account that goes on with what was stored. */
function goOn(nextLook: NextLook | undefined, horizonMs = HOUR_MS) {
  const settings = { ruleSet: RULES, initialMinor: START.minor, horizonMs };
  const governing = beginGoverning(settings, [], ACCOUNT, {
    bufferPercent: 0.5,
    newAccountAfterLock: true,
    floors: startFloors(
      RULES,
      { ...FIGURES, initialMinor: START.minor, currency: ACCOUNT.currency },
      MONDAY,
    ),
    nextLook,
  });
  const stored = nextLookOf(governing);
  const commands: Command[] = [];
  govern(governing, { symbol: 'EURUSD', asOf: instant(MONDAY + HOUR_MS) }, ACCOUNT, null, commands);
  return { looked: commands.length > 0, stored };
}

test('a governor that goes on elsewhere looks when it would have looked, and not before', () => {
  // Positions that just fitted under a floor would not fit any more where the reserve for slips has grown.
  assert.deepEqual(goOn(JSON.parse(JSON.stringify(LOOK))), { looked: false, stored: LOOK });
});

test('a governor looks at once where nothing was stored, or it looks ahead as far no more', () => {
  assert.deepEqual(goOn(undefined), { looked: true, stored: undefined });
  assert.deepEqual(goOn(LOOK, 4 * HOUR_MS), { looked: true, stored: undefined });
});
