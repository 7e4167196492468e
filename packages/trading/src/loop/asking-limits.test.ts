import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instant } from '@quorate/values/instant';
import type { ServiceLimit } from '../analysts/decision.ts';
import { startLimits } from '../risk/limits-state.ts';
import { denied } from '../risk/refusal.ts';
import { MONDAY } from '../testing/builders.ts';
import { createAskingLimits } from './asking-limits.ts';

const tokens = (until: number | null): ServiceLimit => ({
  code: 'token_limit_reached',
  limit: 300_000,
  actual: 299_500,
  until: until === null ? null : instant(until),
  message: 'No tokens left.',
});

test('a limit of the service holds until its moment, and not at it', () => {
  const asking = createAskingLimits();
  asking.pause('EURUSD', tokens(MONDAY + 1_000), MONDAY);
  assert.equal(asking.holding('GBPUSD', instant(MONDAY + 999))?.code, 'token_limit_reached');
  assert.equal(asking.holding('GBPUSD', instant(MONDAY + 1_000)), undefined);
  assert.equal(asking.all(instant(MONDAY + 1_000)).length, 0);
});

test('without a moment it holds for good', () => {
  const asking = createAskingLimits();
  asking.pause('EURUSD', tokens(null), MONDAY);
  assert.ok(asking.holding('EURUSD', instant(8e15)));
});

test('a limit of one symbol leaves the others alone', () => {
  const asking = createAskingLimits();
  asking.pause('EURUSD', { ...tokens(null), code: 'symbol_limit_reached' }, MONDAY);
  assert.ok(asking.holding('EURUSD', MONDAY));
  assert.equal(asking.holding('GBPUSD', MONDAY), undefined);
});

test('a limit of the desk is told once a period, and passing refusals are not told at all', () => {
  const asking = createAskingLimits();
  const limits = startLimits(MONDAY, 1_000);
  const refusal = denied('weekly_loss', 10, 11.5, 'The week has lost too much.');
  const notice = asking.note(refusal, limits);
  assert.deepEqual(notice, {
    code: 'weekly_loss',
    limit: 10,
    actual: 11.5,
    until: Date.UTC(2025, 0, 12, 22),
    message: 'The week has lost too much. Trading resumes at 2025-01-12T22:00:00.000Z.',
  });
  assert.equal(asking.note(refusal, limits), undefined);
  assert.ok(asking.note(refusal, { ...limits, week: limits.week + 1 }));
  assert.equal(asking.note(denied('spread', 1, 2, 'Wide.'), limits), undefined);
  // The desk keeps its own limits; they do not pause anything by themselves.
  assert.equal(asking.holding('EURUSD', MONDAY), undefined);
});

test('a drawdown holds until its owner begins again, or until the day of the next account', () => {
  const limits = startLimits(MONDAY, 1_000);
  const refusal = denied('drawdown', 10, 10.4, 'The equity fell.');
  const owned = createAskingLimits().note(refusal, limits);
  assert.equal(owned?.until, null);
  assert.match(owned?.message ?? '', /Nothing is opened until its owner begins again/);
  const asking = createAskingLimits(true);
  assert.equal(asking.note(refusal, limits)?.until, Date.UTC(2025, 0, 6, 22));
  assert.ok(
    asking.note(refusal, { ...limits, day: limits.day + 30 }),
    'the next account has its own',
  );
});
