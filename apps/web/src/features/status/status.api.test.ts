import { serviceStatus } from '@quorate/contract/status';
import { expect, test } from 'vitest';
import { readStatus } from './status.api.ts';

const measured = { since: null, minutes: 0, up_percent: null };
const STATUS = serviceStatus.parse({
  at: '2026-03-02T10:00:00.000Z',
  version: '0.1.0',
  measured_at: null,
  database: { state: 'unknown', median_ms: null, slow_ms: null },
  bars: { state: 'unknown', last_at: null },
  mail: { state: 'unknown', waiting_s: null },
  day: measured,
  ninety_days: measured,
  days: [{ day: '2026-03-01', minutes: 1_440, up_percent: 99.5 }],
  last_incident: null,
});

test('an answer of the contract is read as it is', () => {
  expect(readStatus({ success: true, status: STATUS })).toEqual(STATUS);
});

test.each([
  null,
  'Bad gateway',
  {},
  { status: {} },
  ...Object.keys(STATUS)
    .filter((name) => name !== 'measured_at')
    .map((name) => ({ status: { ...STATUS, [name]: undefined } })),
  { status: { ...STATUS, days: [{}] } },
  { status: { ...STATUS, last_incident: {} } },
])('anything else is no status: %j', (content) => {
  expect(readStatus(content)).toBeNull();
});
