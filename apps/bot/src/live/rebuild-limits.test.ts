import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startLimits } from '@quorate/trading/risk/limits-state';
import { DEFAULT_RISK_SETTINGS } from '@quorate/trading/risk/rules';
import { type Instant, instant, instantFromIso } from '@quorate/values/instant';
import { type BalanceChange, rebuildLimits } from './rebuild-limits.ts';

/** Wednesday noon by the server's clock; its day began at 22:00 UTC the day before. */
const NOON = instantFromIso('2025-01-08T10:00:00Z');
const at = (hours: number) => instant(NOON + hours * 3_600_000);
const change = (when: Instant, minor: number, rest: Partial<BalanceChange> = {}) => ({
  at: when,
  minor,
  traded: true,
  opening: false,
  ...rest,
});
const account = (equityMinor: number) => ({ now: NOON, balanceMinor: equityMinor, equityMinor });

test('without a journal the day and the week begin with what the history says', () => {
  const limits = rebuildLimits(
    null,
    account(960_000),
    [
      change(at(-40), -10_000),
      change(at(-2), 50_000, { traded: false }),
      change(at(-1), -30_000, { opening: true }),
    ],
    DEFAULT_RISK_SETTINGS,
  );
  assert.equal(limits.dayStartMinor, 990_000);
  assert.equal(limits.weekStartMinor, 1_000_000);
  assert.equal(limits.openedToday, 1);
  assert.equal(limits.dailyLossLatch, null);
});

test('a loss that was reached and won back stays reached', () => {
  const limits = rebuildLimits(
    null,
    account(1_000_000),
    [change(at(-3), -60_000), change(at(-2), 60_000)],
    DEFAULT_RISK_SETTINGS,
  );
  assert.equal(limits.dailyLossLatch, 6);
});

test('a loss of yesterday is the week’s and not the day’s', () => {
  const limits = rebuildLimits(
    null,
    account(880_000),
    [change(at(-30), -120_000)],
    DEFAULT_RISK_SETTINGS,
  );
  assert.equal(limits.dailyLossLatch, null);
  assert.equal(limits.weeklyLossLatch, 12);
});

test('what the journal holds of today is never softened', () => {
  const kept = { ...startLimits(at(-5), 1_000_000), openedToday: 3, dailyLossLatch: 5.2 };
  const limits = rebuildLimits(kept, account(1_000_000), [], DEFAULT_RISK_SETTINGS);
  assert.deepEqual(limits, kept);
});

test('an opening that was taken in but not counted before a crash counts', () => {
  const kept = startLimits(at(-5), 1_000_000);
  const openings = [change(at(-1), -35, { opening: true })];
  assert.equal(
    rebuildLimits(kept, account(999_965), openings, DEFAULT_RISK_SETTINGS).openedToday,
    1,
  );
});

test('a bot that was away at midnight counts the new day from the balance at midnight, not from now', () => {
  const kept = { ...startLimits(at(-24), 1_000_000), weeklyLossLatch: 11 };
  const limits = rebuildLimits(
    kept,
    account(940_000),
    [change(at(-4), -60_000)],
    DEFAULT_RISK_SETTINGS,
  );
  assert.equal(limits.dayStartMinor, 1_000_000);
  assert.equal(limits.dailyLossLatch, 6);
  assert.equal(limits.weeklyLossLatch, 11);
});
