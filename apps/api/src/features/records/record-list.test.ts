import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { getRecord } from '@quorate/contract/record';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { appendEvents } from './append-events.ts';
import { eventOf } from './testing/events.ts';

describe('the list of what is on record', () => {
  it('comes in pages, the stream with the newest entry first, and of nobody else', async (t) => {
    const service = await startTestService(t);
    const [{ user, token }, { user: other }] = [
      await signedInUser(service),
      await signedInUser(service),
    ];
    const subjects = [1, 2, 3].map(() => randomUUID());
    for (const [at, subjectId] of subjects.entries())
      await appendEvents(service.db, [eventOf({ userId: user.id, subjectId }, at + 1)]);
    await appendEvents(service.db, [eventOf({ userId: other.id, subjectId: other.id }, 9)]);
    const page = async (number: number) => {
      const query = { page: number, per_page: 2 };
      const { streams, pagination } = await service.call(getRecord, { query }, token);
      return { times: streams.map(({ last_at: at }) => at), pagination };
    };
    const [first, second, beyond] = [await page(1), await page(2), await page(9)];
    const times = [...first.times, ...second.times];
    assert.deepEqual(times, times.toSorted().reverse());
    assert.deepEqual([first.times.length, second.times.length, beyond.times.length], [2, 1, 0]);
    for (const { pagination } of [first, second, beyond])
      assert.deepEqual([pagination.total, pagination.total_pages], [3, 2]);
  });
});
