import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fastify } from 'fastify';
import { loggerOptions } from './logger.ts';
import { observedJobs } from './observed-jobs.ts';
import { lineLog } from './testing/line-log.ts';

/** A job that fails as it is told to, with the log that says so. */
function failing() {
  const lines = lineLog();
  const { log } = fastify({
    logger: loggerOptions({ level: 'info', stream: { write: lines.take } }),
  });
  let now = 0;
  const fault = { now: new Error('no route to the database') as Error | null };
  const [job] = observedJobs(
    [
      {
        name: 'deliver-mail',
        run: async () => {
          if (fault.now) throw fault.now;
        },
      },
    ],
    log,
    () => now,
  );
  const turn = async () => job?.run().catch(() => {});
  const pass = (ms: number) => {
    now += ms;
  };
  return { fault, turn, lines, pass };
}

describe('a job that fails', () => {
  it('is in the log with the id of its turn, by which its calls are found', async () => {
    const { turn, lines } = failing();
    await turn();
    const [line, ...more] = lines.all();
    assert.deepEqual(more, []);
    assert.match(String(line?.request_id), /^[0-9a-f-]{36}$/);
    assert.equal(line?.job, 'deliver-mail');
    assert.equal(line?.msg, 'a job failed; it will run again on schedule');
    assert.equal(line?.level, 50);
    assert.match(JSON.stringify(line?.err), /no route to the database/);
  });

  it('each second for an hour costs a line a minute, another fault one at once, and its end one', async () => {
    const { fault, turn, lines, pass } = failing();
    for (let second = 0; second < 3_600; second += 1) {
      await turn();
      pass(1_000);
    }
    assert.equal(lines.all().length, 60);
    assert.equal(lines.all()[1]?.times, 60);
    lines.clear();
    fault.now = new Error('the disk is full');
    await turn();
    assert.match(lines.text(), /the disk is full/);
    lines.clear();
    fault.now = null;
    await turn();
    await turn();
    assert.deepEqual(
      lines.all().map(({ msg, job }) => [msg, job]),
      [['a job works again', 'deliver-mail']],
    );
  });
});
