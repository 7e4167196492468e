import assert from 'node:assert/strict';
import { it } from 'node:test';
import { measureClock, utcFromServer } from './prepare-report.ts';

const at = (iso: string) => Date.parse(iso);
const sample = (utc: string, server: string) => ({ utcMs: at(utc), serverMs: at(server) });

it('the usual clock is two hours ahead in winter and three while New York has summer time', () => {
  const usual = { kind: 'new_york_plus_7' } as const;
  const utc = (server: string) => new Date(utcFromServer(at(server), usual)).toISOString();
  assert.equal(utc('2025-03-07T12:00:00Z'), '2025-03-07T10:00:00.000Z');
  // Europe still has winter time.
  assert.equal(utc('2025-03-10T12:00:00Z'), '2025-03-10T09:00:00.000Z');
  assert.equal(utc('2025-10-31T12:00:00Z'), '2025-10-31T09:00:00.000Z');
  assert.equal(utc('2025-11-03T12:00:00Z'), '2025-11-03T10:00:00.000Z');
});

it('a fixed clock is measured when summer and winter agree on it', () => {
  const samples = [
    sample('2025-01-10T10:00:00Z', '2025-01-10T12:00:01Z'),
    sample('2025-07-10T10:00:00Z', '2025-07-10T12:00:00Z'),
  ];
  assert.deepEqual(measureClock(samples), { kind: 'fixed', offsetMinutes: 120 });
});

it('the usual clock is measured where it fits, and nothing where samples contradict each other', () => {
  const winter = sample('2025-01-10T10:00:00Z', '2025-01-10T12:00:00Z');
  assert.deepEqual(measureClock([winter]), { kind: 'new_york_plus_7' });
  assert.equal(
    measureClock([winter, sample('2025-01-10T10:00:00Z', '2025-01-10T17:00:00Z')]),
    null,
  );
  assert.equal(measureClock([]), null);
});
