import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startJobs } from './jobs.ts';

const log = { error: () => {} };

/** Lets every promise that can settle do so. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

it('a job never overlaps itself, survives its own failure, and finishes before the service stops', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const errors: unknown[] = [];
  const finish: (() => void)[] = [];
  let fail = true;
  const jobs = startJobs(
    [
      { name: 'slow', everyMs: 1_000, run: () => new Promise<void>((done) => finish.push(done)) },
      {
        name: 'flaky',
        everyMs: 1_000,
        run: async () => {
          if (fail) throw new Error('not now');
        },
      },
    ],
    { error: ({ job }) => errors.push(job) },
  );
  t.mock.timers.tick(3_000);
  await settle();
  assert.equal(finish.length, 1, 'two turns were skipped');
  assert.deepEqual(errors, ['flaky']);
  fail = false;
  t.mock.timers.tick(1_000);
  await settle();
  assert.deepEqual(errors, ['flaky']);

  let stopped = false;
  const stopping = jobs.stop().then(() => {
    stopped = true;
  });
  await settle();
  assert.equal(stopped, false, 'it waits for the slow job');
  finish[0]?.();
  await stopping;
  t.mock.timers.tick(5_000);
  assert.equal(finish.length, 1);
});

it('a service without jobs stops at once', async () => {
  await startJobs([], log).stop();
});
