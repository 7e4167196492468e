import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { instantFromIso } from '@quorate/values/instant';
import { periodRange } from './period-range.ts';

const at = (iso: string) => new Date(iso);

describe('a period', () => {
  it('has no bounds for all time', () => {
    assert.deepEqual(
      periodRange({ period: 'all', time_zone: 'UTC' }, instantFromIso('2026-03-02T10:00:00Z')),
      {
        from: null,
        to: null,
      },
    );
  });

  // @spec 10.39
  it("means the viewer's day, which may not be the day in UTC", () => {
    const now = instantFromIso('2026-03-02T20:30:00Z');
    assert.deepEqual(periodRange({ period: 'daily', time_zone: 'Asia/Karachi' }, now), {
      from: at('2026-03-02T19:00:00Z'),
      to: at('2026-03-03T19:00:00Z'),
    });
    assert.deepEqual(periodRange({ period: 'daily', time_zone: 'America/New_York' }, now), {
      from: at('2026-03-02T05:00:00Z'),
      to: at('2026-03-03T05:00:00Z'),
    });
  });

  it('is an hour shorter or longer on the days the clocks change', () => {
    const spring = periodRange(
      { period: 'daily', time_zone: 'Europe/Berlin' },
      instantFromIso('2026-03-29T12:00:00Z'),
    );
    assert.deepEqual(spring, { from: at('2026-03-28T23:00:00Z'), to: at('2026-03-29T22:00:00Z') });
    const autumn = periodRange(
      { period: 'daily', time_zone: 'Europe/Berlin' },
      instantFromIso('2026-10-25T12:00:00Z'),
    );
    assert.deepEqual(autumn, { from: at('2026-10-24T22:00:00Z'), to: at('2026-10-25T23:00:00Z') });
  });

  // @spec 9.27
  it('of 7 or 30 days ends with today', () => {
    const now = instantFromIso('2026-03-02T10:00:00Z');
    assert.deepEqual(periodRange({ period: 'weekly', time_zone: 'UTC' }, now), {
      from: at('2026-02-24T00:00:00Z'),
      to: at('2026-03-03T00:00:00Z'),
    });
    assert.deepEqual(
      periodRange({ period: 'monthly', time_zone: 'UTC' }, now).from,
      at('2026-02-01T00:00:00Z'),
    );
  });

  it('of chosen days holds the whole of the last one', () => {
    const chosen = {
      period: 'custom',
      time_zone: 'UTC',
      start_date: '2025-01-01',
      end_date: '2025-01-31',
    } as const;
    assert.deepEqual(periodRange(chosen, instantFromIso('2026-03-02T10:00:00Z')), {
      from: at('2025-01-01T00:00:00Z'),
      to: at('2025-02-01T00:00:00Z'),
    });
  });

  it('ends with the years of four digits, before the first of them and after the last', () => {
    const now = instantFromIso('2026-03-02T10:00:00Z');
    const far = { period: 'custom', start_date: '0001-01-01', end_date: '9999-12-31' } as const;
    assert.deepEqual(periodRange({ ...far, time_zone: 'America/New_York' }, now), {
      from: at('0001-01-01T04:56:02Z'),
      to: at('9999-12-31T23:59:59.999Z'),
    });
    assert.deepEqual(
      periodRange({ ...far, start_date: '0000-01-01', time_zone: 'Asia/Tokyo' }, now),
      { from: at('0001-01-01T00:00:00Z'), to: at('9999-12-31T15:00:00Z') },
    );
    const before = { ...far, start_date: '0000-01-01', end_date: '0000-12-30' };
    const { from, to } = periodRange({ ...before, time_zone: 'UTC' }, now);
    assert.deepEqual([from, to], [at('0001-01-01T00:00:00Z'), at('0001-01-01T00:00:00Z')]);
  });
});
