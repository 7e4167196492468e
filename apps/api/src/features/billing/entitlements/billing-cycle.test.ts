import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { billingCycle } from './entitlements.ts';

const at = (iso: string) => new Date(iso);

describe('a billing cycle', () => {
  const cases: [string, string, string, string][] = [
    [
      '2026-01-10T08:00:00Z',
      '2026-01-10T08:00:00Z',
      '2026-01-10T08:00:00Z',
      '2026-02-10T08:00:00Z',
    ],
    [
      '2026-01-10T08:00:00Z',
      '2026-02-10T07:59:59Z',
      '2026-01-10T08:00:00Z',
      '2026-02-10T08:00:00Z',
    ],
    [
      '2026-01-10T08:00:00Z',
      '2026-02-10T08:00:00Z',
      '2026-02-10T08:00:00Z',
      '2026-03-10T08:00:00Z',
    ],
    [
      '2026-01-31T10:00:00Z',
      '2026-02-15T00:00:00Z',
      '2026-01-31T10:00:00Z',
      '2026-02-28T10:00:00Z',
    ],
    [
      '2026-01-31T10:00:00Z',
      '2026-03-01T00:00:00Z',
      '2026-02-28T10:00:00Z',
      '2026-03-31T10:00:00Z',
    ],
    [
      '2024-02-29T00:00:00Z',
      '2025-03-01T00:00:00Z',
      '2025-02-28T00:00:00Z',
      '2025-03-29T00:00:00Z',
    ],
    [
      '2025-12-31T23:00:00Z',
      '2026-01-01T00:00:00Z',
      '2025-12-31T23:00:00Z',
      '2026-01-31T23:00:00Z',
    ],
  ];
  for (const [anchor, now, start, end] of cases) {
    it(`that began on ${anchor} holds ${now} from ${start} to ${end}`, () => {
      assert.deepEqual(billingCycle(at(anchor), at(now)), { start: at(start), end: at(end) });
    });
  }

  // @spec 10.48
  it('leaves no gap and no overlap over ten years, whatever the day it began', () => {
    for (const anchor of ['2024-01-31T12:34:56Z', '2024-02-29T00:00:00Z', '2024-12-30T23:59:59Z']) {
      let cycle = billingCycle(at(anchor), at(anchor));
      for (let month = 0; month < 120; month += 1) {
        const next = billingCycle(at(anchor), cycle.end);
        assert.deepEqual(next.start, cycle.end);
        assert.deepEqual(billingCycle(at(anchor), new Date(cycle.end.getTime() - 1)), cycle);
        cycle = next;
      }
    }
  });
});
