import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { freshDatabase } from '../../test/helpers/fresh-database.ts';
import { until } from '../../test/helpers/until.ts';
import type { Database } from '../db/database.ts';
import { newId } from '../db/ids.ts';
import { createJobTurns, type JobTurns } from './jobs/job-turns.ts';
import { type Job, startJobs } from './jobs.ts';

const PACE = { renewMs: 40, leaseMs: 1_200 } as const;
const quiet = { error: () => {}, warn: () => {} };

async function open(t: TestContext): Promise<Database> {
  const database = await freshDatabase();
  t.after(() => database.close());
  return database;
}

function copy(t: TestContext, { db }: Database, jobs: Job[], change: Partial<JobTurns> = {}) {
  const self = newId();
  const turns = { ...createJobTurns(db, { self, sole: false, pace: PACE }), ...change };
  const running = startJobs(jobs, { turns, log: quiet });
  t.after(() => running.stop());
  return { ...running, self };
}

function counting(name: string, everyMs = 20) {
  const state = { turns: 0 };
  const job: Job = { name, everyMs, run: async () => void state.turns++ };
  return { ...state, job, count: () => state.turns };
}

const rowOf = ({ db }: Database, name: string) =>
  db.selectFrom('service_jobs').selectAll().where('name', '=', name).executeTakeFirst();

describe('jobs of several copies of the service', () => {
  it('are done by one copy, at their own pace, and by the other as soon as that one stops', async (t) => {
    const database = await open(t);
    const [first, second] = [counting('sweep'), counting('sweep')];
    const one = copy(t, database, [first.job]);
    await until(() => first.count() > 0);
    copy(t, database, [second.job]);
    const before = first.count();
    await until(() => first.count() > before + 20);
    assert.equal(second.count(), 0);
    assert.equal((await rowOf(database, 'sweep'))?.held_by, one.self);
    await one.stop();
    const ended = first.count();
    const stoppedAt = performance.now();
    await until(() => second.count() > 2);
    assert.ok(performance.now() - stoppedAt < PACE.leaseMs, 'it did not wait for the lease to end');
    assert.equal(first.count(), ended);
  });

  it('keep the pace of a rare job over all copies, however often they start', async (t) => {
    const database = await open(t);
    let turns = 0;
    const job: Job = { name: 'rare', everyMs: 1_500, run: async () => void turns++ };
    for (let start = 0; start < 3; start += 1) {
      const each = copy(t, database, [job]);
      await until(async () => (await rowOf(database, 'rare'))?.held_by === each.self);
      await each.stop();
    }
    assert.equal(turns, 0, 'its first turn is due when its pace is over');
    const [one, two] = [copy(t, database, [job]), copy(t, database, [job])];
    await until(() => turns === 1);
    const row = await until(async () => {
      const at = await rowOf(database, 'rare');
      return at?.runs === 1 && at;
    });
    assert.equal(row.outcome, 'ok');
    assert.ok(row.next_at.getTime() - (row.started_at?.getTime() ?? 0) >= 1_490);
    await Promise.all([one.stop(), two.stop()]);
    const third = copy(t, database, [job]);
    await until(async () => (await rowOf(database, 'rare'))?.held_by === third.self);
    assert.equal(turns, 1, 'a copy that takes over knows when the last turn was');
  });

  it('go to another copy when the holder dies, at the end of its lease', async (t) => {
    const database = await open(t);
    let alive = true;
    const dead = async () => {
      throw new Error('this copy is dead');
    };
    const take = createJobTurns(database.db, { self: newId(), sole: false, pace: PACE }).take;
    const first = counting('sweep');
    copy(t, database, [first.job], {
      take: (names) => (alive ? take(names) : dead()),
      save: () => (alive ? Promise.resolve() : dead()),
      release: dead,
    });
    await until(() => first.count() > 0);
    const second = counting('sweep');
    copy(t, database, [second.job]);
    alive = false;
    const diedAt = performance.now();
    await until(() => second.count() > 0);
    const tookMs = performance.now() - diedAt;
    assert.ok(
      tookMs > PACE.leaseMs - PACE.renewMs - 20,
      `a living holder was robbed: ${tookMs} ms`,
    );
    const ended = first.count();
    await until(() => second.count() > 5);
    assert.equal(first.count(), ended, 'cut off from the database, it stopped on its own');
  });

  it('are held by the database’s clock: an hour more or less on a copy changes nothing', {
    skip:
      process.env.TEST_DATABASE !== 'postgres' &&
      'the clock of the embedded database is that of this process, and its copy the only one',
  }, async (t) => {
    const database = await open(t);
    const first = counting('sweep');
    const one = copy(t, database, [first.job]);
    await until(() => first.count() > 0);
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 3_600_000 });
    const ahead = counting('sweep');
    copy(t, database, [ahead.job]);
    t.mock.timers.setTime(0);
    const behind = counting('sweep');
    copy(t, database, [behind.job]);
    const before = first.count();
    await until(() => first.count() > before + 30);
    assert.deepEqual([ahead.count(), behind.count()], [0, 0]);
    assert.equal((await rowOf(database, 'sweep'))?.held_by, one.self);
  });

  it('go to another copy also when the database’s own clock was put back after the holder had died', async (t) => {
    const database = await open(t);
    await createJobTurns(database.db, { self: newId(), sole: false, pace: PACE }).add([
      { name: 'sweep', everyMs: 20 },
    ]);
    await database.db
      .updateTable('service_jobs')
      .set({ held_by: newId(), held_until: new Date(Date.now() + 3_600_000) })
      .execute();
    const second = counting('sweep');
    copy(t, database, [second.job]);
    await until(() => second.count() > 0, 3_000);
  });

  it('that every copy does are done by each', async (t) => {
    const database = await open(t);
    const [first, second] = [counting('deliver'), counting('deliver')];
    copy(t, database, [{ ...first.job, everywhere: true }]);
    copy(t, database, [{ ...second.job, everywhere: true }]);
    await until(() => first.count() > 2 && second.count() > 2);
    const row = await until(async () => {
      const at = await rowOf(database, 'deliver');
      return (at?.runs ?? 0) > 3 && at;
    });
    assert.equal(row.held_by, null);
  });
});

describe('a job', () => {
  it('that throws is told with its words, without secrets, and runs again', async (t) => {
    const database = await open(t);
    let fail = true;
    let turns = 0;
    const run = async () => {
      turns += 1;
      const cause = new Error('smtp://ann:geheim@mail.example said: no ann@example.com here');
      if (fail) throw new Error('not now', { cause });
    };
    copy(t, database, [{ name: 'flaky', everyMs: 20, run }]);
    const failed = await until(async () => {
      const row = await rowOf(database, 'flaky');
      return (row?.failures ?? 0) > 1 && row;
    });
    assert.equal(failed.outcome, 'failed');
    assert.equal(failed.last_error, 'not now: smtp://mail.example said: no …@… here');
    fail = false;
    const since = turns;
    const well = await until(async () => {
      const row = await rowOf(database, 'flaky');
      return row?.outcome === 'ok' && row;
    });
    assert.ok(turns > since);
    assert.ok(well.runs > well.failures && well.last_error !== null);
  });

  it('that takes longer than its lease is kept, and runs once', async (t) => {
    const database = await open(t);
    const finish = Promise.withResolvers<void>();
    let begun = 0;
    const run = () => {
      begun += 1;
      return finish.promise;
    };
    const long: Job = { name: 'long', everyMs: 20, run };
    const one = copy(t, database, [long]);
    await until(() => begun === 1);
    copy(t, database, [long]);
    const lease = async () => (await rowOf(database, 'long'))?.held_until?.getTime() ?? 0;
    const first = await lease();
    await until(async () => (await lease()) > first + 2 * PACE.leaseMs);
    assert.equal(begun, 1);
    assert.equal((await rowOf(database, 'long'))?.held_by, one.self);
    finish.resolve();
    await until(() => begun > 2);
  });

  it('that runs is waited for when the service stops, while the others go to another copy', async (t) => {
    const database = await open(t);
    const finish = Promise.withResolvers<void>();
    let begun = 0;
    const run = () => {
      begun += 1;
      return finish.promise;
    };
    const slow: Job = { name: 'slow', everyMs: 20, run };
    const mine = counting('sweep');
    const one = copy(t, database, [slow, mine.job]);
    await until(() => begun === 1 && mine.count() > 0);
    let stopped = false;
    const stopping = one.stop().then(() => {
      stopped = true;
    });
    const other = counting('sweep');
    copy(t, database, [{ ...slow, run: async () => void begun++ }, other.job]);
    await until(() => other.count() > 0);
    assert.deepEqual([stopped, begun], [false, 1]);
    finish.resolve();
    await stopping;
    await until(() => begun > 1);
  });
});

it('the only copy on a database takes over at once what a killed one held', async (t) => {
  const database = await open(t);
  const killed = createJobTurns(database.db, { self: newId(), sole: true });
  await killed.add([{ name: 'sweep', everyMs: 20 }]);
  assert.equal((await killed.take(['sweep'])).length, 1);
  const next = counting('sweep');
  const turns = createJobTurns(database.db, { self: newId(), sole: true });
  const running = startJobs([next.job], { turns, log: quiet });
  await until(() => next.count() > 1);
  await running.stop();
  const row = await rowOf(database, 'sweep');
  assert.deepEqual([row?.held_by, row?.runs], [null, next.count()]);
});

it('a service without jobs stops at once', async () => {
  const turns = createJobTurns(undefined as never, { self: newId(), sole: true });
  await startJobs([], { turns, log: quiet }).stop();
});
