import type { Usage } from '@quorate/contract/usage';
import { expect, test } from 'vitest';
import { tokenUsage } from './usage-panel.tsx';

function usageOf(used: number, limit: number): Usage {
  return {
    token_limit: limit,
    tokens_used: used,
    tokens_remaining: limit - used,
    period_start: '2026-11-01T00:00:00.000Z',
    period_end: '2026-12-01T00:00:00.000Z',
  };
}

// @spec 4.29, 9.15
test.each([
  [0, 'normal'],
  [70, 'normal'],
  [70.01, 'high'],
  [90, 'high'],
  [90.01, 'critical'],
  [120, 'critical'],
])('%d percent is %s', (percent, level) => {
  expect(tokenUsage(usageOf(percent * 100, 10_000), false)).toMatchObject({ level });
});

test('what is used beyond the limit leaves nothing, not less', () => {
  expect(tokenUsage(usageOf(120, 100), false)).toMatchObject({ remaining: 0, percent: 120 });
});

test('a limit of 0 is used up', () => {
  expect(tokenUsage(usageOf(0, 0), false)).toMatchObject({ percent: 100, level: 'critical' });
});

// @spec 9.14
test.each([
  [usageOf(5, -1), false],
  [usageOf(5, 40_000_000), false],
  [usageOf(5, 100), true],
])('-1, 40 million or the plan’s word means unlimited', (usage, isUnlimited) => {
  expect(tokenUsage(usage, isUnlimited)).toEqual({ unlimited: true, used: 5 });
});
