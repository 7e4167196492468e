import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getHealth } from '@quorate/contract/health';
import { instant } from '@quorate/values/instant';
import { backoffMs, callUntilAnswered, type PatientDeps } from './call-until-answered.ts';

const OK = () => Response.json({ status: 'ok', version: '1' });
const LIMITED = () =>
  Response.json(
    {
      success: false,
      code: 'rate_limited',
      message: 'Too many requests.',
      error: 'Too many requests.',
    },
    { status: 429, headers: { 'retry-after': '30' } },
  );
const DOWN = () => new Response('', { status: 503 });

/** A service that gives these answers, and a clock that only waiting moves. */
function patient(answers: (() => Response)[], giveUpAfterMs = 120_000) {
  let now = 1_000_000;
  const waits: number[] = [];
  const lines: string[] = [];
  const stop = new AbortController();
  const deps: PatientDeps = {
    http: {
      service: 'http://quorate.example',
      newRequestId: () => 'call-1',
      fetch: async () => {
        const answer = answers.length > 1 ? answers.shift() : answers[0];
        if (!answer) throw new Error('no answer is left');
        return answer();
      },
    },
    clock: { now: () => instant(now) },
    sleep: async (ms) => {
      waits.push(ms);
      now += ms;
    },
    random: () => 0,
    notify: (line) => lines.push(line),
    giveUpAfterMs,
    stop: stop.signal,
  };
  return { deps, waits, lines, stop };
}

describe('a call that waits for its answer', () => {
  it('waits half a second, then twice as long each time up to 15 s', async () => {
    const { deps, waits, lines } = patient([...Array<() => Response>(8).fill(DOWN), OK]);
    const outcome = await callUntilAnswered(deps, getHealth, {});
    assert.equal(outcome.kind, 'ok');
    assert.deepEqual(waits, [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
    assert.equal(
      lines[0],
      'The service at http://quorate.example is out of reach: it answers with status 503 (request call-1). Trying again in 0.5 s, for another 120 s at most.',
    );
  });

  it('takes up to half off its waits', () => {
    assert.equal(backoffMs(1, 0), 500);
    assert.equal(backoffMs(1, 0.999_999), 250);
    assert.equal(backoffMs(40, 0.5), 11_250);
  });

  it('gives up in time, having waited no longer than asked', async () => {
    const { deps, waits } = patient([DOWN], 10_000);
    const outcome = await callUntilAnswered(deps, getHealth, {});
    assert.deepEqual(outcome, {
      kind: 'gave-up',
      reason: 'it answers with status 503 (request call-1)',
    });
    assert.ok(waits.reduce((sum, ms) => sum + ms, 0) <= 10_000);
  });

  it('gives up at once when told to wait for 0 s', async () => {
    const { deps, waits } = patient([DOWN], 0);
    assert.equal((await callUntilAnswered(deps, getHealth, {})).kind, 'gave-up');
    assert.deepEqual(waits, []);
  });

  it('waits out a rate limit however long it holds, and does not count it as an outage', async () => {
    const { deps, waits, lines } = patient([...Array<() => Response>(9).fill(LIMITED), OK], 10_000);
    assert.equal((await callUntilAnswered(deps, getHealth, {})).kind, 'ok');
    assert.deepEqual(waits, Array<number>(9).fill(30_000));
    assert.equal(lines[0], 'Too many requests. Waiting 30 s.');
  });

  it('ends waiting when it is stopped', async () => {
    const { deps, stop, waits } = patient([DOWN]);
    const outcome = await callUntilAnswered(
      {
        ...deps,
        sleep: async (ms, signal) => {
          waits.push(ms);
          stop.abort();
          assert.equal(signal, stop.signal);
        },
      },
      getHealth,
      {},
    );
    assert.deepEqual(outcome, { kind: 'stopped' });
    assert.deepEqual(waits, [500]);
  });

  it('gives up at once on a first call that something else answers', async () => {
    const { deps, waits } = patient([() => new Response('<html>')]);
    const outcome = await callUntilAnswered({ ...deps, firstCall: true }, getHealth, {});
    assert.deepEqual(outcome, {
      kind: 'gave-up',
      reason: 'its answer is not one of the Quorate service',
    });
    assert.deepEqual(waits, []);
  });

  it('does not begin with a rate limit that holds longer than it would wait', async () => {
    const { deps, waits } = patient([LIMITED], 10_000);
    const outcome = await callUntilAnswered({ ...deps, firstCall: true }, getHealth, {});
    assert.equal(outcome.kind === 'refused' && outcome.code, 'rate_limited');
    assert.deepEqual(waits, []);
  });

  it('still makes one attempt when it was stopped before', async () => {
    const { deps, stop } = patient([OK]);
    stop.abort();
    assert.equal((await callUntilAnswered(deps, getHealth, {})).kind, 'ok');
  });
});
