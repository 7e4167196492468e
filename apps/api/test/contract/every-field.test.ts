import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startBadService } from './helpers/bad-service.ts';
import { everyFieldSpoiled } from './helpers/every-field.ts';
import { NASTY_VALUES } from './helpers/nasty.ts';

describe('every field of every call', () => {
  // @promise 4.3
  it('with any value that has broken programs before gets a proper answer', {
    timeout: 600_000,
  }, async (t) => {
    const { calls, answered, expectProperAnswer } = await startBadService(t);
    let sent = 0;
    for (const call of calls) {
      for (const bad of everyFieldSpoiled(call)) {
        await expectProperAnswer(bad);
        sent += 1;
      }
    }
    assert.ok(sent > 50 * NASTY_VALUES.length, `only ${sent} were sent`);
    assert.ok((answered.get('validation_failed') ?? 0) > sent / 2);
  });
});
