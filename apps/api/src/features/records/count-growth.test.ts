import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { getServiceHealth } from '@quorate/contract/admin-health';
import { DAY_MS } from '@quorate/values/instant';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { signedInOperator } from '../../../test/helpers/operator.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { createMetrics } from '../../process/telemetry/metrics.ts';
import { figureOf, parseMetrics } from '../../process/telemetry/testing/parse-metrics.ts';
import { appendEvents } from './append-events.ts';
import { countGrowth, findGrowing } from './count-growth.ts';
import { eventOf } from './testing/events.ts';

async function start(t: TestContext) {
  const service = await startTestService(t);
  const { token } = await signedInOperator(service);
  const people = [];
  for (const username of ['amina', 'bilal']) people.push(await signedInUser(service, { username }));
  const [amina = '', bilal = ''] = people.map(({ user }) => user.id);
  const add = async (userId: string, entries: number) => {
    const at = new Date(service.clock.now());
    const owner = { userId, subjectId: userId };
    for (let nth = 1; nth <= entries; nth += 1)
      await appendEvents(service.db, [{ ...eventOf(owner, nth), at }]);
  };
  const growing = async () => {
    const { growing: rows } = await service.call(getServiceHealth, {}, token);
    return rows.map(({ username, entries_day, entries }) => [username, entries_day, entries]);
  };
  const most = async () => {
    const metrics = createMetrics({ ...service, version: '1' });
    const { text } = await metrics.scrape();
    metrics.stop();
    return figureOf(parseMetrics(text), 'quorate_user_growth_max_entries');
  };
  return { ...service, amina, bilal, add, growing, most, count: () => countGrowth(service) };
}

it('who grows fastest is named by what came in the last full day', async (t) => {
  const { clock, amina, bilal, add, growing, most, count } = await start(t);
  assert.deepEqual([await growing(), await most()], [[], 0]);
  await add(amina, 3);
  await add(bilal, 5);
  clock.advance(DAY_MS);
  await count();
  assert.deepEqual(
    await growing(),
    [
      ['bilal', 5, 5],
      ['amina', 3, 3],
    ],
    'a first day counts',
  );
  assert.equal(await most(), 5);
  await add(amina, 40);
  await count();
  assert.equal(await most(), 5, 'today is not over');
  clock.advance(DAY_MS);
  await count();
  assert.deepEqual(await growing(), [['amina', 40, 43]]);
  await add(bilal, 30);
  clock.advance(3 * DAY_MS);
  await count();
  assert.deepEqual(await growing(), [['bilal', 10, 35]], 'days without a count share what came');
  clock.advance(5 * DAY_MS);
  assert.deepEqual([await growing(), await most()], [[], 0], 'an old count is none of yesterday');
});

it('what there was before the first count is no growth of a day', async (t) => {
  const { db, clock, amina, add, count } = await start(t);
  await add(amina, 9);
  clock.advance(30 * DAY_MS);
  await count();
  assert.deepEqual(await findGrowing(db, 5, new Date(clock.now())), []);
});
