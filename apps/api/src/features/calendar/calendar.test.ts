import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { getCalendar } from '@quorate/contract/calendar';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { refreshCalendar } from './refresh-calendar.ts';

const HEAD = 'time,currency,importance,title\n';
const CPI = '2026-03-03T13:30:00Z,USD,high,CPI\n';
const GDP = '2026-03-04T09:00:00Z,EUR,medium,GDP\n';
const PAST = '2026-03-01T09:00:00Z,EUR,low,Survey\n';

async function stage(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-calendar-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'calendar.csv');
  const service = await startTestService(t);
  const { token } = await signedInUser(service);
  return {
    service,
    token,
    refresh: (text: string) => {
      writeFileSync(file, text);
      return refreshCalendar(service, { file, url: undefined });
    },
    read: (query: { from?: string; days?: number } = {}) =>
      service.call(getCalendar, { query }, token),
  };
}

describe('the calendar of the service', () => {
  it('is not known until one is read', async (t) => {
    const { read } = await stage(t);
    const { events, covers, read_at } = await read();
    assert.deepEqual([events, covers, read_at], [[], null, null]);
  });

  it('gives the events of a span in their order, and what it covers', async (t) => {
    const { refresh, read } = await stage(t);
    await refresh(`${HEAD}${GDP}${CPI}${PAST}`);
    const { events, covers, read_at } = await read();
    assert.deepEqual(events, [
      {
        at: '2026-03-03T13:30:00.000Z',
        currency: 'USD',
        importance: 'high',
        title: 'CPI',
        known_at: '2026-03-02T10:00:00.000Z',
      },
      {
        at: '2026-03-04T09:00:00.000Z',
        currency: 'EUR',
        importance: 'medium',
        title: 'GDP',
        known_at: '2026-03-02T10:00:00.000Z',
      },
    ]);
    assert.deepEqual(covers, {
      from: '2026-03-01T09:00:00.000Z',
      until: '2026-03-04T09:00:00.000Z',
    });
    assert.equal(read_at, '2026-03-02T10:00:00.000Z');
    assert.equal((await read({ days: 1 })).events.length, 0);
    assert.equal((await read({ from: '2026-03-01T00:00:00Z', days: 1 })).events.length, 1);
  });

  it('follows its file: what is gone or graded otherwise goes, what has been stays', async (t) => {
    const { service, refresh, read } = await stage(t);
    await refresh(`${HEAD}${PAST}${CPI}${GDP}`);
    service.clock.advance(60_000);
    await refresh(`${HEAD}${CPI.replace('high', 'low')}`);
    const { events, read_at } = await read({ from: '2026-03-01T00:00:00Z' });
    assert.deepEqual(
      events.map(({ title, importance, known_at }) => [title, importance, known_at]),
      [
        ['Survey', 'low', '2026-03-02T10:00:00.000Z'],
        ['CPI', 'low', '2026-03-02T10:00:00.000Z'],
      ],
    );
    assert.equal(read_at, '2026-03-02T10:01:00.000Z');
  });

  it('that cannot be read leaves the one before, and says why', async (t) => {
    const { refresh, read } = await stage(t);
    await refresh(`${HEAD}${CPI}`);
    await assert.rejects(
      refresh(`${HEAD}soon,USD,high,CPI\n`),
      /The calendar is not usable: Row 2: time 'soon' must be a time/,
    );
    assert.equal((await read()).events.length, 1);
  });

  it('comes from an address as well', async (t) => {
    const { service, read } = await stage(t);
    let answer = new Response(`${HEAD}${CPI}`);
    t.mock.method(globalThis, 'fetch', async () => answer);
    const settings = { file: undefined, url: 'https://calendar.example/events.csv' };
    await refreshCalendar(service, settings);
    assert.equal((await read()).events.length, 1);
    answer = new Response('', { status: 503 });
    await assert.rejects(refreshCalendar(service, settings), /address answered 503/);
  });
});
