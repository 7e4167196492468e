import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { badRequest } from './helpers/bad-request.ts';
import { startBadService } from './helpers/bad-service.ts';

const REQUESTS = 10_000;

/** Sends the requests of a run again whose seed is known: QUORATE_FUZZ_SEED=123 */
const SEED = process.env.QUORATE_FUZZ_SEED;

describe('10,000 bad requests over every call', () => {
  // @promise 4.6
  it('are refused in the one shape, with a failure their call declares and nothing of the inside', {
    timeout: 300_000,
  }, async (t) => {
    const { calls, answered, expectProperAnswer } = await startBadService(t);
    const sent = new Map<string, number>();
    const property = fc.asyncProperty(badRequest(calls), async (bad) => {
      await expectProperAnswer(bad);
      if (bad.caller !== 'nobody') sent.set(bad.call, (sent.get(bad.call) ?? 0) + 1);
    });
    // Without shrinking: the state of the service is part of what was found.
    const once = { numRuns: REQUESTS, endOnFailure: true };
    await fc.assert(property, SEED === undefined ? once : { ...once, seed: Number(SEED) });

    for (const { name } of calls)
      assert.ok((sent.get(name) ?? 0) >= 3, `${name} was hardly called`);
    for (const code of ['success', 'validation_failed', 'malformed_json', 'unauthorized'])
      assert.ok((answered.get(code) ?? 0) >= 100, `${code} was hardly answered`);
    assert.ok((answered.get('body_too_large') ?? 0) > 0);
    const limited = answered.get('rate_limited') ?? 0;
    assert.ok(limited < REQUESTS / 20, `${limited} were stopped by limits before they were read`);
  });
});
